import ICUText

/// A pattern to search for in folded text that keeps its accents (`CaseFolding`).
struct AccentPattern: PartialTextPattern, Sendable {
  private let units: [Unit]
  private let isWholeField: Bool

  /// The units' base characters and accents, concatenated: separate arrays would cost reference
  /// counting for each of very many records.
  private let bytes: [UInt8]

  /// A unit, as ranges of `bytes`.
  private struct Unit: Sendable {
    /// UTF-8; empty if the accents may be on any letter.
    let base: Range<Int>
    /// As `CaseFolding` writes them.
    let accents: Range<Int>
    let acceptsAnyAccents: Bool
  }

  init(_ units: [TextUnit], isAccentSensitive: Bool, isWholeField: Bool) {
    self.isWholeField = isWholeField
    var bytes: [UInt8] = []
    self.units = units.map { unit in
      let start = bytes.count
      if let base = unit.base { bytes += Array(base.utf8) }
      let baseEnd = bytes.count
      bytes += unit.encodedAccents
      return Unit(
        base: start..<baseEnd, accents: baseEnd..<bytes.count,
        acceptsAnyAccents: unit.base != nil && unit.accents.isEmpty && !isAccentSensitive)
    }
    self.bytes = bytes
  }

  /// Whether text without accents never matches.
  var needsAccents: Bool { units.contains { !$0.accents.isEmpty } }

  /// Text that every match of a pattern that needs accents contains: the first accents with their
  /// letter and the next letter, as far as the pattern determines them.
  var part: [UInt8] {
    guard let index = units.firstIndex(where: { !$0.accents.isEmpty }) else { return [] }
    let unit = units[index]
    if unit.base.isEmpty {
      // Other accents may come between these.
      let accents = bytes[unit.accents]
      let end = accents.dropFirst().firstIndex(of: CaseFolding.accentMark) ?? accents.endIndex
      return Array(accents[..<end])
    }
    let next = index + 1 < units.count ? units[index + 1].base : 0..<0
    return Array(bytes[unit.base] + bytes[unit.accents] + bytes[next])
  }

  /// Whether a field's text matches.
  ///
  /// - Complexity: O(*n* × *m*) at worst, in practice O(*n*).
  func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      units.withUnsafeBufferPointer { units in
        if isWholeField { return end(of: units, bytes, in: text, from: 0) == text.count }
        var start = 0
        while true {
          if end(of: units, bytes, in: text, from: start) != nil { return true }
          guard start < text.count else { return false }
          start = unitEnd(in: text, from: start)
        }
      }
    }
  }

  /// The end of the match that begins at a unit's start.
  @inline(__always)
  private func end(
    of units: UnsafeBufferPointer<Unit>, _ bytes: UnsafeBufferPointer<UInt8>,
    in text: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    var offset = start
    for unit in units {
      guard offset < text.count else { return nil }
      let baseEnd = baseEnd(in: text, from: offset)
      let end: Int
      if unit.base.isEmpty {
        end = unitEnd(in: text, from: offset)
        // Accents alone match on any letter.
        if !contains(text[baseEnd..<end], bytes[unit.accents]) { return nil }
      } else {
        guard isEqual(text, offset..<baseEnd, bytes, unit.base) else { return nil }
        end = unitEnd(in: text, from: offset)
        if !unit.acceptsAnyAccents, !isEqual(text, baseEnd..<end, bytes, unit.accents) {
          return nil
        }
      }
      offset = end
    }
    return offset
  }

  @inline(__always)
  private func isEqual(
    _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>,
    _ other: UnsafeBufferPointer<UInt8>, _ otherRange: Range<Int>
  ) -> Bool {
    guard range.count == otherRange.count else { return false }
    for index in 0..<range.count
    where text[range.lowerBound + index] != other[otherRange.lowerBound + index] { return false }
    return true
  }

  /// The end of a unit's base character, or of the mark in its place.
  private func baseEnd(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var offset = start + 1
    while offset < text.count, text[offset] & 0xC0 == 0x80 { offset += 1 }
    return offset
  }

  private func unitEnd(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var offset = baseEnd(in: text, from: start)
    while offset < text.count, text[offset] == CaseFolding.accentMark {
      offset = baseEnd(in: text, from: offset + 1)
    }
    return offset
  }

  /// Whether each of the wanted accents is among those given.
  private func contains(
    _ accents: Slice<UnsafeBufferPointer<UInt8>>, _ wanted: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Bool {
    let found = accents.split(separator: CaseFolding.accentMark)
    return wanted.split(separator: CaseFolding.accentMark).allSatisfy { accent in
      found.contains { $0.elementsEqual(accent) }
    }
  }
}
