import CText
import Platform

/// The table in `Data/reading-table`, which is part of the program: the texts of `Data/han-latin`
/// and `Data/readings`, compiled for lookup.
///
/// A header of 64-bit numbers, then arrays without gaps, the widest elements first; in the
/// processor's byte order, which is little-endian.
struct EmbeddedReadingTable {
  /// Hashes of the texts from which the table was made.
  let textHashes: (hanLatin: UInt64, corrections: UInt64)
  let readings: UnsafeBufferPointer<UInt64>
  let characters: UnsafeBufferPointer<UInt32>
  let starts: UnsafeBufferPointer<Int32>
  let common: UnsafeBufferPointer<UInt16>
  let wordCodes: UnsafeBufferPointer<UInt16>
  let slots: UnsafeBufferPointer<UInt16>
  let words: UnsafeBufferPointer<ReadingWords.Word>

  /// The numbers in the header: two hashes, then the numbers of elements of the arrays, except
  /// arrays of known length.
  private static let headerCount = 7

  static var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: cardex_reading_table(), count: cardex_reading_table_size())
  }

  init() {
    var rest = EmbeddedReadingTable.bytes
    func take<Element>(_ count: Int) -> UnsafeBufferPointer<Element> {
      let size = count * MemoryLayout<Element>.stride
      defer { rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(size)) }
      return UnsafeRawBufferPointer(rebasing: rest.prefix(size)).bindMemory(to: Element.self)
    }
    let header: UnsafeBufferPointer<UInt64> = take(EmbeddedReadingTable.headerCount)
    textHashes = (header[0], header[1])
    let counts = header[2...].map(Int.init)
    readings = take(counts[0])
    characters = take(counts[1])
    starts = take(counts[2])
    common = take(HanCharacters.common.count)
    wordCodes = take(counts[1])
    slots = take(counts[3])
    words = take(counts[4])
  }

  /// The bytes of a table without a user's corrections.
  static func encode(_ table: ReadingTable) -> [UInt8] {
    var bytes: [UInt8] = []
    func append<Element>(_ elements: some Sequence<Element>) {
      Array(elements).withUnsafeBytes { bytes += $0 }
    }
    let (lists, words) = (table.lists, table.words)
    append([HanLatinTable.text, ReadingTable.ownCorrectionsText].map { stableHash(Array($0)) })
    append(
      [
        lists.readings.count, words.characters.count, lists.starts.count, words.slots.count,
        words.words.count,
      ].map(UInt64.init))
    append(lists.readings.map(\.bits))
    append(words.characters)
    append(lists.starts)
    append(HanCharacters.common.map(table.entry))
    append(words.codes)
    append(words.slots)
    for word in words.words {
      append([word.start, word.next])
      bytes += [word.length, word.isAtStart ? 1 : 0]
    }
    return bytes
  }
}
