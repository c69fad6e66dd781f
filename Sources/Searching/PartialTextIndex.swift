import Platform
import Storage

/// A pattern for texts in another form than the usual folded text.
protocol PartialTextPattern {
  /// Bytes that every text that matches contains.
  var part: [UInt8] { get }

  /// Whether the text of a field matches.
  func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool
}

/// The texts of some records in another form: folded text that keeps its accents, for records with
/// accents; or numbers (`NumberPattern`), for records with grouped digits.
///
/// Every 64 records have twelve bytes: a bit for each record, the lowest first, that is set if the
/// record has such a text, and in four bytes how many earlier records have one.
struct PartialTextIndex: Sendable {
  private let recordCount: Int
  private let members: StoredBytes
  private let texts: TextIndex

  static let blockSize = 12

  /// - Parameter parts: The members, the texts, and where every eighth text begins.
  /// - Returns: `nil` if the parts are empty, since no record has such a text.
  /// - Throws: `IndexDamage` if the parts do not fit the number of records.
  init?(_ parts: [StoredBytes], recordCount: Int) throws(IndexDamage) {
    let (members, text, starts) = (parts[0], parts[1], parts[2])
    if members.count == 0, text.count == 0, starts.count == 0 { return nil }
    guard members.count == RecordSet.wordCount(recordCount) * PartialTextIndex.blockSize else {
      throw IndexDamage()
    }
    self.recordCount = recordCount
    self.members = members
    // The last block tells how many members there are.
    var count = 0
    if members.count > 0 {
      let block = try PartialTextIndex.block(
        members.count / PartialTextIndex.blockSize - 1, of: members)
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

  /// The size in bytes of the texts.
  var textSize: Int { texts.textSize }

  /// The records whose text in this form matches a pattern.
  ///
  /// - Complexity: O(*n*) in the length of all these texts, at the speed of memory, and O(*c*) in
  ///   the length of the texts that contain the pattern's `part`.
  func records(
    _ pattern: some PartialTextPattern, _ tags: [Bool]?, _ trace: inout TextIndex.Trace
  ) throws(IndexDamage) -> RecordSet {
    let candidates = try texts.scan(for: pattern.part, FieldFilter(), &trace)
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

  /// The record with a given ordinal, counted from 0, among those with such a text.
  ///
  /// - Parameter block: The record's block or an earlier one; becomes the record's block.
  private func record(ofOrdinal ordinal: Int, from block: inout Int) throws(IndexDamage) -> Int {
    let count = members.count / PartialTextIndex.blockSize
    // Exponential, then binary search: the next record is seldom far away.
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
    var (bits, rank) = try PartialTextIndex.block(block, of: members)
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
    try PartialTextIndex.block(index, of: members).rank
  }

  /// The records of a set that match a pattern including its accents.
  ///
  /// - Parameter records: Those without accents must contain the pattern's letters; this is not
  ///   checked.
  ///
  /// - Complexity: O(1) for a record without accents, otherwise O(*n*) in the length of its text.
  func filter(
    _ records: RecordSet, _ pattern: AccentPattern, _ tags: [Bool]?
  ) throws(IndexDamage) -> RecordSet {
    // In two passes, so that the parts to read, which are far apart, are known beforehand.
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

  /// The ordinal of a record among those with such a text; `nil` if it has none.
  private func ordinal(of record: Int) throws(IndexDamage) -> Int? {
    let (bits, rank) = try PartialTextIndex.block(record / 64, of: members)
    let bit: UInt64 = 1 << UInt64(record % 64)
    guard bits & bit != 0 else { return nil }
    let ordinal = rank + (bits & (bit - 1)).nonzeroBitCount
    guard ordinal < texts.recordCount else { throw IndexDamage() }
    return ordinal
  }

  private func matches(
    _ pattern: some PartialTextPattern, _ ordinal: Int, _ tags: [Bool]?
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

/// A builder of the parts of a `PartialTextIndex`.
struct PartialTextBuilder {
  /// The texts; what is appended belongs to the record that is ended next.
  var texts = TextArena()
  private var members: [UInt8] = []
  /// The bits of the next members.
  private var bits: UInt64 = 0
  private var recordCount = 0

  /// Ends a record.
  ///
  /// - Parameter isMember: Whether the record has a text in this form; otherwise what was appended
  ///   is discarded.
  mutating func endRecord(isMember: Bool) {
    if isMember {
      bits |= 1 << UInt64(recordCount % 64)
      texts.endRecord()
    } else if texts.text.count > texts.recordStart {
      texts.removeRecord()
    }
    recordCount += 1
    if recordCount % 64 == 0 { appendMembers() }
  }

  private mutating func appendMembers() {
    appendMembers(bits, rank: UInt32(texts.recordCount - bits.nonzeroBitCount))
    bits = 0
  }

  private mutating func appendMembers(_ bits: UInt64, rank: UInt32) {
    members.append(littleEndian: bits)
    members.append(littleEndian: rank)
  }

  /// Appends the records of another builder to those of this builder, which are a multiple of 64.
  ///
  /// - Parameter tags: For each tag of the other builder, the tag here; `nil` if they are the same.
  mutating func append(_ other: PartialTextBuilder, tags: [Int]?) {
    var blocks = other.members[...]
    while !blocks.isEmpty {
      let (bits, rank) = blocks.withUnsafeBytes {
        (
          UInt64(littleEndian: $0.loadUnaligned(as: UInt64.self)),
          UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
        )
      }
      appendMembers(bits, rank: rank + UInt32(texts.recordCount))
      blocks = blocks.dropFirst(PartialTextIndex.blockSize)
    }
    bits = other.bits
    texts.append(other.texts, tags: tags)
    recordCount += other.recordCount
  }

  /// Ends the last members, after which no records follow.
  mutating func finish() {
    if recordCount % 64 != 0 { appendMembers() }
    texts.finish()
  }

  /// The members, texts and starts, after `finish`; empty if there are no texts.
  var parts: [[UInt8]] {
    if texts.recordCount == 0 { return [[], [], []] }
    return [members, texts.text, TextStarts.packed(texts.starts, textSize: texts.text.count)]
  }
}
