import ICUText

/// The folded characters of a text, with kana unchanged, and with their positions in the text.
///
/// The characters of most names are folded here; a text with any others is folded by `TextUnit`,
/// which takes about a hundred times as long. Both give the same result.
struct FoldedCharacters {
  private var memory: [UInt32] = []
  /// Where each character begins, if `isPlain`; otherwise `ranges` has the bytes of each.
  private var starts: [Int32] = []
  private var ranges: [Range<Int>] = []
  private var isPlain = true
  private(set) var count = 0

  /// Folds a text, replacing the previous one.
  mutating func fold(_ text: UnsafeBufferPointer<UInt8>) {
    if memory.count < text.count {
      memory = [UInt32](repeating: 0, count: text.count * 2)
      starts = [Int32](repeating: 0, count: text.count * 2 + 1)
    }
    isPlain = foldPlain(text)
    if !isPlain { foldByDefinition(text) }
  }

  /// Calls the closure with the scalars; bytes that are not UTF-8 become U+FFFD.
  @inline(__always)
  func withScalars<Result>(_ body: (UnsafeBufferPointer<UInt32>) -> Result) -> Result {
    memory.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[..<count])) }
  }

  /// The bytes that a scalar comes from.
  func range(of index: Int) -> Range<Int> {
    isPlain ? Int(starts[index])..<Int(starts[index + 1]) : ranges[index]
  }

  private mutating func foldByDefinition(_ text: UnsafeBufferPointer<UInt8>) {
    let units = TextUnit.units(of: text, LetterDistinctions(kana: true)).filter { $0.base != nil }
    memory = units.compactMap { $0.base?.value }
    ranges = units.map(\.range)
    count = memory.count
    // Folding may turn one character into many.
    starts = [Int32](repeating: 0, count: count + 1)
  }

  /// - Returns: `false` if there is a character that cannot be folded this way.
  private mutating func foldPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var length = 0
    let isPlain = memory.withUnsafeMutableBufferPointer { scalars in
      starts.withUnsafeMutableBufferPointer { starts in
        var offset = 0
        while offset < text.count {
          let (scalar, bytes) = text.scalarValue(at: offset)
          guard bytes > 0, let folded = FoldedCharacters.folded(scalar) else { return false }
          scalars[length] = folded
          starts[length] = Int32(truncatingIfNeeded: offset)
          length &+= 1
          offset &+= bytes
        }
        if length > 0 { starts[length] = Int32(truncatingIfNeeded: offset) }
        return true
      }
    }
    count = length
    return isPlain && text.count <= Int32.max
  }

  /// The folded form of a character; `nil` if it may depend on the context.
  @inline(__always)
  private static func folded(_ scalar: UInt32) -> UInt32? {
    if scalar < 0x80 { return lowercased(scalar) }
    if HanCharacters.areCommon(scalar) { return scalar }
    switch scalar {
    // Punctuation, kana, hangul syllables.
    case 0xB7, 0x2012...0x2015, 0x201A...0x201F, 0x3001...0x301B, 0x3041...0x3096,
      0x30A1...0x30FC, 0xAC00...0xD7A3, 0x20000...0x2F7FF, 0x30000...0x3FFFF:
      return scalar
    // Full-width forms of ASCII.
    case 0xFF01...0xFF5E: return lowercased(scalar - 0xFEE0)
    default: return nil
    }
  }

  private static func lowercased(_ scalar: UInt32) -> UInt32 {
    scalar &- 0x41 < 26 ? scalar | 0x20 : scalar
  }
}
