import SeededRandom
import Testing

@testable import Terminal

@Suite("Text made visible")
struct VisibleTextTests {
  @Test(
    "text without controls is shown unchanged",
    arguments: ["", "abc", "奥迪", "Â–é", "a\\n", "👨‍👩‍👧", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "ａ\u{200F}"])
  func plain(text: String) {
    #expect(VisibleText.isPlain(text))
    #expect(VisibleText.shown(text) == text)
  }

  @Test(
    "control characters are shown as escapes",
    arguments: [
      ("a\nb", "a\\nb"), ("\t", "\\t"), ("\r", "\\r"), ("a\r\nb", "a\\r\\nb"),
      ("\u{0}", "\\u{0}"), ("\u{1B}[31m", "\\u{1B}[31m"), ("\u{7F}", "\\u{7F}"),
      ("\u{9B}2J", "\\u{9B}2J"), ("\u{85}", "\\u{85}"), ("\u{2028}", "\\u{2028}"),
      ("x\u{202E}y", "x\\u{202E}y"), ("\u{2067}奥", "\\u{2067}奥"),
      ("\u{1B}\u{301}", "\\u{1B}\u{301}"), ("a\u{FFF9}b\u{FFFB}", "a\\u{FFF9}b\\u{FFFB}"),
      ("a\u{E0041}", "a\\u{E0041}"), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿\u{E0041}", "🏴󠁧󠁢󠁳󠁣󠁴󠁿\\u{E0041}"),
      ("🏴\u{E0041}", "🏴\\u{E0041}"),
    ])
  func controls(text: String, expected: String) {
    #expect(!VisibleText.isPlain(text))
    #expect(VisibleText.shown(text).unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test("for comparison, invisible characters are escaped, too")
  func whole() {
    #expect(
      VisibleText.shownWhole("a\u{200E}b\u{200F}\u{FEFF}\n") == "a\\u{200E}b\\u{200F}\\u{FEFF}\\n")
    #expect(VisibleText.shownWhole("👨‍👩‍👧🏴󠁧󠁢󠁳󠁣󠁴󠁿 é奥") == "👨‍👩‍👧🏴󠁧󠁢󠁳󠁣󠁴󠁿 é奥")
  }

  @Test("pieces cover the text byte by byte and know their widths")
  func pieces() {
    let pieces = Array(VisibleText.pieces(of: "a奥e\u{301}\n"))
    #expect(pieces.map(\.text) == ["a", "奥", "é", "\\n"])
    #expect(pieces.map(\.width) == [1, 2, 1, 2])
    #expect(pieces.map(\.offset) == [0, 1, 4, 7])
    #expect(pieces.map(\.end) == [1, 4, 7, 8])
  }

  @Test(
    "in a field of a line, backslashes are doubled",
    arguments: [
      ("a\\b", "a\\\\b"), ("\\", "\\\\"), ("\\n", "\\\\n"), ("\n", "\\n"), ("a\tb\\", "a\\tb\\\\"),
      ("\\\\", "\\\\\\\\"), ("", ""), ("奥/迪#1", "奥/迪#1"), ("\u{1B}", "\\u{1B}"),
    ])
  func fields(text: String, expected: String) {
    #expect(VisibleText.escapedField(text) == expected)
  }

  /// The original text of an escaped field.
  private static func unescaped(_ field: String) -> String? {
    var result = String.UnicodeScalarView()
    var rest = field.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      switch rest.popFirst() {
      case "n": result.append("\n")
      case "t": result.append("\t")
      case "r": result.append("\r")
      case "\\": result.append("\\")
      case "u":
        let digits = rest.dropFirst().prefix { $0 != "}" }
        guard let value = UInt32(String(digits), radix: 16), let scalar = Unicode.Scalar(value)
        else { return nil }
        result.append(scalar)
        rest = rest.dropFirst(digits.count + 2)
      default: return nil
      }
    }
    return String(result)
  }

  @Test("any field can be unescaped")
  func turningBack() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<2000 {
      let text = generator.text()
      let field = VisibleText.escapedField(text)
      try #require(!actsOnTerminal(field), "\(field)")
      let restored = try #require(Self.unescaped(field), "\(field)")
      try #require(restored.unicodeScalars.elementsEqual(text.unicodeScalars), "\(field)")
    }
  }

  @Test(
    "a backslash with a mark on it is doubled, too",
    arguments: ["\\\u{301}", "\\\u{200D}", "\\\u{FE0F}n"])
  func markedBackslash(text: String) throws {
    let restored = try #require(Self.unescaped(VisibleText.escapedField(text)))
    #expect(restored.unicodeScalars.elementsEqual(text.unicodeScalars))
  }
}
