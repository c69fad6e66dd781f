/// Dates as binary property lists have them.
extension PropertyListDate {
  /// The date of a moment, rounded down to whole seconds; `nil` more than about 30 million years
  /// from 2001.
  package init?(secondsSince2001 seconds: Double) {
    guard abs(seconds) < 1e15 else { return nil }
    let second = Int(seconds.rounded(.down))
    let (day, rest) = second.dividedRoundingDown(by: 86_400)
    // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days: years begin
    // in March, eras have 400 years.
    let (era, dayOfEra) = (day + PropertyListDate.daysTo2001).dividedRoundingDown(by: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    self.month = month < 10 ? month + 3 : month - 9
    year = era * 400 + yearOfEra + (self.month <= 2 ? 1 : 0)
    self.day = dayOfYear - (153 * month + 2) / 5 + 1
    (hour, minute, self.second) = (rest / 3600, rest / 60 % 60, rest % 60)
  }

  /// The seconds since the beginning of 2001; approximate for years so distant that an `Int` cannot
  /// hold their seconds.
  package var secondsSince2001: Double {
    let year = max(min(year, 200_000_000_000), -200_000_000_000) - (month <= 2 ? 1 : 0)
    let (era, yearOfEra) = year.dividedRoundingDown(by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - PropertyListDate.daysTo2001
    return Double(days * 86_400 + hour * 3600 + minute * 60 + second)
  }

  /// The days from 1 March of the year 0 to 1 January 2001.
  private static let daysTo2001 = 730_791

  /// `YYYY-MM-DDThh:mm:ssZ`.
  package var text: String {
    func padded(_ number: Int, _ width: Int = 2) -> String {
      let digits = String(abs(number))
      return (number < 0 ? "-" : "")
        + String(repeating: "0", count: max(width - digits.utf8.count, 0)) + digits
    }
    return padded(year, 4) + "-" + padded(month) + "-" + padded(day) + "T" + padded(hour) + ":"
      + padded(minute) + ":" + padded(second) + "Z"
  }
}

extension Int {
  fileprivate func dividedRoundingDown(by divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
