import Platform
import TestHelpers
import Testing

@testable import PropertyLists

@Suite struct ElementTextTests {
  @Test(
    "values are written as their kind",
    arguments: [
      ("a<b>&\"c'\r\n]]>", .string, "<string>a&lt;b&gt;&amp;\"c'&#13;\n]]&gt;</string>"),
      ("", .string, "<string></string>"), ("042", .integer, "<integer>042</integer>"),
      ("-1.5e3", .real, "<real>-1.5e3</real>"), ("Yes", .true, "<true/>"),
      ("0", .false, "<false/>"),
      ("2024-02-29T00:00:00Z", .date, "<date>2024-02-29T00:00:00Z</date>"),
      ("AAEC", .data, "<data>AAEC</data>"), ("", .array, "<array/>"),
      ("", .dict, "<dict/>"),
    ] as [(String, NodeKind, String)])
  func values(_ text: String, _ kind: NodeKind, _ element: String) throws {
    #expect(String(decoding: try ElementText.value(text, as: kind), as: UTF8.self) == element)
  }

  @Test(
    "text that is not a value of the kind is rejected",
    arguments: [
      ("twelve", .integer), ("", .integer), ("1,5", .real), ("maybe", .true),
      ("2023-02-29T00:00:00Z", .date), ("2024-01-01", .date), ("%", .data), ("x", .array),
      ("x", .dict), ("a\u{0}b", .string), ("\u{B}", .key), ("\u{FFFF}", .string),
    ] as [(String, NodeKind)])
  func objections(_ text: String, _ kind: NodeKind) {
    #expect(throws: ReportedError.self) { try ElementText.value(text, as: kind) }
  }

  @Test("a key is any text that XML can hold")
  func keys() throws {
    #expect(try ElementText.key("a&b") == Array("<key>a&amp;b</key>".utf8))
    #expect(throws: ReportedError.self) { try ElementText.key("a\u{1}") }
  }

  @Test("a text of a kind that has any content is never objected to")
  func anyContent() {
    for kind in [NodeKind.string, .key, .array, .dict] {
      Array("<a>\u{1}".utf8).withUnsafeBufferPointer {
        #expect(ScalarSyntax.objection(to: $0, as: kind) == nil)
      }
    }
  }

  @Test("any text that XML can hold is read back as it was")
  func roundTrip() throws {
    let text = "\t a&amp;<!-- -->]]>\u{1F600}é\r\r\n\u{85}\u{2028}"
    let element = try ElementText.value(text, as: .string)
    let document = try PropertyListDocument(
      FileBytes(Array("<plist>".utf8) + element + Array("</plist>".utf8)))
    #expect(document.text(of: 0) == text)
  }
}
