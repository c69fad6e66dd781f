@testable import ICUText

/// Characters whose folding depends on context, or changes their number.
enum Alphabet {
  private static let ranges: [ClosedRange<UInt32>] = [
    0x20...0x7E, 0xA0...0x24F, 0x300...0x36F, 0x370...0x3FF, 0x400...0x45F, 0x591...0x5F4,
    0x621...0x652, 0x904...0x94D, 0xE01...0xE4D, 0xF71...0xF84, 0x1100...0x1112, 0x1161...0x1175,
    0x11A8...0x11C2, 0x13A0...0x13F5, 0x1AB0...0x1ABE, 0x1E00...0x1EFF, 0x1F00...0x1FFE,
    0x2000...0x200F, 0x2100...0x214F, 0x3041...0x309F, 0x30A1...0x30FF, 0x3131...0x318E,
    0x3300...0x33FF, 0x4E00...0x4E20, 0xAB70...0xABBF, 0xAC00...0xAC40, 0xF900...0xF910,
    0xFB00...0xFB1E, 0xFE00...0xFE0F, 0xFE70...0xFEFC, 0xFF01...0xFFDC, 0x10400...0x1044F,
    0x1D15E...0x1D172, 0x1D400...0x1D440, 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF,
    0x1F600...0x1F610, 0x2F800...0x2F810, 0xE0100...0xE0110,
  ]
  private static let singles: [UInt32] = [
    0x130, 0x131, 0x49, 0x69, 0xDF, 0x1E9E, 0x149, 0x1F0, 0x345, 0x345, 0x301, 0x327, 0x307,
    0x3099, 0x309A, 0xFF9E, 0xFF9F, 0x200B, 0x200C, 0x200D, 0xFE0F, 0xAD, 0x34F, 0x1161, 0x11A8,
    0x115F, 0x1160, 0xFFA0, 0xFFC2, 0x212A, 0x212B, 0xFDFA, 0xFFFD, 0x10FFFF, 0,
  ]

  static func randomScalar(_ generator: inout some RandomNumberGenerator) -> Unicode.Scalar {
    while true {
      let value =
        Int.random(in: 0..<3, using: &generator) == 0
        ? singles.randomElement(using: &generator)
        : ranges.randomElement(using: &generator).map { .random(in: $0, using: &generator) }
      if let scalar = value.flatMap(Unicode.Scalar.init) { return scalar }
    }
  }

  static func randomText(_ generator: inout some RandomNumberGenerator) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...12, using: &generator) {
      text.append(randomScalar(&generator))
    }
    return String(text)
  }
}

/// The units of UTF-8 text.
func units(of bytes: [UInt8], _ distinctions: LetterDistinctions = LetterDistinctions())
  -> [TextUnit]
{
  bytes.withUnsafeBufferPointer { TextUnit.units(of: $0, distinctions) }
}

/// The code points in hexadecimal, to make failures readable.
func codes(_ text: String) -> String {
  text.unicodeScalars.map { String($0.value, radix: 16, uppercase: true) }.joined(separator: " ")
}
