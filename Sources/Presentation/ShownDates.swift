package import ICUText
package import PropertyLists

/// How dates are shown: as they are written in the file, or by a pattern, in the time zone of the
/// environment. Not safe for concurrent use.
package final class ShownDates {
  /// The pattern for dates that have none of their own, as in Unicode's LDML (UTS #35, part 4).
  package let pattern: String?
  private let language: () -> DateLanguage
  private lazy var locale: LocaleIdentifier =
    if case .locale(let locale) = language() { locale } else { .english }
  private var formats: [String: DateFormat] = [:]

  /// - Parameter language: The language of months and days; English for `iso`. It is asked for when
  ///   the first date is written, since looking it up takes longer than a small search.
  package init(
    _ language: @autoclosure @escaping () -> DateLanguage = .iso, pattern: String? = nil
  ) {
    self.pattern = pattern
    self.language = language
  }

  /// Whether dates can be written by a pattern: ICU also accepts letters that mean nothing, and
  /// patterns without any.
  package static func isPattern(_ text: String) -> Bool {
    // What is between apostrophes is text.
    let pieces = text.split(separator: "'", omittingEmptySubsequences: false).enumerated()
    let letters = pieces.filter { $0.offset % 2 == 0 }.flatMap(\.element)
      .filter { $0.isASCII && $0.isLetter }
    return !letters.isEmpty && letters.allSatisfy(patternLetters.contains)
      && DateFormat(.english, pattern: text) != nil
  }

  private static let patternLetters = "GyYuUrQqMLlwWdDFgEecabBhHKkmsSAzZOvVXx"

  /// The text of a `<date>`.
  ///
  /// - Parameter own: The pattern for this date.
  /// - Returns: `nil` for other values, for dates that are shown as they are written, and for years
  ///   that are not from 1 to 9999.
  package func text(
    of value: NodeIndex, in document: PropertyListDocument, pattern own: String? = nil
  ) -> String? {
    guard let pattern = own ?? pattern, let date = document.date(at: value),
      let day = CalendarDay(year: date.year, month: date.month, day: date.day),
      let format = formats[pattern] ?? DateFormat(locale, pattern: pattern, isLocal: true)
    else { return nil }
    formats[pattern] = format
    let minutes = (day.number * 24 + date.hour) * 60 + date.minute
    return format.text(ofSecond: minutes * 60 + date.second)
  }
}
