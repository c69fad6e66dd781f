import ICUText

/// A reader that splits texts into units and finds their codes. Not safe for concurrent use.
package struct NameReader {
  package let table: ReadingTable
  private var characters = FoldedCharacters()

  package init(_ table: ReadingTable = .shared) { self.table = table }

  /// Whether a UTF-8 text has a character of a script with readings: Han, kana or hangul.
  ///
  /// - Complexity: O(*n*); tenths of a nanosecond per byte for text in Latin, Greek or Cyrillic.
  package static func hasReadings(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard hasHighByte(text) else { return false }
    var offset = 0
    while offset < text.count {
      let (scalar, length) = text.scalarValue(at: offset)
      if scalar >= 0x1100, isRead(scalar) { return true }
      offset += max(length, 1)
    }
    return false
  }

  /// Whether there is a byte of E0 or above, with which characters of these scripts begin.
  private static func hasHighByte(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let raw = UnsafeRawBufferPointer(text)
    var offset = 0
    while offset &+ 8 <= raw.count {
      let word = raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      // The three highest bits of a byte are set.
      if word & word << 1 & word << 2 & 0x8080_8080_8080_8080 != 0 { return true }
      offset &+= 8
    }
    while offset < raw.count {
      if raw[offset] >= 0xE0 { return true }
      offset &+= 1
    }
    return false
  }

  private static func isRead(_ scalar: UInt32) -> Bool {
    switch scalar {
    // Hangul letters, radicals, kana and signs composed of these.
    case 0x1100...0x11FF, 0x2E80...0x2FDF, 0x3005...0x3007, 0x3041...0x318E, 0x3200...0x33FF: true
    case 0x3400...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF66...0xFFDC: true
    case 0x1F200...0x1F251, 0x20000...0x3FFFF: true
    default: false
    }
  }

  /// Appends the codes of a UTF-8 text's units.
  ///
  /// - Returns: `false`, appending nothing, if the text has no readings.
  /// - Complexity: O(*n*), some tens of nanoseconds per character.
  @discardableResult
  package mutating func appendCodes(
    of text: UnsafeBufferPointer<UInt8>, to codes: inout [UInt16]
  ) -> Bool {
    guard NameReader.hasReadings(text) else { return false }
    let start = codes.count
    var isRead = false
    forEachUnit(of: text) { code, _ in
      codes.append(code)
      if code > ReadingCode.latin.upperBound { isRead = true }
    }
    if !isRead { codes.removeSubrange(start...) }
    return isRead
  }

  /// The units of a UTF-8 text; empty if the text has no readings.
  ///
  /// - Complexity: O(*n*).
  package mutating func reading(of text: UnsafeBufferPointer<UInt8>) -> NameReading {
    guard NameReader.hasReadings(text) else { return NameReading(units: []) }
    var units: [NameReading.Unit] = []
    var indices: [Range<Int>] = []
    forEachUnit(of: text) { code, range in
      units.append(NameReading.Unit(code: code, range: 0..<0))
      indices.append(range)
    }
    for (index, range) in indices.enumerated() {
      let first = characters.range(of: range.lowerBound)
      let last = characters.range(of: range.upperBound - 1)
      units[index] = NameReading.Unit(
        code: units[index].code, range: first.lowerBound..<last.upperBound)
    }
    return NameReading(units: units)
  }

  /// Calls the body with the code of each unit and its folded characters.
  @inline(__always)
  private mutating func forEachUnit(
    of text: UnsafeBufferPointer<UInt8>, _ body: (UInt16, Range<Int>) -> Void
  ) {
    characters.fold(text)
    characters.withScalars { scalars in
      var index = 0
      // The code of the previous unit, if it is adjacent.
      var previous: UInt16 = 0
      while index < scalars.count {
        let scalar = scalars[index]
        if HanCharacters.contain(scalar) {
          let entry = table.entry(of: scalar)
          if entry & ReadingCode.beginsWord != 0,
            let word = table.words.match(in: scalars, at: index)
          {
            for wordIndex in word {
              previous = table.words.code(at: wordIndex)
              body(previous, index..<(index + 1))
              index += 1
            }
            continue
          }
          let isRepeated = scalar == HanCharacters.iterationMark && ReadingCode.isHan(previous)
          let code = isRepeated ? previous : entry & ~ReadingCode.beginsWord
          previous = code == 0 ? ReadingCode.unreadable : code
          body(previous, index..<(index + 1))
          index += 1
        } else if Kana.isKana(scalar) {
          let (code, count) = Kana.shared.unit(in: scalars, at: index, after: previous)
          body(code, index..<(index + count))
          previous = code
          index += count
        } else {
          previous = NameReader.code(of: scalar)
          if previous != 0 { body(previous, index..<(index + 1)) }
          index += 1
        }
      }
    }
  }

  /// The code of a character that is neither Han nor kana, or 0 if it is not a unit.
  private static func code(of scalar: UInt32) -> UInt16 {
    if scalar < 0x80 {
      let isDigit = scalar &- 0x30 < 10
      return isDigit || scalar &- 0x61 < 26 ? UInt16(scalar) : 0
    }
    if Hangul.syllables.contains(scalar) { return Hangul.code(of: scalar) }
    let isLetter = Unicode.Scalar(scalar)?.isWordConstituent ?? false
    return isLetter ? ReadingCode.unreadable : 0
  }
}
