import ICUText
import Testing

@testable import Readings

/// Compares the embedded table with the one that the same texts give at run time.
@Suite struct ReadingTableTests {
  private let made = ReadingTable(corrections: ReadingCorrections())

  @Test("the embedded table is the one that the texts give; 'make readings' rewrites it")
  func freshness() {
    #expect(made.lists.count > 700)
    let beginners = HanCharacters.common.filter {
      made.entry(of: $0) & ReadingCode.beginsWord != 0
    }
    #expect(beginners.count > 500)
    #expect(Array(EmbeddedReadingTable.bytes) == ReadingTable.encoded)
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
