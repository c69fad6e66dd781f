/// Codes of units, which identify the readings of a unit, not the unit itself.
///
/// A code stands for a list of readings, the first of which is used for filing names. Its meaning
/// is the same as long as `ReadingTable.version` is the same.
package enum ReadingCode {
  /// Ends a record where the codes of many texts are concatenated. No unit has this code.
  package static let separator: UInt16 = 0
  /// A letter or sign of a word that has no reading; no pattern matches it.
  package static let unreadable: UInt16 = 1

  /// Latin letters and digits, which represent themselves.
  static let latin: Range<UInt16> = 0x30..<0x7B
  static let kana: Range<UInt16> = 0x80..<0x400
  static let hangul: Range<UInt16> = 0x400..<(0x400 + UInt16(Hangul.syllableCount))
  /// The first code of a list in a `ReadingTable`.
  static let firstHan: UInt16 = 0x3000
  /// The bit above all codes, which marks characters that begin a word in the corrections.
  static let beginsWord: UInt16 = 0x8000
  /// The maximum number of lists of readings.
  static let maximumLists = Int(beginsWord - firstHan)

  /// Whether a code is the ASCII code of a letter or digit.
  package static func isLatin(_ code: UInt16) -> Bool { code &- latin.lowerBound < 0x4B }
  static func isHan(_ code: UInt16) -> Bool { code >= firstHan }
}
