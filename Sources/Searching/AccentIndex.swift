import Storage

/// The records whose text has accents, and their folded text with its accents.
///
/// Every 64 records have twelve bytes: a bit for each record, the lowest first, that is set if it
/// has accents, and in four bytes how many records before them have accents.
struct AccentIndex: Sendable {
  private let recordCount: Int
  private let members: StoredBytes
  private let texts: TextIndex

  static let blockSize = 12

  /// - Throws: `IndexDamage` if the parts do not fit the number of records.
  init(members: StoredBytes, text: StoredBytes, starts: StoredBytes, recordCount: Int)
    throws(IndexDamage)
  {
    guard members.count == RecordSet.wordCount(recordCount) * AccentIndex.blockSize,
      starts.count % 8 == 0, starts.count > 0
    else { throw IndexDamage() }
    self.recordCount = recordCount
    self.members = members
    // The last block holds their number.
    var count = 0
    if members.count > 0 {
      let block = try AccentIndex.block(members.count / AccentIndex.blockSize - 1, of: members)
      count = block.rank + block.bits.nonzeroBitCount
    }
    texts = try TextIndex(
      TextIndex.Parts(
        arena: text, starts: starts, directory: StoredBytes([]), lists: StoredBytes([])),
      recordCount: count)
  }

  private static func block(
    _ index: Int, of members: StoredBytes
  ) throws(IndexDamage) -> (bits: UInt64, rank: Int) {
    let bytes = UnsafeRawBufferPointer(
      try members.bytes((index * blockSize)..<((index + 1) * blockSize)))
    return (
      UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self)),
      Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self)))
    )
  }

  /// The size in bytes of the text that is stored with its accents.
  var textSize: Int { texts.textSize }

  /// The records that match a pattern that needs accents.
  ///
  /// - Complexity: O(*n*) in the length of all text that is stored with its accents, at the speed
  ///   of memory, and O(*c*) in the length of the records that hold the first accents of the
  ///   pattern.
  func records(
    _ pattern: AccentPattern, _ tags: [Bool]?, _ trace: inout TextIndex.Trace
  ) throws(IndexDamage) -> RecordSet {
    let candidates = try texts.scan(for: pattern.accentedPart, FieldFilter(), &trace)
    var records: [UInt32] = []
    var block = 0
    try candidates.visit { ordinal throws(IndexDamage) in
      if try matches(pattern, ordinal, tags) {
        records.append(UInt32(try record(ofOrdinal: ordinal, from: &block)))
      }
      return true
    }
    return RecordSet(records, of: recordCount)
  }

  /// The record with a given ordinal, counted from 0, among those with accents.
  ///
  /// - Parameter block: A block not after the record's; set to the record's.
  private func record(ofOrdinal ordinal: Int, from block: inout Int) throws(IndexDamage) -> Int {
    let count = members.count / AccentIndex.blockSize
    // Exponential, then binary search: the next one is seldom far away.
    var step = 1
    while block + step < count, try rank(ofBlock: block + step) <= ordinal {
      block += step
      step *= 2
    }
    var end = min(block + step, count)
    while block + 1 < end {
      let middle = (block + end) / 2
      if try rank(ofBlock: middle) <= ordinal { block = middle } else { end = middle }
    }
    var (bits, rank) = try AccentIndex.block(block, of: members)
    guard rank <= ordinal, ordinal - rank < bits.nonzeroBitCount else { throw IndexDamage() }
    while rank < ordinal {
      bits &= bits - 1
      rank += 1
    }
    let record = block * 64 + bits.trailingZeroBitCount
    guard record < recordCount else { throw IndexDamage() }
    return record
  }

  private func rank(ofBlock index: Int) throws(IndexDamage) -> Int {
    try AccentIndex.block(index, of: members).rank
  }

  /// The records of a set that match a pattern including its accents.
  ///
  /// - Parameter records: Records without accents must hold the pattern's letters; this is not
  ///   checked.
  ///
  /// - Complexity: O(1) for a record without accents, otherwise O(*n*) in the length of its text.
  func filter(
    _ records: RecordSet, _ pattern: AccentPattern, _ tags: [Bool]?
  ) throws(IndexDamage) -> RecordSet {
    // In two passes, so that the places to read, which are far apart, are known beforehand.
    var ordinals: [UInt32] = []
    try records.visit { record throws(IndexDamage) in
      ordinals.append(try ordinal(of: record).map(UInt32.init) ?? .max)
      return true
    }
    var next = 0
    return try records.filter { _ throws(IndexDamage) in
      defer { next += 1 }
      if next + 8 < ordinals.count, ordinals[next + 8] < texts.recordCount {
        texts.willRead(Int(ordinals[next + 8]))
      }
      guard ordinals[next] != .max else { return !pattern.needsAccents }
      return try matches(pattern, Int(ordinals[next]), tags)
    }
  }

  /// The ordinal of a record among those with accents; `nil` if it has none.
  private func ordinal(of record: Int) throws(IndexDamage) -> Int? {
    let (bits, rank) = try AccentIndex.block(record / 64, of: members)
    let bit: UInt64 = 1 << UInt64(record % 64)
    guard bits & bit != 0 else { return nil }
    let ordinal = rank + (bits & (bit - 1)).nonzeroBitCount
    guard ordinal < texts.recordCount else { throw IndexDamage() }
    return ordinal
  }

  private func matches(
    _ pattern: AccentPattern, _ ordinal: Int, _ tags: [Bool]?
  ) throws(IndexDamage) -> Bool {
    let text = try texts.text(of: ordinal)
    var start = 0
    while let field = FieldEnd.tag(at: start, in: text) {
      if tags.map({ $0.indices.contains(field.tag) && $0[field.tag] }) ?? true,
        pattern.matches(UnsafeBufferPointer(rebasing: text[start..<field.textEnd]))
      {
        return true
      }
      start = field.end + 1
    }
    return false
  }
}
