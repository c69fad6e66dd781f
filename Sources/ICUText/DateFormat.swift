import CICU

/// The format of dates in a language or by a pattern. Not safe for concurrent use.
package final class DateFormat {
  package enum Style: Sendable {
    case short, medium, long
    /// The short style with a full year if the short style has two digits, and vice versa.
    case shortWithOtherYear

    fileprivate var number: cardex_date_style {
      switch self {
      case .short: cardex_date_short
      case .medium: cardex_date_medium
      case .long: cardex_date_long
      case .shortWithOtherYear: cardex_date_short_other_year
      }
    }
  }

  private let format: OpaquePointer

  /// The date format of a locale, in its own calendar.
  ///
  /// - Returns: `nil` if ICU has no data.
  package convenience init?(_ locale: LocaleIdentifier, _ style: Style) {
    self.init(locale, style.number, pattern: [], isLocal: false)
  }

  /// A format by a pattern such as `d. MMMM y`, as in Unicode's LDML (UTS #35, part 4), with the
  /// locale's names.
  ///
  /// - Returns: `nil` if the pattern is invalid or shows no day.
  ///
  /// - Parameter isLocal: Whether moments are written in the time zone of the environment (`TZ`),
  ///   not in UTC, which days use.
  package convenience init?(_ locale: LocaleIdentifier, pattern: String, isLocal: Bool = false) {
    guard !pattern.isEmpty, pattern.utf16.count <= DateFormat.longest else { return nil }
    self.init(locale, cardex_date_pattern, pattern: Array(pattern.utf16), isLocal: isLocal)
  }

  private init?(
    _ locale: LocaleIdentifier, _ style: cardex_date_style, pattern: [UInt16], isLocal: Bool
  ) {
    var status: Int32 = 0
    guard
      let format = cardex_date_format_open(
        locale.name, style, pattern, Int32(pattern.count), isLocal, &status)
    else { return nil }
    self.format = format
  }

  deinit { cardex_date_format_close(format) }

  /// The most UTF-16 units that a pattern or a date may have.
  private static let longest = 1000

  /// A day, written in this format.
  package func text(of day: CalendarDay) -> String { text(ofSecond: day.number * 86_400) }

  /// A moment, written in this format.
  ///
  /// - Parameter second: Seconds since 1970 began in UTC.
  package func text(ofSecond second: Int) -> String {
    var status: Int32 = 0
    let units = [UInt16](unsafeUninitializedCapacity: DateFormat.longest) { buffer, count in
      let length = cardex_date_format_moment(
        format, Double(second) * 1000, buffer.baseAddress, Int32(buffer.count), &status)
      count = status > 0 ? 0 : min(Int(length), buffer.count)
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// The day that the whole text denotes.
  ///
  /// - Returns: `nil` if the text has another form, or there is no such day.
  package func day(of text: String) -> CalendarDay? {
    let units = text.utf16.map { [0xA0, 0x202F].contains($0) ? 0x20 : $0 }
    guard units.count <= DateFormat.longest else { return nil }
    var number: Int32 = 0
    guard cardex_date_format_parse(format, units, Int32(units.count), &number),
      let day = CalendarDay(number: Int(number))
    else { return nil }
    // ICU's strict parser requires all leading zeros, and the lenient one accepts texts that are
    // not dates.
    return DateFormat.compared(self.text(of: day)) == DateFormat.compared(text) ? day : nil
  }

  /// A date normalized for comparison: without leading zeros, upper case, blanks and the digits of
  /// a script, which people write in different ways.
  private static func compared(_ text: String) -> [Character] {
    var result: [Character] = []
    for character in text.lowercased() {
      let last = result.last
      if character.isWhitespace { continue }
      let digit = character.wholeNumberValue.flatMap { $0 < 10 ? Character(String($0)) : nil }
      if last == "0", digit != nil, !(result.dropLast().last?.isNumber ?? false) {
        result.removeLast()
      }
      result.append(digit ?? character)
    }
    return result
  }
}
