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
    withUnsafeBytes(of: bits.littleEndian) { members.append(contentsOf: $0) }
    withUnsafeBytes(of: UInt64(blockStart).littleEndian) { members.append(contentsOf: $0) }
    bits = 0
    blockStart = codes.count
  }

  /// The members and codes; empty if no record has any.
  consuming func finish() -> (members: StoredBytes, codes: StoredBytes) {
    guard !codes.isEmpty else { return (StoredBytes([]), StoredBytes([])) }
    if recordCount % 64 != 0 { appendBlock() }
    return (StoredBytes(members), codes.withUnsafeBytes { StoredBytes($0) })
  }
}
