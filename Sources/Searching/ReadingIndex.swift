import Platform
import Storage

/// The records that have readings, and the codes of their fields with readings.
///
/// The codes are 16 bits each, the lower byte first. The codes of a field are followed by the
/// field's tag plus 32,768, which is above all codes; the last field of a record is followed by a
/// separator. Every 64 records have sixteen bytes: a bit for each record, the lowest first, that is
/// set if it has codes, and in eight bytes the number of codes before those of these records.
struct ReadingIndex: Sendable {
  private let recordCount: Int
  private let members: StoredBytes
  private let codes: StoredBytes

  static let blockSize = 16
  static let separator: UInt16 = 0
  /// The end of a field with tag 0.
  static let fieldEnd: UInt16 = 1 << 15
  /// The number of possible tags.
  static let tagCount = 1 << 15

  /// - Throws: `IndexDamage` if the parts do not fit the number of records.
  init(members: StoredBytes, codes: StoredBytes, recordCount: Int) throws(IndexDamage) {
    guard members.count == RecordSet.wordCount(recordCount) * ReadingIndex.blockSize,
      codes.count % 2 == 0
    else { throw IndexDamage() }
    self.recordCount = recordCount
    self.members = members
    self.codes = codes
  }

  private var codeCount: Int { codes.count / 2 }

  /// The records that match a pattern by a field that counts.
  ///
  /// - Parameter tags: For each tag, whether fields with it count; `nil` if all do.
  /// - Complexity: O(*n*) in the number of codes, about a nanosecond each, divided among threads.
  func records(
    _ pattern: NamePattern, _ tags: [Bool]?, _ policy: TextIndex.Policy,
    _ trace: inout TextIndex.Trace
  ) throws(IndexDamage) -> RecordSet {
    trace.readCodes += codeCount
    let blocks = RecordSet.wordCount(recordCount)
    let pieces = min(
      ParallelWork.pieces(codeCount, worthwhile: policy.codesPerThread, threads: policy.threads),
      max(blocks, 1))
    let parts = try ParallelWork.map(pieces) { piece throws(IndexDamage) in
      try marks(
        (blocks * piece / pieces)..<(blocks * (piece + 1) / pieces), matching: pattern, tags)
    }
    return RecordSet(bits: parts.count == 1 ? parts[0] : Array(parts.joined()), of: recordCount)
  }

  /// A bit for each record of some blocks, the lowest first, that is set if the record matches.
  private func marks(
    _ blocks: Range<Int>, matching pattern: NamePattern, _ tags: [Bool]?
  ) throws(IndexDamage) -> [UInt64] {
    var marks = [UInt64](repeating: 0, count: blocks.count)
    guard !blocks.isEmpty else { return marks }
    let start = try start(of: blocks.lowerBound)
    let end =
      blocks.upperBound * ReadingIndex.blockSize == members.count
      ? codeCount : try self.start(of: blocks.upperBound)
    guard start <= end, end <= codeCount else { throw IndexDamage() }
    codes.willBeRead((start * 2)..<(end * 2))
    let bytes = try codes.bytes((start * 2)..<(end * 2))
    var cursor = MemberCursor(
      try members.bytes(
        (blocks.lowerBound * ReadingIndex.blockSize)..<(blocks.upperBound * ReadingIndex.blockSize)
      ))
    var isDamaged = false
    UnsafeRawBufferPointer(bytes).withMemoryRebound(to: UInt16.self) { codes in
      pattern.forEachMatch(in: codes) { ordinal, end in
        if tags != nil || !pattern.isAnywhere,
          !ReadingIndex.hasMatch(pattern, tags, in: codes, endingAt: end)
        {
          return true
        }
        guard let member = cursor.member(ordinal) else {
          isDamaged = true
          return false
        }
        marks[member / 64] |= 1 << UInt64(member % 64)
        return true
      }
    }
    if isDamaged { throw IndexDamage() }
    return marks
  }

  /// The number of codes before those of a block.
  private func start(of block: Int) throws(IndexDamage) -> Int {
    let offset = block * ReadingIndex.blockSize + 8
    let bytes = UnsafeRawBufferPointer(try members.bytes(offset..<(offset + 8)))
    let start = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
    guard start <= UInt64(codeCount) else { throw IndexDamage() }
    return Int(start)
  }

  /// Whether a field that counts matches in the record whose codes end at an index.
  private static func hasMatch(
    _ pattern: NamePattern, _ tags: [Bool]?, in codes: UnsafeBufferPointer<UInt16>,
    endingAt end: Int
  ) -> Bool {
    var start = end - 1
    while start > 0, codes[start - 1] != separator { start -= 1 }
    var fieldStart = start
    for index in start..<end where codes[index] >= fieldEnd {
      let tag = Int(codes[index] - fieldEnd)
      if tags.map({ $0.indices.contains(tag) && $0[tag] }) ?? true,
        pattern.matches(codes: UnsafeBufferPointer(rebasing: codes[fieldStart..<index]))
      {
        return true
      }
      fieldStart = index + 1
    }
    return false
  }
}

/// A cursor that finds the members of blocks by their ordinals, in ascending order.
private struct MemberCursor {
  private let blocks: UnsafeRawBufferPointer
  private var block = 0
  /// The members left in the block, and the ordinal of the first one left.
  private var rest: UInt64
  private var first = 0

  init(_ blocks: UnsafeBufferPointer<UInt8>) {
    self.blocks = UnsafeRawBufferPointer(blocks)
    rest = UInt64(littleEndian: self.blocks.loadUnaligned(as: UInt64.self))
  }

  /// The record of the member with a given ordinal, counted from the first record of the first
  /// block; `nil` if there are fewer members.
  mutating func member(_ ordinal: Int) -> Int? {
    while ordinal - first >= rest.nonzeroBitCount {
      first += rest.nonzeroBitCount
      block += 1
      guard (block + 1) * ReadingIndex.blockSize <= blocks.count else { return nil }
      rest = UInt64(
        littleEndian: blocks.loadUnaligned(
          fromByteOffset: block * ReadingIndex.blockSize, as: UInt64.self))
    }
    while first < ordinal {
      rest &= rest - 1
      first += 1
    }
    return block * 64 + rest.trailingZeroBitCount
  }
}
