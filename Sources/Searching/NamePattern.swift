import ICUText
import Readings

/// A pattern that finds names by their readings: 奥迪 by `aodi` and by `ad`.
package struct NamePattern: Sendable {
  private let matcher: ReadingMatcher
  /// The gram, as a number of `ReadingGrams`, that every matching text has.
  let gram: Int
  private let matchesWholeField: Bool
  private let matchesWholeWords: Bool

  /// - Returns: `nil` for a text that cannot be a reading.
  init?(_ text: String, options: SearchOptions, table: ReadingTable) {
    guard let pattern = ReadingPattern(text) else { return nil }
    matcher = ReadingMatcher(pattern, table: table)
    gram = ReadingGrams.number(of: pattern)
    matchesWholeField = options.matchesWholeField
    matchesWholeWords = options.matchesWholeWords
  }

  /// Whether a match may be anywhere in a field.
  var isAnywhere: Bool { !matchesWholeField }

  /// Whether a field matches according to its codes. With whole words, fields that do not match may
  /// be included, since codes do not show what is between their characters.
  func matches(codes: UnsafeBufferPointer<UInt16>) -> Bool {
    guard matchesWholeField else { return matcher.matches(codes) }
    return matcher.matchEnd(in: Array(codes), from: 0) { $0 == codes.count } != nil
  }

  /// Calls the body for each record that contains the pattern, in order.
  ///
  /// - Parameters:
  ///   - codes: The codes of consecutive records, each ended by a separator.
  ///   - body: Receives the number of the record and where its codes end, after the separator if
  ///     there is one, and returns whether to continue.
  func forEachMatch(
    in codes: UnsafeBufferPointer<UInt16>, _ body: (_ record: Int, _ end: Int) -> Bool
  ) {
    matcher.forEachMatch(in: codes, body)
  }

  /// The byte ranges of the matches in a text, in order and without overlaps: the longest of the
  /// leftmost matches, and so on after it.
  ///
  /// - Parameter units: The text's units.
  func ranges(
    of units: [NameReading.Unit], in text: UnsafeBufferPointer<UInt8>, limit: Int
  ) -> [Range<Int>] {
    let codes = units.map(\.code)
    var result: [Range<Int>] = []
    var start = 0
    while start < codes.count, result.count < limit {
      if mayBegin(at: start, units, text),
        let end = matcher.matchEnd(in: codes, from: start, where: { mayEnd(at: $0, units, text) })
      {
        result.append(units[start].range.lowerBound..<units[end - 1].range.upperBound)
        start = end
      } else {
        start += 1
      }
    }
    return result
  }

  private func mayBegin(
    at index: Int, _ units: [NameReading.Unit], _ text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    if matchesWholeField { return index == 0 }
    guard matchesWholeWords, !units[index].isHan else { return true }
    let start = units[index].range.lowerBound
    if index > 0, units[index - 1].range.upperBound == start, units[index - 1].isHan { return true }
    return text.isAtWordBoundaries(start..<text.count)
  }

  private func mayEnd(
    at index: Int, _ units: [NameReading.Unit], _ text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    if matchesWholeField { return index == units.count }
    guard matchesWholeWords, !units[index - 1].isHan else { return true }
    let end = units[index - 1].range.upperBound
    if index < units.count, units[index].range.lowerBound == end, units[index].isHan { return true }
    return text.isAtWordBoundaries(0..<end)
  }
}
