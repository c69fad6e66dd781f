/// A date in a property list: UTC, in the proleptic Gregorian calendar.
package struct PropertyListDate: Equatable, Sendable {
  /// 0 is the year before 1. A year that an `Int` cannot hold becomes the nearest `Int`.
  package let year: Int
  package let month: Int
  package let day: Int
  package let hour: Int
  package let minute: Int
  package let second: Int

  /// Whether an `Int` can hold the year.
  package var isExact: Bool { year.magnitude < Int.max.magnitude }

  /// Parses `YYYY-MM-DDThh:mm:ssZ`, or the same without the smaller units, as the document type
  /// definition of property lists allows. Years may have any number of digits and a minus sign, as
  /// Core Foundation writes and reads them.
  ///
  /// - Returns: `nil` if the text has another form or names a moment that does not exist.
  package init?(_ text: some BidirectionalCollection<UInt8>) {
    var rest = text[...]
    guard rest.last == UInt8(ascii: "Z") else { return nil }
    rest = rest.dropLast()
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }
    guard rest.first.map(PropertyListDate.isDigit) == true else { return nil }
    // Leap years repeat every 400 years, so this suffices for a year of any length.
    var (year, yearOfCycle) = (0, 0)
    while let digit = rest.first, PropertyListDate.isDigit(digit) {
      rest = rest.dropFirst()
      let number = Int(digit - 0x30)
      let (product, overflows) = year.multipliedReportingOverflow(by: 10)
      let (sum, carries) = product.addingReportingOverflow(number)
      year = overflows || carries ? .max : sum
      yearOfCycle = (yearOfCycle * 10 + number) % 400
    }
    func number(after separator: Character, in range: ClosedRange<Int>) -> Int? {
      if rest.isEmpty { return range.lowerBound }
      guard rest.popFirst() == separator.asciiValue,
        let tens = rest.popFirst(), PropertyListDate.isDigit(tens),
        let ones = rest.popFirst(), PropertyListDate.isDigit(ones)
      else { return nil }
      let value = Int(tens - 0x30) * 10 + Int(ones - 0x30)
      return range.contains(value) ? value : nil
    }
    guard
      let month = number(after: "-", in: 1...12),
      let day = number(
        after: "-", in: 1...PropertyListDate.days(inMonth: month, ofYear: yearOfCycle)),
      let hour = number(after: "T", in: 0...23),
      let minute = number(after: ":", in: 0...59),
      let second = number(after: ":", in: 0...59),
      rest.isEmpty
    else { return nil }
    (self.year, self.month, self.day) = (isNegative ? -year : year, month, day)
    (self.hour, self.minute, self.second) = (hour, minute, second)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func days(inMonth month: Int, ofYear year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }
}
