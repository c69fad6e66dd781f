/// The numbers that stand for units: which readings a unit has, not which unit it is.
///
/// A code is a list of readings, the first of which is the one by which a name is filed. The same code
/// means the same as long as `ReadingTable.version` is the same.
package enum ReadingCode {
  /// Ends a record where codes of many texts stand one behind another. No unit has it.
  package static let separator: UInt16 = 0
  /// A letter or sign of a word that has no reading; nothing that is typed matches it.
  package static let unreadable: UInt16 = 1

  /// Latin letters and digits stand for themselves.
  static let latin: Range<UInt16> = 0x30..<0x7B
  static let kana: Range<UInt16> = 0x80..<0x400
  static let hangul: Range<UInt16> = 0x400..<(0x400 + UInt16(Hangul.syllableCount))
  /// The first code of a list in a `ReadingTable`.
  static let firstHan: UInt16 = 0x3000
  /// The bit above all codes, which marks characters that begin a word of the corrections.
  static let beginsWord: UInt16 = 0x8000
  /// Lists of readings that there can be.
  static let maximumLists = Int(beginsWord - firstHan)

  static func isLatin(_ code: UInt16) -> Bool { code &- latin.lowerBound < 0x4B }
  static func isHan(_ code: UInt16) -> Bool { code >= firstHan }
}
