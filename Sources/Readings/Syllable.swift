/// A reading of one unit, such as `chang`: up to eight letters, the first in the lowest byte.
///
/// `ü` is the byte after `z`, so that it sorts there and each letter is one byte.
struct Syllable: Equatable, Hashable, Sendable {
  let bits: UInt64

  /// The byte for `ü`.
  static let umlaut = UInt8(ascii: "z") + 1
  /// The maximum number of letters of a reading in a table of corrections.
  static let maximumLength = 7
  /// The reading of a unit that may be left out, such as a long-vowel mark.
  static let empty = Syllable(bits: 0)

  init(bits: UInt64) { self.bits = bits }

  /// - Parameter letters: Lower-case letters or `umlaut`, at most eight.
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

  /// The two syllables concatenated; at most eight letters.
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

/// A builder of a syllable letter by letter, at most eight.
struct SyllableBuilder {
  private var bits: UInt64 = 0
  private var shift: UInt64 = 0

  var isEmpty: Bool { shift == 0 }

  mutating func append(_ letter: UInt8) {
    bits |= UInt64(letter) << shift
    shift += 8
  }

  /// Returns the syllable and begins the next one.
  mutating func take() -> Syllable {
    let result = Syllable(bits: bits)
    self = SyllableBuilder()
    return result
  }
}
