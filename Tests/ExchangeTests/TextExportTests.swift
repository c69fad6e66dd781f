import Catalogues
import TestHelpers
import Testing

@testable import Exchange

@Suite("Catalogues as text")
struct TextExportTests {
  @Test("sections, entries and all fields are indented, the label is not repeated")
  func outline() throws {
    let text = try Exported(people, as: .text)
    #expect(
      text.text == """
        A
          Anna
            phone: 0123
            born: 1970-01-02T03:04:05Z
            age: 30
          Arno "Q"
            photo: (3 bytes of data, \(text.text.hash))
            tags:
              0: x
              1:
                a: 1.5
        B, C
          Bo
            phone: 1
            isFriend: true

        """)
    #expect(text.losses == [])
  }

  @Test("lines stay lines, and control characters are visible")
  func lines() throws {
    let plist: Plist = [["name": "N", "note": "one\n\ntwo\u{85}", "e": "", "x": [:]]]
    #expect(
      try Exported(plist, as: .text).text == """
        N
          note:
            one

            two\\u{85}
          e:
          x: (empty)

        """)
  }

  @Test("an edit changes only the lines that it is about")
  func stability() throws {
    let before = try Exported([["n": "A", "x": "1"], ["n": "B", "x": "2"]], as: .text)
    let after = try Exported([["n": "A much longer", "x": "1"], ["n": "B", "x": "2"]], as: .text)
    let lines = (before.text.split(separator: "\n"), after.text.split(separator: "\n"))
    #expect(zip(lines.0, lines.1).count { $0 != $1 } == 1)
    #expect(lines.0.count == lines.1.count)
  }
}

extension String {
  /// The hash that the text has of data.
  fileprivate var hash: Substring {
    firstRange(of: "of data, ").map { self[$0.upperBound...].prefix { $0 != ")" } } ?? ""
  }
}
