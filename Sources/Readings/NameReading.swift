/// A text as a sequence of units: Han characters, syllables of kana and hangul, Latin letters and
/// digits. Spaces and punctuation are no units.
package struct NameReading: Equatable, Sendable {
  package struct Unit: Equatable, Sendable {
    /// Its readings; see `ReadingTable.readings(of:)`.
    package let code: UInt16
    /// Its bytes in the text.
    package let range: Range<Int>

    /// Whether it is a Han character with a reading.
    package var isHan: Bool { ReadingCode.isHan(code) }
  }

  package let units: [Unit]

  /// Whether there is a Han character with a reading.
  package var hasHan: Bool { units.contains { ReadingCode.isHan($0.code) } }

  /// The text with the first reading in the place of each Han character, by which it is filed and sorted:
  /// `chang an` for 长安, `ao di A4` for 奥迪A4. Everything else is as it was.
  ///
  /// Syllables are set apart by spaces, since dictionaries order Chinese words syllable by syllable: 西安
  /// (`xi an`) stands before 先 (`xian`). What stands between two Han characters, such as the dot in
  /// foreign names, is left out. `v` stands for `ü`, which puts `lü` behind all of `lu` and not among
  /// them.
  ///
  /// - Parameters:
  ///   - text: The text that was read.
  ///   - table: What it was read with.
  package func filingKey(of text: UnsafeBufferPointer<UInt8>, table: ReadingTable) -> [UInt8] {
    var key: [UInt8] = []
    var end = 0
    var isBehindHan = false
    // The last unit that was a Han character.
    var last = -1
    for (index, unit) in units.enumerated() where ReadingCode.isHan(unit.code) {
      let between = UnsafeBufferPointer(rebasing: text[end..<unit.range.lowerBound])
      if !isBehindHan || index > last + 1 { append(between, to: &key, isBehindHan) }
      last = index
      if let byte = key.last, byte != UInt8(ascii: " ") { key.append(UInt8(ascii: " ")) }
      key += table.syllables(of: unit.code).first?.filed ?? []
      end = unit.range.upperBound
      isBehindHan = true
    }
    append(UnsafeBufferPointer(rebasing: text[end...]), to: &key, isBehindHan)
    return key
  }

  private func append(
    _ text: UnsafeBufferPointer<UInt8>, to key: inout [UInt8], _ isBehindHan: Bool
  ) {
    guard let first = text.first else { return }
    if isBehindHan, first != UInt8(ascii: " ") { key.append(UInt8(ascii: " ")) }
    key.append(contentsOf: text)
  }
}
