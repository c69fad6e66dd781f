/// A reading of one unit, such as `chang`: up to eight letters, the first in the lowest byte.
///
/// `ü` is the byte after `z`, which sorts it there and leaves one byte a letter.
struct Syllable: Equatable, Hashable, Sendable {
  let bits: UInt64

  /// Stands for `ü`.
  static let umlaut = UInt8(ascii: "z") + 1
  /// Letters that a reading in a table of corrections may have at most.
  static let maximumLength = 7
  /// The reading of what may be left out, such as the mark of a long vowel.
  static let empty = Syllable(bits: 0)

  init(bits: UInt64) { self.bits = bits }

  /// - Parameter letters: Lower-case letters, `umlaut` among them; eight at most.
  init(_ letters: some Sequence<UInt8>) {
    var bits: UInt64 = 0
    var shift: UInt64 = 0
    for letter in letters {
      bits |= UInt64(letter) << shift
      shift += 8
    }
    self.bits = bits
  }

  init(_ letter: UInt8) { bits = UInt64(letter) }

  var count: Int { (71 - bits.leadingZeroBitCount) / 8 }

  subscript(index: Int) -> UInt8 { UInt8(truncatingIfNeeded: bits >> UInt64(index * 8)) }

  /// Both as one; eight letters at most.
  func followed(by other: Syllable) -> Syllable {
    Syllable(bits: bits | other.bits << UInt64(count * 8))
  }

  /// Whether the initial is written with two letters: `zh`, `ch` or `sh`.
  var hasDigraph: Bool {
    let first = self[0]
    return self[1] == UInt8(ascii: "h")
      && (first == UInt8(ascii: "z") || first == UInt8(ascii: "c") || first == UInt8(ascii: "s"))
  }

  /// The letters, with `v` for `ü`.
  var filed: [UInt8] {
    (0..<count).map { self[$0] == Syllable.umlaut ? UInt8(ascii: "v") : self[$0] }
  }

  /// The text, with `ü`.
  var text: String {
    var scalars = String.UnicodeScalarView()
    for index in 0..<count {
      scalars.append(self[index] == Syllable.umlaut ? "ü" : Unicode.Scalar(self[index]))
    }
    return String(scalars)
  }
}

/// Puts a syllable together letter by letter, eight at most.
struct SyllableBuilder {
  private var bits: UInt64 = 0
  private var shift: UInt64 = 0

  var isEmpty: Bool { shift == 0 }

  mutating func append(_ letter: UInt8) {
    bits |= UInt64(letter) << shift
    shift += 8
  }

  /// The syllable; the next one begins.
  mutating func take() -> Syllable {
    let result = Syllable(bits: bits)
    self = SyllableBuilder()
    return result
  }
}
