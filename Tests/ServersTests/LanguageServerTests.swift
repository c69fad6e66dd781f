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
    #expect(
      edit?["newText"] as? String == "<key>CFBundleVersion</key>\n\t<string>$0</string>")
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
    let sort = try #require(actions.first { $0["kind"] as? String == "refactor.rewrite" })
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

  @Test func editsAreMadeWhenActionsAreChosen() throws {
    var abilities = TestEditor.usualAbilities
    abilities["textDocument"] = ["codeAction": ["resolveSupport": ["properties": ["edit"]]]]
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
    let far = ["line": 1_000_000, "character": 1_000_000_000]
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
    #expect(editor.hangUp() == 1)
  }
}
