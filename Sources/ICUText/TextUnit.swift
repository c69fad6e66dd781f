/// A letter as a search sees it: a base character and the accents on it, and where they stand in
/// the text as it is written.
///
/// One written character may be several units (`ß` is `s` `s`), which then share its range.
package struct TextUnit: Equatable, Sendable {
  /// The folded character, or `nil` for accents without a letter before them.
  package let base: Unicode.Scalar?
  /// The accents in canonical order.
  package fileprivate(set) var accents: [Unicode.Scalar]
  /// The bytes of the UTF-8 text that the unit stands for.
  package let range: Range<Int>
}

extension TextUnit {
  /// Takes text apart into units: compatibility forms resolved (full-width letters, ligatures),
  /// case folded unless it matters, accents set apart from their letters.
  ///
  /// This is the definition of what matches; `TextFolder` makes the base characters alone, faster.
  ///
  /// - Complexity: O(*n*), some hundred nanoseconds a character outside ASCII.
  package static func units(
    of text: UnsafeBufferPointer<UInt8>, isCaseSensitive: Bool
  ) -> [TextUnit] {
    let normalizer = isCaseSensitive ? Normalizer.nfkc : .nfkcCasefold
    var units: [TextUnit] = []
    units.reserveCapacity(text.count)
    for segment in text.segments(of: normalizer) {
      if segment.count == 1, text[segment.lowerBound] < 0x80 {
        let byte = text[segment.lowerBound]
        let folded = isCaseSensitive ? byte : asciiLowercased(byte)
        units.append(TextUnit(base: Unicode.Scalar(folded), accents: [], range: segment))
      } else {
        let scalars = UnsafeBufferPointer(rebasing: text[segment]).scalars.map(\.scalar)
        append(normalizer.normalize(scalars), from: segment, to: &units)
      }
    }
    return units
  }

  private static func append(
    _ normalized: String.UnicodeScalarView, from segment: Range<Int>, to units: inout [TextUnit]
  ) {
    let first = units.count
    for scalar in normalized {
      let parts = scalar.isASCII ? [scalar] : Array(Normalizer.nfd.normalize([scalar]))
      if scalar.isAccent {
        if units.count == first {
          units.append(TextUnit(base: nil, accents: [], range: segment))
        }
        units[units.count - 1].accents.append(contentsOf: parts)
      } else if parts.dropFirst().allSatisfy(\.isAccent) {
        units.append(
          TextUnit(base: parts.first, accents: Array(parts.dropFirst()), range: segment))
      } else {
        units.append(TextUnit(base: scalar, accents: [], range: segment))
      }
    }
    for index in first..<units.count where units[index].accents.count > 1 {
      // `sort` is stable, which keeps marks of one class in their order, as canonical order does.
      units[index].accents.sort { $0.combiningClass < $1.combiningClass }
    }
  }
}

/// The ASCII letter in lower case, other bytes as they are.
@inline(__always)
func asciiLowercased(_ byte: UInt8) -> UInt8 {
  byte &- 0x41 < 26 ? byte | 0x20 : byte
}

extension UnsafeBufferPointer<UInt8> {
  /// The characters of UTF-8 text and where each begins; bytes that are not UTF-8 become U+FFFD.
  var scalars: [(scalar: Unicode.Scalar, offset: Int)] {
    var result: [(scalar: Unicode.Scalar, offset: Int)] = []
    var offset = 0
    while offset < count {
      let (scalar, length) = decodeScalar(at: offset)
      result.append((scalar, offset))
      offset += length
    }
    return result
  }

  /// Where the bytes below 80 that stand at an offset end.
  @inlinable
  package func endOfASCII(from start: Int) -> Int {
    let raw = UnsafeRawBufferPointer(self)
    var offset = start
    while offset &+ 8 <= raw.count {
      let word = UInt64(
        littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let high = word & 0x8080_8080_8080_8080
      if high != 0 { return offset &+ high.trailingZeroBitCount / 8 }
      offset &+= 8
    }
    while offset < raw.count, raw[offset] < 0x80 { offset &+= 1 }
    return offset
  }

  /// The character that begins at the offset, and its length in bytes.
  @inline(__always)
  func decodeScalar(at offset: Int) -> (scalar: Unicode.Scalar, length: Int) {
    let (value, length) = scalarValue(at: offset)
    guard length > 0, let scalar = Unicode.Scalar(value) else { return ("\u{FFFD}", 1) }
    return (scalar, length)
  }

  /// Cuts text where normalizing may be cut, and runs of marks that no script has: putting those in
  /// order takes ICU time in proportion to their square. (UAX #15 calls 30 marks the most in use.)
  func segments(of normalizer: Normalizer) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = 0
    var length = 0
    for (scalar, offset) in scalars {
      if offset > start, length >= 64 || scalar.isASCII || normalizer.hasBoundary(before: scalar) {
        result.append(start..<offset)
        start = offset
        length = 0
      }
      length += 1
    }
    if start < count { result.append(start..<count) }
    return result
  }
}
