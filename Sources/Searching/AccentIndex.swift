import IndexFiles

/// The records whose text bears accents, and their folded text with them.
///
/// For every 64 records there are twelve bytes: a bit for each record that bears accents, the lowest
/// first, and in four bytes how many do before them.
struct AccentIndex: Sendable {
  private let members: StoredBytes
  private let texts: TextIndex

  static let blockSize = 12

  /// - Throws: `IndexDamage` if the parts cannot be those of so many records.
  init(members: StoredBytes, text: StoredBytes, starts: StoredBytes, recordCount: Int)
    throws(IndexDamage)
  {
    guard members.count == RecordSet.wordCount(recordCount) * AccentIndex.blockSize,
      starts.count % 8 == 0, starts.count > 0
    else { throw IndexDamage() }
    self.members = members
    // The last block says how many there are.
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

  /// Whether a record that holds a pattern's letters matches it with its accents.
  ///
  /// - Complexity: O(1) for a record without accents, else O(*n*) in the length of its text.
  func matches(
    _ pattern: AccentPattern, _ record: Int, _ tags: [Bool]?
  ) throws(IndexDamage) -> Bool {
    let (bits, rank) = try AccentIndex.block(record / 64, of: members)
    let bit: UInt64 = 1 << UInt64(record % 64)
    guard bits & bit != 0 else { return !pattern.needsAccents }
    let ordinal = rank + (bits & (bit - 1)).nonzeroBitCount
    guard ordinal < texts.recordCount else { throw IndexDamage() }
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
