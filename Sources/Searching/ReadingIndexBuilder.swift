import Platform
import Readings
import Storage

/// A builder of the parts of a `ReadingIndex`.
struct ReadingIndexBuilder {
  private var reader: NameReader
  private var codes: [UInt16] = []
  private var members: [UInt8] = []
  private var recordCount = 0
  private var hasField = false
  /// The members of the current block, and where their codes begin.
  private var bits: UInt64 = 0
  private var blockStart = 0

  init(_ table: ReadingTable) { reader = NameReader(table) }

  /// Adds a field to the current record, if it has readings.
  ///
  /// - Parameters:
  ///   - text: The original text in UTF-8.
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
    blockStart = codes.count
  }

  private mutating func appendBlock(_ bits: UInt64, start: Int) {
    members.append(littleEndian: bits)
    members.append(littleEndian: UInt64(start))
  }

  /// Appends the records of another builder to those of this builder, which are a multiple of 64.
  ///
  /// - Parameter tags: For each tag of the other builder, the tag here; `nil` if they are the same.
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

  /// The members and codes; empty if no record has codes.
  consuming func finish() -> (members: StoredBytes, codes: StoredBytes) {
    guard !codes.isEmpty else { return (StoredBytes([]), StoredBytes([])) }
    if recordCount % 64 != 0 { appendBlock() }
    return (StoredBytes(members), codes.withUnsafeBytes { StoredBytes($0) })
  }
}
