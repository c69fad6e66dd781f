import Foundation
import SeededRandom
import TestHelpers
import Testing

@testable import Servers

/// An editor in which anything is typed: after every step, the server must answer as one that has just
/// been given the whole text.
@Suite(.serialized) struct RandomEditorTests {
  private static let uris = [
    "file:///test/list.plist", "file:///test/list.json", "file:///test/list.strings",
    "file:///test/Info.plist", "file:///test/old.plist", "file:///test/Texts.xcstrings",
  ]

  @Test(arguments: 0..<6) func answersAreThoseOfANewReading(_ seed: Int) throws {
    var trial = Trial(seed: UInt64(seed), uri: RandomEditorTests.uris[seed])
    for step in 0..<Rounds.of(60) {
      try trial.step()
      if !trial.problems.isEmpty {
        Issue.record("step \(step): \(trial.problems.joined(separator: "\n"))\n\(trial.text.text)")
        break
      }
    }
    #expect(trial.end() == [0, 0])
  }
}

/// A text that is edited in one editor, and opened anew in another after each step.
private struct Trial {
  let uri: String
  private let isUTF8: Bool
  var generator: SeededGenerator
  var text: EditorText
  let edited: TestEditor
  let new: TestEditor
  private(set) var problems: [String] = []

  init(seed: UInt64, uri: String) {
    self.uri = uri
    generator = SeededGenerator(seed: 46_000 + seed)
    let isUTF8 = seed % 2 == 1
    self.isUTF8 = isUTF8
    text = EditorText("", isUTF8: isUTF8)
    var abilities = TestEditor.usualAbilities
    abilities["general"] = [
      "positionEncodings": isUTF8 ? ["utf-16", "utf-8"] : ["utf-32", "utf-16"]
    ]
    (edited, new) = (TestEditor(abilities), TestEditor(abilities))
    text = EditorText(wholeText(), isUTF8: isUTF8)
    edited.open(text.text, as: uri)
  }

  func end() -> [Int32] { [edited.end(), new.end()] }

  private mutating func below(_ count: Int) -> Int {
    Int.random(in: 0..<max(count, 1), using: &generator)
  }

  private mutating func one<Element>(of all: [Element]) -> Element { all[below(all.count)] }

  /// A text that can be read.
  private mutating func wholeText() -> String {
    let names = ["Audi", "奥迪", "Škoda", "A & B", "x", "😀 e\u{301}", "", "BMW", "BMW"]
    func entry() -> [(String, String)] {
      [
        ("name", names.randomElement(using: &generator) ?? ""), ("phone", "12"),
        ("site", "http://a.de"),
      ]
      .filter { _ in below(4) > 0 }
    }
    switch uri.split(separator: ".").last {
    case "json":
      let entries = (0..<below(6)).map { _ in
        "{" + entry().map { "\"\($0)\": \"\($1)\"" }.joined(separator: ", ") + "}"
      }
      return "{\n  \"list\": [\n    \(entries.joined(separator: ",\n    "))\n  ]\n}\n"
    case "strings":
      return (0..<below(6)).map { "/* \($0) */\n\"key \($0)\" = \"\(one(of: names))\";\n" }.joined()
    case "xcstrings":
      let entries = (0..<below(5)).map { number in
        """
            "key \(number)" : {
              "localizations" : {
                "\(one(of: ["de", "fr"]))" : {
                  "stringUnit" : { "state" : "translated", "value" : "\(one(of: names))" }
                }
              }
            }
        """
      }
      return """
        {
          "sourceLanguage" : "en",
          "strings" : {
        \(entries.joined(separator: ",\n"))
          },
          "version" : "1.0"
        }
        """
    case _ where uri.hasSuffix("old.plist"):
      let entries = (0..<below(6)).map { _ in
        "{" + entry().map { "\($0) = \"\($1)\"; " }.joined() + "}"
      }
      return "(\n  \(entries.joined(separator: ",\n  "))\n)\n"
    default:
      var random = RandomPlist(seed: UInt64(below(1 << 30)))
      let xml = random.catalogue().xml
      let broken = below(2) == 0 ? xml.replacingOccurrences(of: "><", with: ">\n<") : xml
      return
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\(broken)</plist>\n"
    }
  }

  // MARK: Steps

  mutating func step() throws {
    switch below(10) {
    case 0: replaceAll()
    case 1...6: type()
    case 7: try rename()
    case 8: try act()
    default:
      // A request that nobody waits for.
      let id = edited.begin("textDocument/foldingRange", ["textDocument": ["uri": uri]])
      edited.notify("$/cancelRequest", ["id": id])
      type()
      do {
        _ = try edited.answer(to: id)
      } catch let refusal as TestEditor.Refusal {
        if refusal.code != -32800 { problems.append("\(refusal)") }
      }
    }
    try compare()
  }

  private mutating func replaceAll() {
    text = EditorText(wholeText(), isUTF8: isUTF8)
    edited.change([(nil, text.text)], in: uri)
  }

  private static let pieces = [
    "<", ">", "<key>", "</key>", "<string>", "</string>", "<dict>", "</dict>", "\"", "{", "}", ":",
    ",",
    ";", "=", "a", "name", "é", "😀", "奥", "\n", "\r", "\r\n", "\t", " ", "&", "&amp;", "\\", "/",
    "0",
    "<<<<<<< ours\n", "\u{1B}", "\u{0}", "\u{FEFF}", "\u{2028}", "-", "// x\n", "<true/>",
  ]

  private mutating func type() {
    var changes: [(range: TestEditor.Object?, text: String)] = []
    for _ in 0...below(3) {
      let start = boundary(below(text.units.count + 1))
      let end = below(2) == 0 ? start : boundary(min(start + below(12), text.units.count))
      let piece = below(4) == 0 ? "" : one(of: Trial.pieces)
      changes.append((text.range(start..<max(start, end)), piece))
      text.replace(start..<max(start, end), with: piece)
    }
    edited.change(changes, in: uri)
  }

  /// The nearest place after an offset that is one.
  private func boundary(_ offset: Int) -> Int {
    (offset...).first(where: text.isBoundary) ?? text.units.count
  }

  /// Takes an edit of the server over.
  private mutating func take(_ edit: Any?) {
    let before = text
    guard text.apply(edit) else {
      problems.append("no edit of the text: \(String(describing: edit))")
      text = before
      return
    }
    // What the server writes can be read.
    edited.change([(nil, text.text)], in: uri)
    if edited.diagnostics(of: uri).contains(where: { $0["code"] as? String == "unreadable" }) {
      problems.append("an edit makes what cannot be read of\n\(before.text)")
    }
  }

  private mutating func rename() throws {
    let position = text.position(of: boundary(below(text.units.count + 1)))
    do {
      let edit = try edited.ask(
        about: uri, "rename",
        ["position": position, "newName": one(of: ["new", "ü & <x>", "a.b"])])
      take(edit)
    } catch is TestEditor.Refusal {}
  }

  private mutating func act() throws {
    let all = text.range(0..<text.units.count)
    let actions = try edited.ask(
      about: uri, "codeAction", ["range": all, "context": ["diagnostics": [Any]()]])
    guard let actions = actions as? [TestEditor.Object], !actions.isEmpty else { return }
    take(one(of: actions)["edit"])
  }

  // MARK: Comparing

  private mutating func compare() throws {
    new.open(text.text, as: uri)
    let position = text.position(of: boundary(below(text.units.count + 1)))
    let range = text.range(0..<text.units.count)
    let requests: [(String, TestEditor.Object)] = [
      ("codeAction", ["range": range, "context": ["diagnostics": [Any]()]]),
      ("selectionRange", ["positions": [position]]), ("documentSymbol", [:]),
      ("foldingRange", [:]), ("hover", ["position": position]),
      ("completion", ["position": position]), ("documentLink", [:]),
      ("references", ["position": position]), ("prepareRename", ["position": position]),
      ("definition", ["position": position]), ("documentHighlight", ["position": position]),
    ]
    var isReadable = true
    for (method, parameters) in requests {
      let answers = [edited, new].map { editor in
        do {
          return Trial.json(
            withoutVersions(try editor.ask(about: uri, method, parameters)))
        } catch {
          return "\(error)"
        }
      }
      if method == "codeAction" {
        let diagnostics = [edited, new].map { Trial.json($0.diagnostics(of: uri)) }
        isReadable = !diagnostics[1].contains("\"unreadable\"")
        if isReadable != !diagnostics[0].contains("\"unreadable\"") {
          problems.append("only one can read it:\n\(diagnostics[0])\n\(diagnostics[1])")
        }
        // While a text cannot be read, what was found before stays.
        if isReadable, diagnostics[0] != diagnostics[1] {
          problems.append("diagnostics:\n\(diagnostics[0])\n\(diagnostics[1])")
        }
      }
      // Of what cannot be read, a new server knows no outline.
      if isReadable, answers[0] != answers[1] {
        problems.append("\(method) \(parameters):\n\(answers[0])\n\(answers[1])")
      }
    }
    let whole = try edited.ask(about: uri, "selectionRange", ["positions": [position]])
    if !endsAtEnd(whole) { problems.append("the text has another length: \(whole)") }
  }

  /// Whether the outermost selection is the whole text.
  private func endsAtEnd(_ selections: Any) -> Bool {
    guard var selection = (selections as? [TestEditor.Object])?.first else { return false }
    while let parent = selection["parent"] as? TestEditor.Object { selection = parent }
    return text.range(of: selection["range"]) == 0..<text.units.count
  }

  /// An answer without the versions of texts, which are different.
  private func withoutVersions(_ value: Any) -> Any {
    if let list = value as? [Any] { return list.map(withoutVersions) }
    guard let object = value as? TestEditor.Object else { return value }
    return object.filter { $0.key != "version" }.mapValues(withoutVersions)
  }

  private static func json(_ value: Any) -> String {
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .fragmentsAllowed]
    let data = try? JSONSerialization.data(withJSONObject: value, options: options)
    return String(decoding: data ?? Data(), as: UTF8.self)
  }
}
