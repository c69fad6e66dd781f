import ICUText

/// A pattern of Latin letters that is typed to find a name by its reading.
package struct ReadingPattern: Equatable, Sendable {
  /// Lower-case letters and digits; `Syllable.umlaut` for `ü`.
  let letters: [UInt8]

  /// - Parameter text: Letters, digits, spaces, apostrophes, hyphens and tone marks, with at least
  ///   one letter. `u:` is an `ü`; a `v` or `u` also matches an `ü` in the name.
  /// - Returns: `nil` for any other text, which cannot match a reading.
  package init?(_ text: String) {
    // ICU takes longer to initialize than a short search lasts, and is not needed for ASCII.
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      self.init(
        units: text.utf8.lazy.map { (Unicode.Scalar($0 &- 0x41 < 26 ? $0 | 0x20 : $0), []) })
    } else {
      var copy = text
      let units = copy.withUTF8 { TextUnit.units(of: $0) }
      self.init(units: units.lazy.map { ($0.base, $0.accents) })
    }
  }

  /// - Parameter units: Folded characters with their accents.
  private init?(units: some Sequence<(base: Unicode.Scalar?, accents: [Unicode.Scalar])>) {
    var letters: [UInt8] = []
    for unit in units {
      guard let base = unit.base else { return nil }
      // Apostrophes and hyphens of all kinds separate syllables.
      if base == "'" || base == "-" { continue }
      guard unit.accents.allSatisfy(ReadingPattern.isToneMark) else { return nil }
      let hasUmlaut = unit.accents.contains("\u{308}")
      if hasUmlaut, base != "u" { return nil }
      switch base {
      case "u" where hasUmlaut: letters.append(Syllable.umlaut)
      case "a"..."z", "0"..."9": letters.append(UInt8(truncatingIfNeeded: base.value))
      case ":" where letters.last == UInt8(ascii: "u"): letters[letters.count - 1] = Syllable.umlaut
      case " ": break
      default: return nil
      }
    }
    guard letters.contains(where: { $0 > UInt8(ascii: "9") }) else { return nil }
    self.letters = letters
  }

  /// The marks of the four tones, variants in use for the third tone and for long vowels, and the
  /// diaeresis.
  private static func isToneMark(_ accent: Unicode.Scalar) -> Bool {
    switch accent {
    case "\u{300}", "\u{301}", "\u{302}", "\u{304}", "\u{306}", "\u{308}", "\u{30C}": true
    default: false
    }
  }

  /// Whether a letter of the pattern matches a letter of a reading.
  static func letter(_ typed: UInt8, matches read: UInt8) -> Bool {
    if typed == read { return true }
    return read == Syllable.umlaut && (typed == UInt8(ascii: "u") || typed == UInt8(ascii: "v"))
  }
}
