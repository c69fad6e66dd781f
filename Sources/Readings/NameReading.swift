/// A text as a sequence of units: Han characters, syllables of kana and hangul, Latin letters and
/// digits. Spaces and punctuation are not units.
package struct NameReading: Equatable, Sendable {
  package struct Unit: Equatable, Sendable {
    /// The code of the unit's readings; see `ReadingTable.readings(of:)`.
    package let code: UInt16
    /// The unit's byte range in the text.
    package let range: Range<Int>

    /// Whether the unit is a Han character with a reading.
    package var isHan: Bool { ReadingCode.isHan(code) }
  }

  package let units: [Unit]

  /// Whether there is a Han character with a reading.
  package var hasHan: Bool { units.contains { ReadingCode.isHan($0.code) } }

  /// The text with each Han character replaced by its first reading, for filing and sorting: `chang
  /// an` for 长安, `ao di A4` for 奥迪A4. Other units are unchanged.
  ///
  /// Syllables are separated by spaces, since dictionaries order Chinese words syllable by
  /// syllable: 西安 (`xi an`) comes before 先 (`xian`). Anything between two Han characters that is
  /// not a unit, such as the dot in foreign names, is left out. `ü` becomes `v`, which puts `lü`
  /// after all of `lu`, not among them.
  ///
  /// - Parameters:
  ///   - text: The text that was read.
  ///   - table: The table with which it was read.
  package func filingKey(of text: UnsafeBufferPointer<UInt8>, table: ReadingTable) -> [UInt8] {
    var key: [UInt8] = []
    var end = 0
    var followsHan = false
    // The index of the last unit that was a Han character.
    var last = -1
    for (index, unit) in units.enumerated() where ReadingCode.isHan(unit.code) {
      // A character such as ㍿ stands for several units with the same range.
      let start = unit.range.lowerBound
      let between = UnsafeBufferPointer(rebasing: text[min(end, start)..<start])
      if !followsHan || index > last + 1 { append(between, to: &key, followsHan) }
      last = index
      if let byte = key.last, byte != UInt8(ascii: " ") { key.append(UInt8(ascii: " ")) }
      key += table.syllables(of: unit.code).first?.filed ?? []
      end = unit.range.upperBound
      followsHan = true
    }
    append(UnsafeBufferPointer(rebasing: text[end...]), to: &key, followsHan)
    return key
  }

  private func append(
    _ text: UnsafeBufferPointer<UInt8>, to key: inout [UInt8], _ followsHan: Bool
  ) {
    guard let first = text.first else { return }
    if followsHan, first != UInt8(ascii: " ") { key.append(UInt8(ascii: " ")) }
    key.append(contentsOf: text)
  }
}
