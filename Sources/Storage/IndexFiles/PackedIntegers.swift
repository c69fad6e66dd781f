import Platform

/// Packed integers from 0 to 2⁴⁸ - 1, such as offsets in a file, with random access.
///
/// The integers are stored in blocks of 64. The first integer of a block is in a directory. Each of
/// the others is stored as its difference from the previous integer, minus the smallest difference
/// in the block. All results in a block have as many bits as the largest needs (frame of reference;
/// Goldstein, Ramakrishnan and Shaft, 1998). Where the integers increase evenly, they take about a
/// byte each.
package struct PackedIntegers {
  fileprivate static let blockLength = 64
  /// The first integer of a block and the block's position, 8 bytes each.
  fileprivate static let directoryEntryLength = 16
  /// Bytes before the directory.
  fileprivate static let headerLength = 8
  package static let range = 0..<(1 << 48)

  private let bytes: StoredBytes
  package let count: Int

  /// - Parameter bytes: What `append(packed:)` appended. Only the parts that are needed are read.
  /// - Throws: `IndexDamage` if there are too few bytes.
  package init(_ bytes: StoredBytes) throws(IndexDamage) {
    self.bytes = bytes
    // There cannot be more integers than the directory has room for.
    let most = bytes.count / PackedIntegers.directoryEntryLength * PackedIntegers.blockLength
    count = try PackedIntegers.word(of: bytes, at: 0)
    guard count >= 0, count <= most else { throw IndexDamage() }
    let blocks = (count + PackedIntegers.blockLength - 1) / PackedIntegers.blockLength
    let directory = blocks * PackedIntegers.directoryEntryLength
    guard PackedIntegers.headerLength + directory <= bytes.count else { throw IndexDamage() }
  }

  /// The integer at an index.
  ///
  /// - Throws: `IndexDamage` if the index is not below the count, or if the stored bytes are
  ///   invalid.
  /// - Complexity: O(1): up to 63 differences are added.
  package func integer(at index: Int) throws(IndexDamage) -> Int {
    guard index >= 0, index < count else { throw IndexDamage() }
    let (block, steps) = index.quotientAndRemainder(dividingBy: PackedIntegers.blockLength)
    let entry = PackedIntegers.headerLength + block * PackedIntegers.directoryEntryLength
    var value = try word(at: entry)
    if steps > 0 {
      let differences = try differences(at: try word(at: entry + 8), steps)
      value &+= differences
    }
    guard PackedIntegers.range.contains(value) else { throw IndexDamage() }
    return value
  }

  /// The index of the last integer that is not above a value, for integers in ascending order.
  ///
  /// - Complexity: O(log *n*).
  package func lastIndex(notAbove value: Int) throws(IndexDamage) -> Int? {
    let next = try (0..<count).partitionPoint { index throws(IndexDamage) in
      try integer(at: index) > value
    }
    return next > 0 ? next - 1 : nil
  }

  private func word(at offset: Int) throws(IndexDamage) -> Int {
    try PackedIntegers.word(of: bytes, at: offset)
  }

  private static func word(of bytes: StoredBytes, at offset: Int) throws(IndexDamage) -> Int {
    let word = UnsafeRawBufferPointer(try bytes.bytes(offset..<(offset + 8)))
    return Int(Int64(bitPattern: word.loadUnaligned(as: UInt64.self).littleEndian))
  }

  /// The sum of the first differences of a block.
  private func differences(at position: Int, _ steps: Int) throws(IndexDamage) -> Int {
    guard position >= 0, position < bytes.count else { throw IndexDamage() }
    // The smallest difference and the width take at most 20 bytes; each difference takes at most 56
    // bits.
    let end = min(position + 20 + 7 * PackedIntegers.blockLength + 8, bytes.count)
    let block = try bytes.bytes(position..<end)
    var reader = IntegerReader(block)
    let smallest = try reader.zigzag()
    let width = try reader.varint(in: 0..<57)
    var sum = smallest &* steps
    if width == 0 { return sum }
    // Eight bytes are read at once.
    guard reader.position + (steps * width) / 8 + 8 <= block.count else { throw IndexDamage() }
    let mask = 1 << width - 1
    let raw = UnsafeRawBufferPointer(block)
    for bit in stride(from: 0, to: steps * width, by: width) {
      let word = raw.loadUnaligned(fromByteOffset: reader.position + bit / 8, as: UInt64.self)
      sum &+= Int(truncatingIfNeeded: word.littleEndian >> UInt64(bit % 8)) & mask
    }
    return sum
  }
}

extension [UInt8] {
  /// Appends integers in the format of `PackedIntegers`, which must get exactly these bytes.
  ///
  /// - Parameter integer: Returns the integers; called with 0, 1, 2, ….
  /// - Complexity: O(*n*).
  package mutating func append(packed total: Int, _ integer: (Int) -> Int) {
    let start = count
    let blockLength = PackedIntegers.blockLength
    let blocks = (total + blockLength - 1) / blockLength
    append(word: total)
    append(
      contentsOf: repeatElement(0, count: blocks * PackedIntegers.directoryEntryLength))
    reserveCapacity(count + total)
    var differences: [Int] = []
    differences.reserveCapacity(blockLength)
    for block in 0..<blocks {
      let entry =
        start + PackedIntegers.headerLength + block * PackedIntegers.directoryEntryLength
      let first = block * blockLength
      var last = integer(first)
      set(word: last, at: entry)
      set(word: count - start, at: entry + 8)
      var isInRange = PackedIntegers.range.contains(last)
      differences.removeAll(keepingCapacity: true)
      for index in (first + 1)..<Swift.max(first + 1, Swift.min(first + blockLength, total)) {
        let value = integer(index)
        isInRange = isInRange && PackedIntegers.range.contains(value)
        differences.append(value - last)
        last = value
      }
      precondition(isInRange, "integers are from 0 to 2⁴⁸ - 1")
      append(differences: differences)
    }
    append(word: 0)
  }

  /// Appends integers in the format of `PackedIntegers`.
  package mutating func append(packed integers: [Int]) {
    append(packed: integers.count) { integers[$0] }
  }

  private mutating func append(differences: [Int]) {
    guard let smallest = differences.min(), let largest = differences.max() else { return }
    let width = Int.bitWidth - (largest - smallest).leadingZeroBitCount
    append(zigzag: smallest)
    append(varint: width)
    if width == 0 { return }
    var word: UInt64 = 0
    var filled = 0
    for difference in differences {
      word |= UInt64(difference - smallest) << UInt64(filled)
      filled += width
      while filled >= 8 {
        append(UInt8(truncatingIfNeeded: word))
        word >>= 8
        filled -= 8
      }
    }
    if filled > 0 { append(UInt8(truncatingIfNeeded: word)) }
  }

  private mutating func append(word: Int) {
    for shift in stride(from: 0, to: 64, by: 8) { append(UInt8(truncatingIfNeeded: word >> shift)) }
  }

  private mutating func set(word: Int, at index: Int) {
    for byte in 0..<8 { self[index + byte] = UInt8(truncatingIfNeeded: word >> (8 * byte)) }
  }
}
