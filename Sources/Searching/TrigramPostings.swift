import CText
import Storage

/// For every trigram of bytes in folded text, the records that contain it.
///
/// The directory has eight bytes for each trigram, ascending: the trigram in the upper 24 bits, its
/// first byte highest, and the start of its list in the lower 40; a final entry marks the end of
/// the lists. A list is either the gaps between record numbers as variable integers (the first
/// number, then each less the one before) or, if those would take as many bytes, a bit for each
/// record, the lowest first.
struct TrigramPostings {
  private let recordCount: Int
  private let directory: StoredBytes
  private let lists: StoredBytes

  init(recordCount: Int, directory: StoredBytes, lists: StoredBytes) {
    self.recordCount = recordCount
    self.directory = directory
    self.lists = lists
  }

  /// The position of a trigram's list, in bytes.
  struct List {
    let range: Range<Int>
    let isBits: Bool
  }

  private static let offsetMask: UInt64 = 1 << 40 - 1

  static func key(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> UInt32 {
    UInt32(first) << 16 | UInt32(second) << 8 | UInt32(third)
  }

  static func bitListSize(_ recordCount: Int) -> Int { (recordCount + 7) / 8 }

  /// The lists of a needle's first trigrams, the shortest first, or `nil` if no record contains one
  /// of the trigrams.
  ///
  /// - Complexity: O(*m* log *t*) in the needle's length, up to 66, and the number of trigrams.
  func lists(of needle: [UInt8]) throws(IndexDamage) -> [List]? {
    // This many are more than enough to choose from.
    let count = min(needle.count - 2, 64)
    var keys: [UInt32] = []
    var result: [List] = []
    for index in 0..<max(0, count) {
      let key = TrigramPostings.key(needle[index], needle[index + 1], needle[index + 2])
      if keys.contains(key) { continue }
      keys.append(key)
      guard let list = try list(of: key) else { return nil }
      result.append(list)
    }
    return result.sorted { $0.range.count < $1.range.count }
  }

  private func entry(_ index: Int) throws(IndexDamage) -> UInt64 {
    let bytes = try directory.bytes((index * 8)..<(index * 8 + 8))
    return UInt64(littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(as: UInt64.self))
  }

  private func list(of key: UInt32) throws(IndexDamage) -> List? {
    let count = directory.count / 8 - 1
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if try entry(middle) >> 40 < UInt64(key) { low = middle + 1 } else { high = middle }
    }
    guard low < count else { return nil }
    let found = try entry(low)
    guard found >> 40 == UInt64(key) else { return nil }
    let start = Int(found & TrigramPostings.offsetMask)
    let end = Int(try entry(low + 1) & TrigramPostings.offsetMask)
    guard start <= end else { throw IndexDamage() }
    return List(
      range: start..<end, isBits: end - start == TrigramPostings.bitListSize(recordCount))
  }

  /// The records in a list.
  func records(in list: List) throws(IndexDamage) -> RecordSet {
    let bytes = try lists.bytes(list.range)
    if list.isBits { return RecordSet(bits: words(bytes), of: recordCount) }
    return RecordSet(try numbers(in: bytes), of: recordCount)
  }

  private func numbers(
    in bytes: UnsafeBufferPointer<UInt8>
  ) throws(IndexDamage) -> [UInt32] {
    let numbers = [UInt32](unsafeUninitializedCapacity: bytes.count) { numbers, count in
      let found = cardex_list_numbers(
        bytes.baseAddress, bytes.count, UInt32(recordCount), numbers.baseAddress)
      count = max(found, 0)
    }
    if numbers.isEmpty, !bytes.isEmpty { throw IndexDamage() }
    return numbers
  }

  private func words(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt64] {
    var words = [UInt64](repeating: 0, count: RecordSet.wordCount(recordCount))
    words.withUnsafeMutableBytes { $0.copyMemory(from: UnsafeRawBufferPointer(bytes)) }
    return words.map { UInt64(littleEndian: $0) }
  }

  /// Those of some records that are also in a list.
  func intersect(_ records: [UInt32], with list: List) throws(IndexDamage) -> [UInt32] {
    let bytes = try lists.bytes(list.range)
    if list.isBits {
      return records.filter { bytes[Int($0 / 8)] >> UInt8($0 % 8) & 1 != 0 }
    }
    if records.count < recordCount / 256 { return try intersect(records, withSome: bytes) }
    var bits = [UInt64](repeating: 0, count: RecordSet.wordCount(recordCount))
    for record in records { bits[Int(record / 64)] |= 1 << UInt64(record % 64) }
    var isDamaged = false
    // One more is written than is kept, and a damaged list may contain a record more than once.
    let capacity = max(bytes.count, records.count) + 1
    let kept = [UInt32](unsafeUninitializedCapacity: capacity) { kept, count in
      let found = cardex_list_numbers_in_bits(
        bytes.baseAddress, bytes.count, UInt32(recordCount), bits, kept.baseAddress)
      isDamaged = found < 0
      count = isDamaged ? 0 : found
    }
    if isDamaged { throw IndexDamage() }
    return kept
  }

  private func intersect(
    _ records: [UInt32], withSome bytes: UnsafeBufferPointer<UInt8>
  ) throws(IndexDamage) -> [UInt32] {
    var isDamaged = false
    let kept = [UInt32](unsafeUninitializedCapacity: records.count) { kept, count in
      let found = cardex_list_numbers_among(
        bytes.baseAddress, bytes.count, UInt32(recordCount), records, records.count,
        kept.baseAddress)
      isDamaged = found < 0
      count = max(found, 0)
    }
    if isDamaged { throw IndexDamage() }
    return kept
  }
}
