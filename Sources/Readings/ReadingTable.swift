import CText
import ICUText
import Platform
import Synchronization

/// The readings of characters: the table of all Han characters, corrections, and the rules of kana
/// and hangul.
package final class ReadingTable: Sendable {
  /// The table without a user's corrections.
  package static let shared = ReadingTable(EmbeddedReadingTable())

  /// A code for each of `HanCharacters.common`, or 0; `ReadingCode.beginsWord` may be set.
  private let common: SendablePointer
  private let ownsCommon: Bool
  /// Other characters in the corrections, sorted.
  private let rare: [RareCharacter]
  let words: ReadingWords
  let lists: ReadingLists
  private let corrections: ReadingCorrections
  /// The version, or 0 if it has not been computed.
  private let knownVersion = Atomic<UInt64>(0)

  private struct SendablePointer: @unchecked Sendable {
    let address: UnsafePointer<UInt16>
  }

  /// - Complexity: O(*n*) in the number of words, a few microseconds.
  private init(_ table: EmbeddedReadingTable) {
    guard let address = table.common.baseAddress else { preconditionFailure("it is not empty") }
    common = SendablePointer(address: address)
    ownsCommon = false
    rare = []
    words = ReadingWords(table)
    lists = ReadingLists(table)
    corrections = ReadingCorrections()
  }

  /// Combines the tables.
  ///
  /// - Parameter corrections: The user's corrections, which override the program's own.
  /// - Complexity: O(*n*) in the size of the tables; a few tenths of a millisecond.
  package init(corrections: ReadingCorrections) {
    let count = HanCharacters.common.count
    let common = UnsafeMutablePointer<UInt16>.allocate(capacity: count)
    common.initialize(repeating: 0, count: count)
    let own = ReadingTable.ownCorrections
    let entryCount = own.entries.count + corrections.entries.count
    var builder = ReadingTableBuilder(
      common: common, lists: HanLatinTable.load(into: common, expected: 1024 + entryCount),
      words: ReadingWords(
        count: entryCount,
        characterCount: own.characters.count + corrections.characters.count))
    builder.addCharacters(of: own)
    builder.addCharacters(of: corrections)
    builder.addWords(of: own, replacedBy: corrections)
    builder.addWords(of: corrections)
    self.common = SendablePointer(address: common)
    ownsCommon = true
    rare = builder.rare
    words = builder.words
    lists = builder.lists
    self.corrections = corrections
  }

  deinit {
    if ownsCommon { common.address.deallocate() }
  }

  /// The text of `Data/readings`.
  package static var ownCorrectionsText: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: cardex_reading_corrections(), count: cardex_reading_corrections_size())
  }

  /// The required content of `Data/reading-table`: the table made from `Data/han-latin` and
  /// `Data/readings`.
  package static var encoded: [UInt8] {
    EmbeddedReadingTable.encode(ReadingTable(corrections: ReadingCorrections()))
  }

  private static var ownCorrections: ReadingCorrections {
    do {
      return try ReadingCorrections(ownCorrectionsText)
    } catch {
      preconditionFailure("Data/readings:\(error.line):\(error.column): \(error)")
    }
  }

  /// The version of the table, which changes whenever codes or their meaning may change: with the
  /// tables, the user's corrections, this code and ICU.
  ///
  /// - Complexity: O(*n*) in the size of the user's corrections on first access.
  package var version: UInt64 {
    let known = knownVersion.load(ordering: .relaxed)
    if known != 0 { return known }
    var hash = TableHash(seed: ReadingTable.revision)
    let texts = EmbeddedReadingTable().textHashes
    hash.add(texts.hanLatin)
    hash.add(texts.corrections)
    CaseFolding.version.withUnsafeBufferPointer { hash.add($0) }
    corrections.hash(into: &hash)
    knownVersion.store(hash.value, ordering: .relaxed)
    return hash.value
  }

  /// Must be raised with every change to the codes of a text, or to the readings of kana and
  /// hangul.
  private static let revision: UInt64 = 1

  /// The code of a Han character, possibly with `ReadingCode.beginsWord`, or 0.
  @inline(__always)
  func entry(of scalar: UInt32) -> UInt16 {
    HanCharacters.areCommon(scalar)
      ? common.address[Int(scalar - HanCharacters.common.lowerBound)] : rareEntry(of: scalar)
  }

  private func rareEntry(of scalar: UInt32) -> UInt16 {
    let entry = rare.code(of: scalar)
    // The iteration mark has the reading of the character it repeats.
    return entry != 0 || scalar == HanCharacters.iterationMark
      ? entry : HanLatinTable.rare.code(of: scalar)
  }

  /// The readings of the units with a code, the first of which is used for filing names.
  ///
  /// An empty reading means that the unit may be left out; an empty array, that it has no reading.
  package func readings(of code: UInt16) -> [String] { syllables(of: code).map(\.text) }

  func syllables(of code: UInt16) -> [Syllable] {
    switch code {
    case _ where ReadingCode.isLatin(code): [Syllable([UInt8(truncatingIfNeeded: code)])]
    case ReadingCode.kana:
      Kana.shared.readings(of: code)
    case ReadingCode.hangul: Hangul.readings(of: code)
    case ReadingCode.firstHan..<(ReadingCode.firstHan + UInt16(lists.count)):
      Array(lists[Int(code - ReadingCode.firstHan)])
    default: []
    }
  }
}
