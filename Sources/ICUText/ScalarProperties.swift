import CICU

extension Unicode.Scalar {
  fileprivate var icu: Int32 { Int32(bitPattern: value) }

  /// Whether the character is an accent, with and without which a plain letter matches.
  ///
  /// Accents are the marks above, below, through or beside a letter (combining class 1, and 200 and
  /// above), Hebrew points and Arabic vowel signs (10 to 36). Marks that make another letter are
  /// not accents: nuktas, kana voicing marks, viramas, the vowel and tone signs of Indic scripts,
  /// Thai, Lao and Tibetan, and the Greek iota subscript, which case folding turns into a letter.
  package var isAccent: Bool {
    guard value >= 0x300, value != 0x345 else { return false }
    let combiningClass = cardex_combining_class(icu)
    return combiningClass >= 200 || combiningClass == 1 || (10...36).contains(combiningClass)
  }

  /// The four-letter code of the character's script (ISO 15924), such as `Latn`.
  package var script: String { String(cString: cardex_script(icu)) }

  /// Whether the character is hiragana or katakana, or a mark used with them.
  package var isKana: Bool {
    (0x3040...0x30FF).contains(value) || (0x31F0...0x31FF).contains(value)
  }

  /// Whether the character is of words that are written without blanks: Han, kana, or the prolonged
  /// sound mark, which belongs to no single script.
  package var isWrittenSolid: Bool {
    ["Hani", "Hira", "Kana"].contains(script) || self == "\u{30FC}"
  }

  var combiningClass: UInt8 { cardex_combining_class(icu) }

  /// Whether the character is part of a word: a letter, mark, digit or connector such as `_`.
  package var isWordConstituent: Bool { cardex_is_word_constituent(icu) }

  /// Whether the character would act on a terminal, or on the order of the text around it, instead
  /// of being shown: controls, line separators, bidirectional embeddings, overrides and isolates,
  /// interlinear annotation characters, byte-order marks, and tags (see `MarkedControls` for
  /// flags). Left-to-right and right-to-left marks are not controls: translations into Arabic and
  /// Hebrew have them, and they move only their neighbours.
  package var isControl: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    case 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
    default: false
    }
  }

  /// The character as an escape in source code: `\n`, `\t`, `\r` or `\u{7F}`.
  package var escape: String {
    switch self {
    case "\n": "\\n"
    case "\t": "\\t"
    case "\r": "\\r"
    default: "\\u{\(String(value, radix: 16, uppercase: true))}"
    }
  }

  /// Whether the character is invisible, though not a control: directional marks, soft hyphens,
  /// zero-width spaces. Joiners, which change how letters look, do not count.
  package var isUnseen: Bool {
    switch value {
    case 0xAD, 0x61C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2060...0x2064, 0xFEFF: true
    default: false
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether no word continues across either end of a range of UTF-8 text.
  package func isAtWordBoundaries(_ range: Range<Int>) -> Bool {
    var before = range.lowerBound
    repeat { before -= 1 } while before > 0 && self[before] & 0xC0 == 0x80
    if before >= 0, decodeScalar(at: before).scalar.isWordConstituent { return false }
    return range.upperBound >= count
      || !decodeScalar(at: range.upperBound).scalar.isWordConstituent
  }
}

/// The number of terminal columns that text takes.
package enum DisplayWidth {
  /// The number of columns of a text without control characters.
  ///
  /// East Asian wide and emoji characters take two, combining characters take none; ambiguous ones
  /// take one, as in terminals outside legacy East Asian locales (UAX #11).
  ///
  /// - Complexity: O(*n*).
  package static func of(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// The number of columns of a grapheme cluster.
  package static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    if scalars.count == 1, let only = scalars.first { return of(only) }
    // An emoji sequence is shown as one picture.
    let isEmoji = scalars.contains {
      $0.value == 0xFE0F || cardex_is_emoji_presentation($0.icu)
        || (0x1F1E6...0x1F1FF).contains($0.value)
    }
    return isEmoji ? 2 : scalars.reduce(0) { $0 + of($1) }
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return 1 }
    if cardex_is_nonspacing(scalar.icu) { return scalar.value == 0xAD ? 1 : 0 }
    // The vowels and final consonants of decomposed Hangul join the consonant before them.
    if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value) {
      return 0
    }
    return cardex_is_wide(scalar.icu) ? 2 : 1
  }
}
