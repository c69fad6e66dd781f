import PropertyLists
import SeededRandom
import Testing

@testable import Catalogues

@Suite("Paths to values")
struct ValuePathTests {
  @Test(
    "steps are separated by dots; a position may be in brackets",
    arguments: [
      (".a", [.name("a")]), (".a.b.0", [.name("a"), .name("b"), .name("0")]),
      (".a[0].b", [.name("a"), .position(0), .name("b")]),
      (".a[-1][2]", [.name("a"), .position(-1), .position(2)]), (".[1]", [.position(1)]),
      (".[1].a", [.position(1), .name("a")]), ("..", [.name(""), .name("")]),
      (".\"\"", [.name("")]), (".\"a.b\".c", [.name("a.b"), .name("c")]),
      (".\"a\\\"b\"[0]", [.name("a\"b"), .position(0)]),
      (".com\\.apple\\.x", [.name("com.apple.x")]), (".a\\[0\\]", [.name("a[0]")]),
      (".a\\n\\u{1F600}", [.name("a\n😀")]), (".a:b", [.name("a:b")]), (".a]", [.name("a]")]),
      (".a/b", [.name("a/b")]), (". ", [.name(" ")]),
    ] as [(String, [ValuePath.Step])])
  func reading(_ text: String, _ steps: [ValuePath.Step]) throws {
    #expect(try ValuePath(text).steps == steps)
  }

  @Test(
    "what has no meaning is refused",
    arguments: [
      ("a", "does not begin with a dot"), (".a[x]", "a whole number"), (".a[", "a whole number"),
      (".a[0", "a whole number"), (".a[0]b", "there is a dot"), (".\"a", "has no end"),
      (".\"a\"b", "there is a dot"), (".a\\", "ends in a backslash"),
      (".a\\q", "means nothing"), (".\\u{110000}", "is not a character"),
    ])
  func malformed(_ text: String, _ reason: String) {
    let error = #expect(throws: ValuePathError.self) { try ValuePath(text) }
    #expect(error.map { "\($0)".contains(reason) } == true)
  }

  @Test("a path is written as it is read again, whatever its keys are")
  func writing() throws {
    var random = SeededGenerator(seed: 42)
    let parts = [
      "a", ".", "[", "]", "\\", "\"", "=", ":", "\n", "\u{1}", "\u{202E}", "é", "0", "-", "/", " ",
    ]
    for _ in 0..<5000 {
      let steps = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        ValuePath.Step.name(
          (0..<Int.random(in: 0...4, using: &random)).map { _ in
            parts.randomElement(using: &random)!
          }
          .joined())
      }
      let path = ValuePath(steps)
      #expect(try ValuePath(path.text) == path)
      #expect(ValuePath.isPath(path.text))
      #expect(!path.text.contains("\n"))
    }
    #expect(ValuePath.root.text == "/")
    #expect(ValuePath([.name("a"), .position(-1)]).text == ".a.-1")
  }
}
