import CText
import Platform
import Storage

/// Where every eighth record begins in an arena, and where the arena ends.
///
/// The first eight bytes, little endian, say how many bytes each of the numbers takes: no more than
/// the length of the arena needs. The numbers follow, the lowest byte first.
struct TextStarts: Sendable {
  let bytes: StoredBytes
  let width: Int

  static let headerSize = 8

  /// - Throws: `IndexDamage` if the bytes are not the starts of this many records.
  init(_ bytes: StoredBytes, recordCount: Int) throws(IndexDamage) {
    let header = UnsafeRawBufferPointer(try bytes.bytes(0..<TextStarts.headerSize))
    let width = UInt64(littleEndian: header.loadUnaligned(as: UInt64.self))
    let blocks = (recordCount + TextIndex.blockRecords - 1) / TextIndex.blockRecords
    guard (1...8).contains(width),
      bytes.count == TextStarts.headerSize + (blocks + 1) * Int(width)
    else { throw IndexDamage() }
    self.bytes = bytes
    self.width = Int(width)
  }

  /// Where the text of a block begins; for the block after the last one, where the text ends. A
  /// damaged index may name a place outside of the arena.
  func start(ofBlock block: Int) throws(IndexDamage) -> UInt64 {
    _ = try bytes.bytes(range(ofBlocks: block..<(block + 1)))
    return uncheckedStart(ofBlock: block)
  }

  /// Where the text of a block begins and ends.
  ///
  /// - Throws: `IndexDamage` if that is not in a text of this length.
  func bounds(ofBlock block: Int, textSize: Int) throws(IndexDamage) -> Range<Int> {
    _ = try bytes.bytes(range(ofBlocks: block..<(block + 2)))
    let (start, end) = (uncheckedStart(ofBlock: block), uncheckedStart(ofBlock: block + 1))
    guard start <= end, end <= UInt64(textSize) else { throw IndexDamage() }
    return Int(start)..<Int(end)
  }

  /// Where the text of a block begins, without checks for damage.
  ///
  /// - Precondition: There is such a block.
  func uncheckedStart(ofBlock block: Int) -> UInt64 {
    cardex_start(bytes.unchecked.baseAddress, width, block)
  }

  private func range(ofBlocks blocks: Range<Int>) -> Range<Int> {
    (TextStarts.headerSize + blocks.lowerBound * width)..<(TextStarts.headerSize
      + blocks.upperBound * width)
  }
}

// MARK: Making

extension TextStarts {
  /// The stored form of starts that have eight bytes each.
  static func packed(_ starts: [UInt8], textSize: Int) -> [UInt8] {
    let width = max((Int.bitWidth - textSize.leadingZeroBitCount + 7) / 8, 1)
    var result: [UInt8] = []
    result.reserveCapacity(headerSize + starts.count / 8 * width)
    result.append(littleEndian: UInt64(width))
    for start in stride(from: 0, to: starts.count, by: 8) {
      result.append(contentsOf: starts[start..<(start + width)])
    }
    return result
  }
}
