/// A letter as search sees it: a base character with its accents, and their range in the original
/// text.
///
/// One written character may be several units (`ß` is `s` `s`), which then share its range.
package struct TextUnit: Equatable, Sendable {
  /// The folded character, or `nil` for accents without a letter before them.
  package let base: Unicode.Scalar?
  /// The accents in canonical order. If the written letter differs from its base, such as `ł` or
  /// small kana, it comes first.
  package fileprivate(set) var accents: [Unicode.Scalar]
  /// The bytes of the UTF-8 text that the unit comes from.
  package fileprivate(set) var range: Range<Int>
}

extension TextUnit {
  /// The unit without accents that a word has only in lower or only in upper case: the Greek tonos,
  /// and the difference between `i` and `ı`, unless the language distinguishes these. For letters
  /// of a pattern.
  package func withoutSpelling(_ distinctions: LetterDistinctions) -> TextUnit {
    guard let base else { return self }
    let spelling: [Unicode.Scalar]
    if base == "i", !distinctions.dottedI, !distinctions.letterCase {
      spelling = ["ı", "\u{307}"]
    } else if (0x370..<0x400).contains(base.value) {
      spelling = ["\u{301}"]
    } else {
      return self
    }
    var unit = self
    unit.accents.removeAll(where: spelling.contains)
    return unit
  }
}

/// The distinctions between letters that would otherwise be equal.
package struct LetterDistinctions: Equatable, Sendable {
  /// Upper and lower case.
  package var letterCase = false
  /// Katakana and hiragana.
  package var kana = false
  /// Turkish and Azeri `i`: `ı` is the small letter of `I`, and `İ` the capital of `i`. Without
  /// effect if case matters.
  package var dottedI = false

  package init(letterCase: Bool = false, kana: Bool = false, dottedI: Bool = false) {
    self.letterCase = letterCase
    self.kana = kana
    self.dottedI = dottedI
  }
}

extension TextUnit {
  /// Splits text into units: compatibility forms resolved (full-width letters, ligatures), case
  /// folded unless it matters, accents separated from their letters, and letters replaced by the
  /// plain ones that people type (`PlainLetters`, `PlainKana`).
  ///
  /// This is the definition of what matches; `CaseFolding` produces only the base characters, but
  /// faster.
  ///
  /// - Complexity: O(*n*), about a hundred nanoseconds per character outside ASCII.
  package static func units(
    of text: UnsafeBufferPointer<UInt8>, _ distinctions: LetterDistinctions = LetterDistinctions()
  ) -> [TextUnit] {
    var reader = TextUnitReader(text, distinctions)
    var units: [TextUnit] = []
    units.reserveCapacity(text.count)
    while reader.appendNext(to: &units) {}
    return units
  }

  fileprivate static func append(
    _ normalized: some Sequence<Unicode.Scalar>, from segment: Range<Int>, keepsKana: Bool,
    to units: inout [TextUnit]
  ) {
    let first = units.count
    for scalar in normalized {
      if !keepsKana, let kana = PlainKana(scalar) {
        units.append(
          TextUnit(base: kana.base, accents: kana.small.map { [$0] } ?? [], range: segment))
        if kana.isVoiced {
          units.append(TextUnit(base: PlainKana.voicingMark, accents: [], range: segment))
        }
        continue
      }
      let parts = scalar.isASCII ? [scalar] : Array(Normalizer.nfd.normalize([scalar]))
      if scalar.isAccent {
        if units.count == first {
          units.append(TextUnit(base: nil, accents: [], range: segment))
        }
        units[units.count - 1].accents.append(contentsOf: parts)
      } else if let letter = parts.first, parts.dropFirst().allSatisfy(\.isAccent) {
        if let plain = PlainLetters.letters(for: letter) {
          for base in plain {
            units.append(TextUnit(base: base, accents: [letter], range: segment))
          }
        } else {
          units.append(TextUnit(base: letter, accents: [], range: segment))
        }
        units[units.count - 1].accents += parts.dropFirst()
      } else {
        units.append(TextUnit(base: scalar, accents: [], range: segment))
      }
    }
    for index in first..<units.count where units[index].accents.count > 1 {
      // `sort` is stable, so marks of one class keep their order, as in canonical order.
      units[index].accents.sort { $0.combiningClass < $1.combiningClass }
    }
  }
}

/// A reader of the units that `TextUnit` defines, a few at a time, so that a text of many megabytes
/// is neither held in memory as units nor read further than needed.
package struct TextUnitReader {
  private let text: UnsafeBufferPointer<UInt8>
  private let distinctions: LetterDistinctions
  private let normalizer: Normalizer
  private var segments: SegmentReader
  /// The units of single characters of a long text, kept because characters recur.
  private var known: [UInt32: [TextUnit]] = [:]
  /// How many times characters were normalized.
  private(set) var normalizations = 0

  private static let longText = 256
  private static let knownLimit = 4096

  package init(
    _ text: UnsafeBufferPointer<UInt8>, _ distinctions: LetterDistinctions = LetterDistinctions()
  ) {
    self.text = text
    var distinctions = distinctions
    if distinctions.letterCase { distinctions.dottedI = false }
    self.distinctions = distinctions
    normalizer = distinctions.letterCase ? .nfkc : .nfkcCasefold
    segments = SegmentReader(text, normalizer)
  }

  /// How much of the text has been read, in bytes.
  package var offset: Int { segments.offset }

  /// Appends the next units: none, one, or a few that belong together.
  ///
  /// - Returns: Whether there was more text.
  package mutating func appendNext(to units: inout [TextUnit]) -> Bool {
    guard let segment = segments.next() else { return false }
    let (scalar, length) = text.decodeScalar(at: segment.lowerBound)
    if scalar.isASCII, length == segment.count {
      let byte = text[segment.lowerBound]
      let folded = distinctions.letterCase ? byte : asciiLowercased(byte)
      let isDotless = scalar == "I" && distinctions.dottedI
      units.append(
        TextUnit(
          base: Unicode.Scalar(folded), accents: isDotless ? [TextUnitReader.dotlessI] : [],
          range: segment))
      return true
    }
    guard length == segment.count, text.count >= TextUnitReader.longText else {
      appendNormalized(segment, to: &units)
      return true
    }
    if let made = known[scalar.value] {
      for var unit in made {
        unit.range = segment
        units.append(unit)
      }
      return true
    }
    if known.count == TextUnitReader.knownLimit { known.removeAll() }
    let first = units.count
    appendNormalized(segment, to: &units)
    known[scalar.value] = Array(units[first...])
    return true
  }

  private mutating func appendNormalized(_ segment: Range<Int>, to units: inout [TextUnit]) {
    normalizations += 1
    var scalars = UnsafeBufferPointer(rebasing: text[segment]).scalars.map(\.scalar)
    if distinctions.dottedI {
      scalars = Normalizer.nfkc.normalize(scalars).map {
        switch $0 {
        case "I": TextUnitReader.dotlessI
        case "İ": "i"
        default: $0
        }
      }
    }
    TextUnit.append(
      normalizer.normalize(scalars), from: segment, keepsKana: distinctions.kana,
      to: &units)
  }

  private static let dotlessI: Unicode.Scalar = "ı"
}

/// A sequence of segments that can be normalized separately. Runs of marks longer than any script
/// has are cut, too: ordering them takes ICU quadratic time. (UAX #15 gives 30 as the most marks in
/// use.)
struct SegmentReader: Sequence, IteratorProtocol {
  private let text: UnsafeBufferPointer<UInt8>
  private let normalizer: Normalizer
  /// Where the next segment begins.
  private(set) var offset = 0

  init(_ text: UnsafeBufferPointer<UInt8>, _ normalizer: Normalizer) {
    self.text = text
    self.normalizer = normalizer
  }

  mutating func next() -> Range<Int>? {
    guard offset < text.count else { return nil }
    let start = offset
    offset += text.decodeScalar(at: offset).length
    var length = 1
    while offset < text.count, length < 64 {
      let (scalar, bytes) = text.decodeScalar(at: offset)
      if scalar.isASCII || normalizer.hasBoundary(before: scalar) { break }
      offset += bytes
      length += 1
    }
    return start..<offset
  }
}

/// An ASCII letter in lower case; other bytes unchanged.
@inline(__always)
func asciiLowercased(_ byte: UInt8) -> UInt8 {
  byte &- 0x41 < 26 ? byte | 0x20 : byte
}

extension UnsafeBufferPointer<UInt8> {
  /// The characters of UTF-8 text with their offsets; bytes that are not UTF-8 become U+FFFD.
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

  /// The end of the run of ASCII bytes that begins at an offset.
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

  /// The segments that `SegmentReader` cuts.
  func segments(of normalizer: Normalizer) -> SegmentReader { SegmentReader(self, normalizer) }
}
