import ICUText
import Testing

@testable import Readings

/// Compares the tables built at compile time with those built at run time from the same texts.
@Suite struct ReadingTableTests {
  private let made = ReadingTable(corrections: ReadingCorrections())

  @Test("lists of readings have the same codes")
  func lists() {
    #expect(ReadingTable.shared.lists.readings == made.lists.readings)
    #expect(ReadingTable.shared.lists.starts == made.lists.starts)
    #expect(made.lists.count > 700)
  }

  @Test("characters have the same codes, and begin the same words")
  func characters() {
    let beginners = HanCharacters.common.filter {
      made.entry(of: $0) & ReadingCode.beginsWord != 0
    }
    #expect(beginners.count > 500)
    for scalar in HanCharacters.common {
      #expect(ReadingTable.shared.entry(of: scalar) == made.entry(of: scalar), "U+\(scalar)")
    }
  }

  @Test("words and surnames have the same codes")
  func words() throws {
    let own = try ReadingCorrections(ReadingTable.ownCorrectionsText)
    for entry in own.entries {
      let text = String(
        String.UnicodeScalarView(own.characters[entry.characters].compactMap { Unicode.Scalar($0) })
      )
      for name in [text, "A\(text)车", "王\(text)", "\(text)大小中一二三"] {
        #expect(codes(of: name) == codes(of: name, table: made), "\(name)")
      }
    }
    #expect(ReadingTable.shared.version == made.version)
  }
}
