import Catalogues
import TestHelpers
import Testing

@testable import Exchange

@Suite("Catalogues as JSON")
struct JSONExportTests {
  @Test("values are written by their types, indented, and the keys stay in order")
  func values() throws {
    let plist: Plist = [
      "b": [1, 2.5, true, false, "x"], "a": [:], "c": [], "d": .date(" 2001-01-01T00:00:00Z "),
    ]
    let json = try Exported(plist, as: .json)
    #expect(
      json.text == """
        {
          "b": [
            1,
            2.5,
            true,
            false,
            "x"
          ],
          "a": {},
          "c": [],
          "d": "2001-01-01T00:00:00Z"
        }

        """)
    #expect(json.losses == ["json has no dates: 1 value of 'd' written as text"])
  }

  @Test(
    "numbers are as they are written, as far as JSON allows",
    arguments: [
      ("<integer>18446744073709551615</integer>", "18446744073709551615"),
      ("<integer> -7 </integer>", "-7"), ("<integer>+7</integer>", "7"),
      ("<integer>0x1F</integer>", "31"), ("<integer>007</integer>", "7"),
      ("<real>1.10</real>", "1.10"), ("<real>3</real>", "3.0"), ("<real>-0</real>", "-0.0"),
      ("<real>+.5</real>", "0.5"), ("<real>1e400</real>", "1e400"), ("<real>1E-3</real>", "1E-3"),
      ("<real>5.</real>", "5.0"),
      ("<real>123456789012345678901234567890</real>", "123456789012345678901234567890"),
      ("<real>18446744073709551616</real>", "18446744073709551616"),
      ("<real>18446744073709551615</real>", "18446744073709551615.0"),
      ("<real>-9223372036854775809</real>", "-9223372036854775809"),
      ("<real>-9223372036854775808</real>", "-9223372036854775808.0"),
    ])
  func numbers(_ element: String, _ json: String) throws {
    let exported = try Exported([.element(element)], as: .json)
    #expect(exported.text == "[\n  \(json)\n]\n")
    #expect(exported.losses == [])
  }

  @Test("an infinite number is a text, and that is said")
  func infinity() throws {
    let json = try Exported(["x": .element("<real>-infinity</real>")], as: .json)
    #expect(json.text == "{\n  \"x\": \"-inf\"\n}\n")
    #expect(json.losses == ["json has no infinite numbers: 1 value of 'x' written as text"])
  }

  @Test("what has a meaning in strings is escaped")
  func escapes() throws {
    let json = try Exported(["\"\\/\t\n\r": "\u{7F}é😀<&"], as: .json)
    #expect(json.text == "{\n  \"\\\"\\\\/\\t\\n\\r\": \"\\u007fé😀<&\"\n}\n")
  }

  @Test("characters that XML does not allow are written as they were read")
  func controlCharacters() throws {
    let json = "[\n  \"a\\u0000\\\"\\b\u{FFFF}\",\n  \"\\\\u0000\"\n]\n"
    #expect(try Exported(catalogue(json), as: .json).text == json)
    #expect(try Exported(catalogue(json), as: .openstep).text.contains("\"a\\U0000\\\"\\U0008"))
    #expect(
      try Exported(catalogue(json), as: .csv).text == "value\n\"a\0\"\"\u{8}\u{FFFF}\"\n\\u0000\n")
  }

  @Test("dates and data come back if they are tagged")
  func tags() throws {
    let json = try Exported(["d": .date("2001-01-01T00:00:00Z"), "b": .data], as: .json) {
      $0.isTagged = true
    }
    #expect(
      json.text == """
        {
          "d": {"$date":"2001-01-01T00:00:00Z"},
          "b": {"$data":"AAEC"}
        }

        """)
    #expect(json.losses == [])
  }

  @Test("what looks like a tag gets another dollar sign, and infinite numbers are tagged")
  func tagLike() throws {
    let plist: Plist = [
      ["$date": "a"], ["$$real": ""], ["$date": "a", "b": "c"], ["$data": 1], ["$dates": "a"],
      .element("<real>nan</real>"),
    ]
    let json = try Exported(plist, as: .json) { $0.isTagged = true }
    let lines = json.text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined()
    #expect(
      lines == "[{\"$$date\": \"a\"},{\"$$$real\": \"\"},{\"$date\": \"a\",\"b\": \"c\"},"
        + "{\"$data\": 1},{\"$dates\": \"a\"},{\"$real\":\"nan\"}]")
    #expect(json.losses == [])
  }

  @Test("repeated keys stay, and comments are missed")
  func repeatedKeys() throws {
    let text =
      "<plist><!-- a --><dict><key>a</key><!--b--><true/><key>a</key><false/></dict></plist>"
    let json = try Exported(catalogue(text), as: .json)
    #expect(json.text == "{\n  \"a\": true,\n  \"a\": false\n}\n")
    #expect(json.losses == ["json has no comments: 2 left out"])
  }
}
