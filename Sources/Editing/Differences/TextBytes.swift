import Platform

/// Parts of a text and its lines, which end in LF; all other bytes, including CR, belong to the
/// line.
extension UnsafeBufferPointer<UInt8> {
  func part(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: self[range])
  }

  func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count else { return false }
    guard let base = baseAddress, let otherBase = other.baseAddress else { return true }
    return memcmp(base, otherBase, count) == 0
  }

  static let lineFeed: UInt8 = 0x0A

  /// Whether a line begins at the offset.
  func startsLine(_ offset: Int) -> Bool {
    offset == 0 || self[offset - 1] == Self.lineFeed
  }

  /// The end of the line that contains the offset: just past its LF, or the range's end.
  func lineEnd(from offset: Int, in range: Range<Int>) -> Int {
    guard let base = baseAddress,
      let found = memchr(base + offset, Int32(Self.lineFeed), range.upperBound - offset)
    else { return range.upperBound }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
  }

  /// The start of the line that contains the byte before the offset, or the range's start.
  func lineStart(before offset: Int, in range: Range<Int>) -> Int {
    var start = offset - 1
    while start > range.lowerBound, self[start - 1] != Self.lineFeed { start -= 1 }
    return Swift.max(start, range.lowerBound)
  }

  /// The number of lines in the range; bytes after the last LF count as one more.
  func lineCount(in range: Range<Int>) -> Int {
    guard !range.isEmpty else { return 0 }
    return lineFeedCount(in: range) + (self[range.upperBound - 1] == Self.lineFeed ? 0 : 1)
  }

  /// Sums bytes over short stretches, which the compiler turns into vector instructions.
  private func lineFeedCount(in range: Range<Int>) -> Int {
    var total = 0
    var position = range.lowerBound
    while position < range.upperBound {
      let end = Swift.min(position + 192, range.upperBound)
      var count: UInt8 = 0
      for offset in position..<end { count &+= self[offset] == Self.lineFeed ? 1 : 0 }
      total += Int(count)
      position = end
    }
    return total
  }
}
