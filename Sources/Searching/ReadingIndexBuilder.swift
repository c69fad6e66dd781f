import IndexFiles
import Readings

/// Puts the codes of records together as a `ReadingIndex`.
struct ReadingIndexBuilder {
  private var reader: NameReader
  private var codes: [UInt16] = []
  private var members: [UInt8] = []
  private var recordCount = 0
  private var hasField = false
  /// The members of the block that is being put together, and where their codes begin.
  private var bits: UInt64 = 0
  private var blockStart = 0
  /// How many codes were taken away.
  private var takenCount = 0

  init(_ table: ReadingTable) { reader = NameReader(table) }

  /// Adds a field of the record that is being put together, if there is something to read in it.
  ///
  /// - Parameters:
  ///   - text: UTF-8, as it is written.
  ///   - tag: Below `ReadingIndex.tagCount`.
  mutating func appendField(_ text: UnsafeBufferPointer<UInt8>, tag: Int) {
    guard reader.appendCodes(of: text, to: &codes) else { return }
    codes.append(ReadingIndex.fieldEnd + UInt16(tag))
    hasField = true
  }

  mutating func endRecord() {
    if hasField {
      codes.append(ReadingIndex.separator)
      bits |= 1 << UInt64(recordCount % 64)
      hasField = false
    }
    recordCount += 1
    if recordCount % 64 == 0 { appendBlock() }
  }

  private mutating func appendBlock() {
    appendBlock(bits, start: blockStart)
    bits = 0
    blockStart = takenCount + codes.count
  }

  private mutating func appendBlock(_ bits: UInt64, start: Int) {
    withUnsafeBytes(of: bits.littleEndian) { members.append(contentsOf: $0) }
    withUnsafeBytes(of: UInt64(start).littleEndian) { members.append(contentsOf: $0) }
  }

  /// Adds the records of another builder behind the own, whose number is a multiple of 64.
  ///
  /// - Parameter tags: The tags here of those there, if they are not the same.
  mutating func append(_ other: ReadingIndexBuilder, tags: [Int]?) {
    let start = codes.count
    var blocks = other.members[...]
    while !blocks.isEmpty {
      let (bits, otherStart) = blocks.withUnsafeBytes {
        (
          UInt64(littleEndian: $0.loadUnaligned(as: UInt64.self)),
          UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        )
      }
      appendBlock(bits, start: start + Int(otherStart))
      blocks = blocks.dropFirst(ReadingIndex.blockSize)
    }
    codes.append(contentsOf: other.codes)
    if let tags {
      for index in start..<codes.count where codes[index] >= ReadingIndex.fieldEnd {
        let tag = Int(codes[index] - ReadingIndex.fieldEnd)
        codes[index] = ReadingIndex.fieldEnd + UInt16(tags[tag])
      }
    }
    (bits, blockStart) = (other.bits, start + other.blockStart)
    recordCount += other.recordCount
  }

  /// The members and codes; empty if no record has any.
  consuming func finish() -> (members: StoredBytes, codes: StoredBytes) {
    guard !codes.isEmpty else { return (StoredBytes([]), StoredBytes([])) }
    endBlock()
    return (StoredBytes(members), codes.withUnsafeBytes { StoredBytes($0) })
  }

  /// Ends the last block, after which no records follow.
  mutating func endBlock() {
    if recordCount % 64 != 0 { appendBlock() }
  }

  /// Takes away the members and codes that there are, all of whose records have ended; others follow.
  mutating func take() -> (members: [UInt8], codes: [UInt8]) {
    // Without codes there are no members either.
    if takenCount == 0, codes.isEmpty { return ([], []) }
    defer {
      takenCount += codes.count
      (members, codes) = ([], [])
    }
    return (members, codes.withUnsafeBytes { Array($0) })
  }
}
