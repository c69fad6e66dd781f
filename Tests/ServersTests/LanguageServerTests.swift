import Foundation
import TestHelpers
import Testing

@testable import Servers

/// What an editor is told about texts.
struct LanguageServerTests {
  private static let cars = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <array>
    \t<dict>
    \t\t<key>title</key>
    \t\t<string>A</string>
    \t\t<key>cars</key>
    \t\t<array>
    \t\t\t<dict>
    \t\t\t\t<key>name</key>
    \t\t\t\t<string>Audi</string>
    \t\t\t\t<key>country</key>
    \t\t\t\t<string>Germany</string>
    \t\t\t</dict>
    \t\t\t<dict>
    \t\t\t\t<key>name</key>
    \t\t\t\t<string>Alfa</string>
    \t\t\t\t<key>country</key>
    \t\t\t\t<string>Italy</string>
    \t\t\t</dict>
    \t\t</array>
    \t</dict>
    \t<dict>
    \t\t<key>title</key>
    \t\t<string>B</string>
    \t\t<key>cars</key>
    \t\t<array>
    \t\t\t<dict>
    \t\t\t\t<key>name</key>
    \t\t\t\t<string>BMW</string>
    \t\t\t\t<key>country</key>
    \t\t\t\t<string>Germany</string>
    \t\t\t</dict>
    \t\t</array>
    \t</dict>
    </array>
    </plist>

    """

  /// The place just after a text.
  private func position(after part: String, in text: String) throws -> [String: Int] {
    let range = try #require(text.range(of: part))
    return EditorText(text).position(
      of: text.utf16.distance(from: text.startIndex, to: range.upperBound))
  }

  private func names(_ symbols: Any?) -> [String] {
    (symbols as? [TestEditor.Object] ?? []).flatMap { symbol in
      [symbol["name"] as? String ?? ""]
        + names(symbol["children"]).map { "  " + $0 }
    }
  }

  @Test func theOutlineHasSectionsEntriesAndFields() throws {
    let editor = TestEditor()
    editor.open(LanguageServerTests.cars)
    let symbols = try editor.ask("documentSymbol")
    #expect(
      names(symbols) == [
        "A", "  Audi", "    name", "    country", "  Alfa", "    name", "    country", "B",
        "  BMW", "    name", "    country",
      ])
    #expect(editor.end() == 0)
  }

  @Test func editorsWithoutNestingGetAList() throws {
    let editor = TestEditor([:])
    editor.open(LanguageServerTests.cars)
    let symbols = try editor.ask("documentSymbol") as? [TestEditor.Object] ?? []
    #expect(symbols.count == 11)
    #expect(symbols[1]["containerName"] as? String == "A")
    #expect(editor.end() == 0)
  }

  @Test func sectionsAndEntriesFold() throws {
    let editor = TestEditor()
    editor.open(LanguageServerTests.cars)
    let ranges = try editor.ask("foldingRange") as? [TestEditor.Object] ?? []
    let lines = ranges.map { [$0["startLine"] as? Int ?? 0, $0["endLine"] as? Int ?? 0] }
    #expect(lines.contains([3, 20]))
    #expect(lines.contains([8, 12]))
    #expect(editor.end() == 0)
  }

  @Test func aNewNameChangesNothingElse() throws {
    let editor = TestEditor()
    editor.open(LanguageServerTests.cars)
    let position = try position(after: "<string>Au", in: LanguageServerTests.cars)
    let prepared = try editor.ask("prepareRename", ["position": position])
    var text = EditorText(LanguageServerTests.cars)
    let range = try #require(text.range(of: prepared))
    #expect(String(decoding: text.units[range], as: UTF16.self) == "Audi")
    let edit = try editor.ask("rename", ["position": position, "newName": "AC & Co"])
    try text.take(edit)
    #expect(
      text.text
        == LanguageServerTests.cars.replacingOccurrences(of: "Audi", with: "AC &amp; Co"))
    #expect(editor.end() == 0)
  }

  @Test func aKeyIsRenamedInAllEntries() throws {
    let editor = TestEditor()
    editor.open(LanguageServerTests.cars)
    let position = try position(after: "<key>count", in: LanguageServerTests.cars)
    let edit = try editor.ask("rename", ["position": position, "newName": "land"])
    var text = EditorText(LanguageServerTests.cars)
    try text.take(edit)
    #expect(
      text.text == LanguageServerTests.cars.replacingOccurrences(of: "country", with: "land"))
    // A key that is there makes it impossible.
    #expect(throws: TestEditor.Refusal.self) {
      try editor.ask("rename", ["position": position, "newName": "name"])
    }
    #expect(editor.end() == 0)
  }

  @Test func aLabelInsideOfAnotherValueIsRenamedThere() throws {
    let text = """
      [{"id": 1, "attr": {"name": "Anna ", "x": 1}}, {"id": 2, "attr": {"name": "Bo", "x": 2}},
      {"id": 3, "attr": {"name": "Cy", "x": 3}}]
      """
    let editor = TestEditor()
    let uri = "file:///test/a.json"
    editor.open(text, as: uri)
    let position = try position(after: "\"B", in: text)
    var renamed = EditorText(text)
    try renamed.take(
      editor.ask(about: uri, "rename", ["position": position, "newName": "Z"]))
    #expect(renamed.text == text.replacingOccurrences(of: "Bo", with: "Z"))
    let range = EditorText(text).range(0..<text.utf16.count)
    let actions =
      try editor.ask(
        about: uri, "codeAction", ["range": range, "context": ["diagnostics": [Any]()]])
      as? [TestEditor.Object] ?? []
    let fix = try #require(actions.first { $0["kind"] as? String == "source.fixAll.cardex" })
    var fixed = EditorText(text)
    try fixed.take(fix["edit"])
    #expect(fixed.text == text.replacingOccurrences(of: "Anna ", with: "Anna"))
    #expect(editor.end() == 0)
  }

  @Test(
    "nothing is suggested where nothing fits",
    arguments: ["<", "</string>\n\t<key>d</key>\n\t<dict>\n\t", "</string>\n\t<key>d</key>"])
  func noSuggestions(_ typed: String) throws {
    let text = """
      <plist version="1.0">
      <array>
      <dict>
      \t<key>a</key>
      \t<string>x</string>
      </dict>
      <dict>
      \t<key>b</key>
      \t<string>y</string>
      </dict>
      </array>
      </plist>

      """
    let editor = TestEditor()
    editor.open(text)
    _ = try editor.ask("documentSymbol")
    var changed = EditorText(text)
    let range = try #require(text.range(of: "<string>x"))
    let offset = text.utf16.distance(from: text.startIndex, to: range.upperBound)
    // What follows is the end tag, or a value after the key.
    editor.change([(changed.range(offset..<offset), typed)])
    changed.replace(offset..<offset, with: typed)
    let position = changed.position(of: offset + typed.utf16.count)
    let list = try editor.ask("completion", ["position": position]) as? TestEditor.Object
    #expect((list?["items"] as? [Any])?.isEmpty == true)
    let outside = changed.position(of: changed.units.count)
    let others = try editor.ask("completion", ["position": outside]) as? TestEditor.Object
    #expect((others?["items"] as? [Any])?.isEmpty == true)
    #expect(editor.end() == 0)
  }

  @Test func aSectionIsRenamed() throws {
    let editor = TestEditor()
    editor.open(LanguageServerTests.cars)
    let position = try position(after: "<string>B", in: LanguageServerTests.cars)
    var text = EditorText(LanguageServerTests.cars)
    let edit = try editor.ask("rename", ["position": position, "newName": "Ba"])
    try text.take(edit)
    #expect(
      text.text
        == LanguageServerTests.cars.replacingOccurrences(
          of: "<string>B</string>", with: "<string>Ba</string>"))
    #expect(editor.end() == 0)
  }

  @Test func keysOfNeighboursAreSuggested() throws {
    let text = """
      {"list": [
        {"name": "Audi", "year": 1909, "site": "https://a.example"},
        {"name": "BMW", "year": 1916},
        {"name": "Opel", ""}
      ]}
      """
    let editor = TestEditor()
    let uri = "file:///test/cars.json"
    editor.open(text.replacingOccurrences(of: ", \"\"}", with: "}"), as: uri)
    _ = try editor.ask(about: uri, "documentSymbol")
    let position = try position(after: "\"Opel\", \"", in: text)
    editor.change([(nil, text)], in: uri)
    // The whole text was replaced: where things are is not known until it can be read again.
    _ = try editor.ask(about: uri, "completion", ["position": position])
    editor.change([(nil, text.replacingOccurrences(of: ", \"\"}", with: "}"))], in: uri)
    _ = try editor.ask(about: uri, "documentSymbol")
    let place = EditorText(text).offset(position).map { $0 - 3 } ?? 0
    let start = EditorText(text).position(of: place)
    editor.change([(["start": start, "end": start], ", \"\"")], in: uri)
    let list = try editor.ask(about: uri, "completion", ["position": position])
    let items = (list as? TestEditor.Object)?["items"] as? [TestEditor.Object] ?? []
    #expect(items.map { $0["label"] as? String } == ["year", "site"])
    #expect(items.map { $0["detail"] as? String } == ["integer", "string"])
    #expect(editor.end() == 0)
  }

  @Test func valuesOfAKeyAreSuggested() throws {
    let editor = TestEditor()
    editor.open(LanguageServerTests.cars)
    _ = try editor.ask("documentSymbol")
    let position = try position(after: "<string>I", in: LanguageServerTests.cars)
    let list = try editor.ask("completion", ["position": position])
    let items = (list as? TestEditor.Object)?["items"] as? [TestEditor.Object] ?? []
    #expect(items.isEmpty)
    let other = try self.position(after: "<string>G", in: LanguageServerTests.cars)
    let others = try editor.ask("completion", ["position": other])
    let labels = ((others as? TestEditor.Object)?["items"] as? [TestEditor.Object] ?? [])
      .map { $0["label"] as? String }
    #expect(labels == ["Germany"])
    #expect(editor.end() == 0)
  }

  @Test func applesKeysAreSuggested() throws {
    let text = """
      <plist version="1.0">
      <dict>
      \t<key>CFBundleName</key>
      \t<string>x</string>
      \t
      </dict>
      </plist>
      """
    let editor = TestEditor()
    let uri = "file:///test/Info.plist"
    editor.open(text, as: uri)
    let list = try editor.ask(
      about: uri, "completion", ["position": ["line": 4, "character": 1]])
    let items = (list as? TestEditor.Object)?["items"] as? [TestEditor.Object] ?? []
    let item = try #require(items.first { $0["label"] as? String == "CFBundleVersion" })
    #expect(item["detail"] as? String == "string")
    let edit = item["textEdit"] as? TestEditor.Object
    // The editor indents lines itself.
    #expect(edit?["newText"] as? String == "<key>CFBundleVersion</key>\n<string>$0</string>")
    #expect(!items.contains { $0["label"] as? String == "CFBundleName" })
    #expect(editor.end() == 0)
  }

  @Test func whatCannotBeReadIsMarkedAndTheOutlineStays() throws {
    let editor = TestEditor()
    editor.open(LanguageServerTests.cars)
    #expect(editor.diagnostics().isEmpty)
    let start = try position(after: "<string>Alfa", in: LanguageServerTests.cars)
    editor.change([(["start": start, "end": start], "<")])
    let found = editor.diagnostics()
    #expect(found.map { $0["code"] as? String } == ["unreadable"])
    #expect(found.first?["severity"] as? Int == 1)
    #expect(try names(editor.ask("documentSymbol")).first == "A")
    #expect(throws: TestEditor.Refusal.self) {
      try editor.ask("rename", ["position": start, "newName": "x"])
    }
    #expect(editor.end() == 0)
  }

  @Test func findingsHaveFixes() throws {
    let text = LanguageServerTests.cars.replacingOccurrences(of: "Alfa", with: "Alfa ")
    let editor = TestEditor()
    editor.open(text)
    let found = editor.diagnostics()
    #expect(found.map { $0["code"] as? String } == ["space-at-edge"])
    let range = try #require(found.first?["range"])
    let actions =
      try editor.ask("codeAction", ["range": range, "context": ["diagnostics": found]])
      as? [TestEditor.Object] ?? []
    let fix = try #require(actions.first { $0["kind"] as? String == "quickfix" })
    #expect(fix["isPreferred"] as? Bool == true)
    var fixed = EditorText(text)
    try fixed.take(fix["edit"])
    #expect(fixed.text == LanguageServerTests.cars)
    let all = try #require(actions.first { $0["kind"] as? String == "source.fixAll.cardex" })
    fixed = EditorText(text)
    try fixed.take(all["edit"])
    #expect(fixed.text == LanguageServerTests.cars)
    let others =
      try editor.ask(
        "codeAction",
        ["range": range, "context": ["diagnostics": [Any](), "only": ["refactor"]]])
      as? [TestEditor.Object] ?? []
    // Section B has one entry only.
    #expect(others.map { $0["title"] as? String } == ["Sort the entries of A"])
    let sort = try #require(others.first)
    fixed = EditorText(text)
    try fixed.take(sort["edit"])
    let sorted = fixed.text
    let (alfa, audi) = (sorted.range(of: "Alfa"), sorted.range(of: "Audi"))
    #expect(alfa.map { alfa in audi.map { alfa.lowerBound < $0.lowerBound } } == true)
    let wanted =
      try editor.ask(
        "codeAction",
        ["range": range, "context": ["diagnostics": [Any](), "only": ["source.fixAll"]]])
      as? [TestEditor.Object] ?? []
    #expect(wanted.map { $0["kind"] as? String } == ["source.fixAll.cardex"])
    #expect(editor.end() == 0)
  }

  @Test func changesOfOneVersionAreAllSeen() throws {
    let editor = TestEditor()
    editor.open("[{\"name\": \"first\"},\n{\"name\": \"n1\"}]", as: "file:///test/a.json")
    _ = try editor.ask(about: "file:///test/a.json", "documentSymbol")
    let start = ["line": 0, "character": 1]
    for _ in 0..<3 {
      editor.notify(
        "textDocument/didChange",
        [
          "textDocument": ["uri": "file:///test/a.json", "version": 7],
          "contentChanges": [
            ["range": ["start": start, "end": start], "text": "{\"name\": \"new\"},\n"]
          ],
        ])
      _ = try editor.ask(about: "file:///test/a.json", "hover", ["position": start])
    }
    let edit = try editor.ask(
      about: "file:///test/a.json", "rename",
      ["position": ["line": 4, "character": 11], "newName": "last"])
    var text = EditorText(
      "[" + String(repeating: "{\"name\": \"new\"},\n", count: 3)
        + "{\"name\": \"first\"},\n{\"name\": \"n1\"}]")
    try text.take(edit)
    #expect(text.text.hasSuffix("{\"name\": \"first\"},\n{\"name\": \"last\"}]"))
    #expect(editor.end() == 0)
  }

  @Test func manyPlacesChangeAtOnce() throws {
    let editor = TestEditor()
    let uri = "file:///test/a.json"
    let before = "[" + (0..<500).map { "{\"name\": \"n\($0)\"}" }.joined(separator: ",\n") + "]"
    editor.open(before, as: uri)
    _ = try editor.ask(about: uri, "documentSymbol")
    // From the last place to the first, and then from the first to the last.
    for lines in [Array((0..<500).reversed()), Array(0..<500)] {
      editor.change(
        lines.map { line in
          let place = ["line": line, "character": line == 0 ? 11 : 10]
          return (["start": place, "end": place], "x")
        }, in: uri)
    }
    let symbols = try editor.ask(about: uri, "documentSymbol") as? [TestEditor.Object] ?? []
    #expect(symbols.compactMap { $0["name"] as? String } == (0..<500).map { "xxn\($0)" })
    #expect(editor.end() == 0)
  }

  @Test func elementsOfArraysAreInsertedAsTheyAre() throws {
    let text = """
      <plist version="1.0">
      <array>
      \t<string>cost $5 {a}</string>
      \t
      </array>
      </plist>
      """
    let editor = TestEditor()
    editor.open(text)
    let list = try editor.ask("completion", ["position": ["line": 3, "character": 1]])
    let items = (list as? TestEditor.Object)?["items"] as? [TestEditor.Object] ?? []
    #expect(items.count == 1)
    #expect(items.first?["insertTextFormat"] == nil)
    let edit = items.first?["textEdit"] as? TestEditor.Object
    #expect(edit?["newText"] as? String == "<string>cost $5 {a}</string>")
    #expect(editor.end() == 0)
  }

  @Test func warningsStayWhileATextCannotBeRead() throws {
    let text = LanguageServerTests.cars.replacingOccurrences(of: "Alfa", with: "Alfa ")
    let editor = TestEditor()
    editor.open(text)
    let before = try #require(editor.diagnostics().first?["range"])
    let start = ["line": 0, "character": 0]
    editor.change([(["start": start, "end": start], "\n<")])
    let found = editor.diagnostics()
    #expect(found.map { $0["code"] as? String } == ["unreadable", "space-at-edge"])
    let line = ((before as? TestEditor.Object)?["start"] as? [String: Int])?["line"]
    let now = ((found.last?["range"] as? TestEditor.Object)?["start"] as? [String: Int])?["line"]
    #expect(now == line.map { $0 + 1 })
    #expect(editor.end() == 0)
  }

  @Test func otherXMLIsLeftAlone() throws {
    let editor = TestEditor()
    editor.open("<svg xmlns='x'><g/></svg>", as: "file:///test/a.svg")
    #expect(editor.diagnostics(of: "file:///test/a.svg").isEmpty)
    editor.open("<svg/>", as: "file:///test/a.plist")
    #expect(editor.diagnostics(of: "file:///test/a.plist").count == 1)
    #expect(editor.end() == 0)
  }

  @Test func editsAreMadeWhenActionsAreChosen() throws {
    var abilities = TestEditor.usualAbilities
    abilities["textDocument"] = [
      "codeAction": [
        "resolveSupport": ["properties": ["edit"]],
        "codeActionLiteralSupport": ["codeActionKind": ["valueSet": [String]()]],
      ]
    ]
    let editor = TestEditor(abilities)
    let text = LanguageServerTests.cars.replacingOccurrences(of: "Alfa", with: "Alfa ")
    editor.open(text)
    let range = EditorText(text).range(0..<text.utf16.count)
    let actions =
      try editor.ask("codeAction", ["range": range, "context": ["diagnostics": [Any]()]])
      as? [TestEditor.Object] ?? []
    let fix = try #require(actions.first)
    #expect(fix["edit"] == nil)
    let resolved = try editor.request("codeAction/resolve", fix) as? TestEditor.Object
    var fixed = EditorText(text)
    try fixed.take(resolved?["edit"])
    #expect(fixed.text == LanguageServerTests.cars)
    editor.change([(nil, text + "\n")])
    #expect(throws: TestEditor.Refusal.self) { try editor.request("codeAction/resolve", fix) }
    #expect(editor.end() == 0)
  }

  @Test func languagesThatAreMissingAreAdded() throws {
    let text = """
      {
        "sourceLanguage" : "en",
        "strings" : {
          "Hello" : {
            "localizations" : {
              "de" : {
                "stringUnit" : {
                  "state" : "translated",
                  "value" : "Hallo"
                }
              }
            }
          },
          "World" : {

          }
        },
        "version" : "1.0"
      }
      """
    let editor = TestEditor()
    let uri = "file:///test/Localizable.xcstrings"
    editor.open(text, as: uri)
    let found = editor.diagnostics(of: uri)
    #expect(found.map { $0["code"] as? String } == ["missing-language"])
    let actions =
      try editor.ask(
        about: uri, "codeAction",
        ["range": found[0]["range"] ?? "", "context": ["diagnostics": [Any]()]])
      as? [TestEditor.Object] ?? []
    let action = try #require(actions.first { ($0["title"] as? String)?.contains("de") == true })
    var fixed = EditorText(text)
    try fixed.take(action["edit"])
    #expect(fixed.text.contains("needs_review"))
    editor.change([(nil, fixed.text)], in: uri)
    #expect(editor.diagnostics(of: uri).map { $0["code"] as? String } == ["needs-review"])
    #expect(editor.end() == 0)
  }

  @Test func entriesOfOpenFilesAreFound() throws {
    let editor = TestEditor()
    editor.open(LanguageServerTests.cars)
    editor.open(
      "{\"list\": [{\"name\": \"奥迪\"}, {\"name\": \"宝马\"}]}", as: "file:///test/b.json")
    func found(_ query: String) throws -> [String] {
      let list = try editor.request("workspace/symbol", ["query": query]) as? [TestEditor.Object]
      return (list ?? []).compactMap { $0["name"] as? String }
    }
    #expect(try found("aud") == ["Audi"])
    #expect(try found("aodi") == ["奥迪"])
    #expect(try found("").count == 5)
    #expect(editor.end() == 0)
  }

  @Test func filesOfFoldersAreSearchedAndOthersAreNot() throws {
    let directory = try TemporaryDirectory()
    let folder = directory("inside")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let list = "[{\"name\": \"Opel\"}, {\"name\": \"Škoda\"}]"
    _ = try directory.write(list, to: "inside/a.json")
    _ = try directory.write("[{\"name\": \"Opel GT\"}]", to: "outside.json")
    // What a link leads to outside is not read, either.
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/link.json", withDestinationPath: directory("outside.json"))
    let editor = TestEditor(folder: "file://" + folder)
    func found() throws -> [String] {
      let list = try editor.request("workspace/symbol", ["query": "o"]) as? [TestEditor.Object]
      return (list ?? []).compactMap { $0["name"] as? String }
    }
    #expect(try found() == ["Opel", "Škoda"])
    _ = try directory.write("[{\"name\": \"Volvo\"}]", to: "inside/b.json")
    #expect(try found() == ["Opel", "Škoda", "Volvo"])
    #expect(editor.end() == 0)
  }

  @Test func picturesAndOtherLanguagesAreFoundInTheFoldersOnly() throws {
    let directory = try TemporaryDirectory()
    for language in ["en", "de"] {
      try FileManager.default.createDirectory(
        atPath: directory("\(language).lproj"), withIntermediateDirectories: false)
      _ = try directory.write(
        "/* first */\n\"hello\" = \"\(language)\";\n", to: "\(language).lproj/A.strings")
    }
    _ = try directory.write("", to: "car.png")
    let text = "{\"list\": [{\"name\": \"Audi\", \"icon\": \"car\"}]}"
    let strings = try String(contentsOfFile: directory("de.lproj/A.strings"), encoding: .utf8)
    for folder in ["file://" + directory.path, nil] {
      let editor = TestEditor(folder: folder)
      let (list, german) = (
        "file://" + directory("a.json"), "file://" + directory("de.lproj/A.strings")
      )
      editor.open(text, as: list)
      editor.open(strings, as: german)
      let picture =
        try editor.ask(
          about: list, "definition", ["position": position(after: "\"icon\": \"c", in: text)])
        as? [TestEditor.Object] ?? []
      let other =
        try editor.ask(
          about: german, "definition", ["position": ["line": 1, "character": 3]])
        as? [TestEditor.Object] ?? []
      let links = try editor.ask(about: list, "documentLink") as? [TestEditor.Object] ?? []
      if folder == nil {
        #expect(picture.isEmpty && other.isEmpty && links.isEmpty)
      } else {
        #expect(picture.map { $0["uri"] as? String } == ["file://" + directory("car.png")])
        #expect(other.map { $0["uri"] as? String } == ["file://" + directory("en.lproj/A.strings")])
        #expect(links.map { $0["target"] as? String } == ["file://" + directory("car.png")])
      }
      #expect(editor.end() == 0)
    }
  }

  @Test func whatIsWrongGetsAnErrorAndTheServerLives() throws {
    let editor = TestEditor(isInitialized: false)
    func code(_ body: () throws -> Any) -> Int? {
      do {
        _ = try body()
        return nil
      } catch {
        return (error as? TestEditor.Refusal)?.code
      }
    }
    #expect(code { try editor.ask("hover") } == -32002)
    _ = try editor.request("initialize", ["capabilities": [String: Any]()])
    #expect(code { try editor.request("initialize", [:]) } == -32600)
    #expect(code { try editor.request("no/such", [:]) } == -32601)
    #expect(code { try editor.ask("hover") } == -32602)
    editor.open(LanguageServerTests.cars)
    #expect(code { try editor.ask("hover") } == -32602)
    #expect(code { try editor.ask("hover", ["position": ["line": "x"]]) } == -32602)
    let bodies = [
      "", "[]", "{", "null", "\u{1}", "{\"jsonrpc\":\"2.0\"}", "{\"jsonrpc\":\"2.0\",\"method\":1}",
      "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"x\"}", String(repeating: "[", count: 100_000),
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"textDocument/hover\",\"params\":[1]}",
      "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didChange\",\"params\":{}}",
      "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":{\"textDocument\":7}}",
    ]
    for body in bodies {
      editor.send(Data("Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
    }
    editor.send(Data("Content-Length: 99999999999999999999\r\n\r\nnonsense\r\n\r\n".utf8))
    editor.notify("textDocument/didClose", ["textDocument": ["uri": "x:y"]])
    let far = ["line": 1_000_000, "character": Int.max]
    let hover = try editor.ask("hover", ["position": far])
    #expect(hover is NSNull)
    editor.change([(["start": far, "end": ["line": 0, "character": -5]], "")])
    #expect(try names(editor.ask("documentSymbol")).first == "A")
    #expect(editor.end() == 0)
  }

  @Test func halvesOfCharactersKeepPositionsRight() throws {
    let editor = TestEditor()
    let uri = "file:///test/a.json"
    let body = #"""
      {"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"\#(uri)",
      "languageId":"json","version":1,"text":"{\"a\": \"x\uD83D\", \"b\": \"\\uD83D\uDE00\"}"}}}
      """#
    editor.send(Data("Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
    let selection = try editor.ask(
      about: uri, "selectionRange", ["positions": [["line": 0, "character": 0]]])
    var outer = (selection as? [TestEditor.Object])?.first
    while let parent = outer?["parent"] as? TestEditor.Object { outer = parent }
    let end = (outer?["range"] as? TestEditor.Object)?["end"] as? TestEditor.Object
    #expect(end?["character"] as? Int == #"{"a": "x?", "b": "\uD83D?"}"#.count)
    #expect(editor.end() == 0)
  }

  @Test func anEditorThatGoesEndsTheServer() {
    #expect(TestEditor().hangUp() == 1)
    let editor = TestEditor()
    editor.notify("exit", [:])
    #expect(editor.waitForEnd() == 1)
  }
}
