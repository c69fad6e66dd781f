/// Integers of variable length (LEB128): seven bits per byte, the lowest first, with the top bit
/// set in all bytes but the last; at most ten bytes.
extension [UInt8] {
  package mutating func append(varint value: Int) {
    var rest = UInt64(bitPattern: Int64(value))
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends an integer near 0, negative or not: 0, -1, 1, -2, … become 0, 1, 2, 3, ….
  package mutating func append(zigzag value: Int) { append(varint: value << 1 ^ value >> 63) }
}

/// A reader of integers from bytes, one after another.
package struct IntegerReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  package private(set) var position: Int

  package init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  package var isAtEnd: Bool { position >= bytes.count }

  /// The number of bytes that are left.
  package var rest: Int { max(bytes.count - position, 0) }

  /// - Throws: `IndexDamage` if the bytes end before the integer does.
  @inline(__always)
  package mutating func varint() throws(IndexDamage) -> Int {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while position >= 0, position < bytes.count, shift < 70 {
      let byte = bytes[position]
      position += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return Int(Int64(bitPattern: value)) }
      shift += 7
    }
    throw IndexDamage()
  }

  package mutating func zigzag() throws(IndexDamage) -> Int {
    let value = UInt64(bitPattern: Int64(try varint()))
    return Int(Int64(bitPattern: value >> 1)) ^ -Int(value & 1)
  }

  /// The next bytes.
  package mutating func bytes(
    _ count: Int
  ) throws(IndexDamage) -> UnsafeBufferPointer<UInt8> {
    guard count >= 0, position >= 0, count <= bytes.count - position else { throw IndexDamage() }
    defer { position += count }
    return UnsafeBufferPointer(rebasing: bytes[position..<(position + count)])
  }

  /// An integer that must lie in a range, such as a count or a position.
  package mutating func varint(in range: Range<Int>) throws(IndexDamage) -> Int {
    let value = try varint()
    guard range.contains(value) else { throw IndexDamage() }
    return value
  }
}
