import ICUText

/// A pattern to be looked for in folded text that keeps its accents (`TextFolder`).
struct AccentPattern: Sendable {
  private let units: [Unit]
  private let isWholeField: Bool

  private struct Unit: Sendable {
    /// UTF-8; empty if the accents may be on any letter.
    let base: [UInt8]
    /// As `TextFolder` writes them.
    let accents: [UInt8]
    let acceptsAnyAccents: Bool
  }

  init(_ units: [TextUnit], isAccentSensitive: Bool, isWholeField: Bool) {
    self.isWholeField = isWholeField
    self.units = units.map { unit in
      Unit(
        base: unit.base.map { Array($0.utf8) } ?? [], accents: unit.encodedAccents,
        acceptsAnyAccents: unit.base != nil && unit.accents.isEmpty && !isAccentSensitive)
    }
  }

  /// Whether text without accents never matches.
  var needsAccents: Bool { units.contains { !$0.accents.isEmpty } }

  /// Whether a field's text matches.
  ///
  /// - Complexity: O(*n* × *m*) at worst, in practice O(*n*).
  func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if isWholeField { return end(in: text, from: 0) == text.count }
    var start = 0
    while true {
      if end(in: text, from: start) != nil { return true }
      guard start < text.count else { return false }
      start = unitEnd(in: text, from: start)
    }
  }

  /// The end of the match that begins at a unit's start.
  private func end(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var offset = start
    for unit in units {
      guard offset < text.count else { return nil }
      let baseEnd = baseEnd(in: text, from: offset)
      let end = unitEnd(in: text, from: offset)
      if unit.base.isEmpty {
        // Accents alone are looked for on whatever letter they stand.
        if !contains(text[baseEnd..<end], unit.accents) { return nil }
      } else {
        guard text[offset..<baseEnd].elementsEqual(unit.base) else { return nil }
        if !unit.acceptsAnyAccents, !text[baseEnd..<end].elementsEqual(unit.accents) { return nil }
      }
      offset = end
    }
    return offset
  }

  /// The end of a unit's base character, or of the mark that stands in its place.
  private func baseEnd(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var offset = start + 1
    while offset < text.count, text[offset] & 0xC0 == 0x80 { offset += 1 }
    return offset
  }

  private func unitEnd(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var offset = baseEnd(in: text, from: start)
    while offset < text.count, text[offset] == TextFolder.accentMark {
      offset = baseEnd(in: text, from: offset + 1)
    }
    return offset
  }

  /// Whether each of the wanted accents is among those that are there.
  private func contains(
    _ accents: Slice<UnsafeBufferPointer<UInt8>>, _ wanted: [UInt8]
  ) -> Bool {
    let found = accents.split(separator: TextFolder.accentMark)
    return wanted.split(separator: TextFolder.accentMark).allSatisfy { accent in
      found.contains { $0.elementsEqual(accent) }
    }
  }
}
