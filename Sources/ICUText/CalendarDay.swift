/// A day of the proleptic Gregorian calendar (ISO 8601).
package struct CalendarDay: Equatable, Sendable {
  /// From 1 to 9999.
  package let year: Int
  package let month: Int
  package let day: Int

  /// - Returns: `nil` if there is no such day.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day > 0,
      day <= CalendarDay.days(inMonth: month, ofYear: year)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Reads `YYYY-MM-DD`.
  ///
  /// - Returns: `nil` if the text has another form, or there is no such day.
  package init?(iso text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 3, parts.map(\.count) == [4, 2, 2],
      parts.joined().allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1 - 0x30) } }
    self.init(year: numbers[0], month: numbers[1], day: numbers[2])
  }

  /// The day as `YYYY-MM-DD`.
  package var isoText: String {
    [(year, 4), (month, 2), (day, 2)].map { number, width in
      let digits = String(number)
      return String(repeating: "0", count: width - digits.count) + digits
    }.joined(separator: "-")
  }

  private static func days(inMonth month: Int, ofYear year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }
}

// MARK: Counting days

extension CalendarDay {
  /// Days since 1970-01-01.
  ///
  /// The algorithm is Howard Hinnant's `days_from_civil` (chrono-compatible low-level date
  /// algorithms): years begin in March, so that the leap day is the last day of a year.
  package var number: Int {
    let shifted = month > 2 ? year : year - 1
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The day a number of days after 1970-01-01, by `civil_from_days` of the same source.
  ///
  /// - Returns: `nil` if the day's year is not from 1 to 9999.
  package init?(number: Int) {
    guard (-719_162..<4_000_000).contains(number) else { return nil }
    let days = number + 719_468
    let era = days / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    self.init(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}
