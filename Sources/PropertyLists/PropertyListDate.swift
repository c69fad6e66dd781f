/// A date in a property list: UTC, in the proleptic Gregorian calendar.
package struct PropertyListDate: Equatable, Sendable {
  package let year: Int
  package let month: Int
  package let day: Int
  package let hour: Int
  package let minute: Int
  package let second: Int

  /// Parses `YYYY-MM-DDThh:mm:ssZ`, or the same without the smaller units, as the document type
  /// definition of property lists allows.
  ///
  /// - Returns: `nil` if the text has another form or names a moment that does not exist.
  package init?(_ text: some BidirectionalCollection<UInt8>) {
    var rest = text[...]
    guard rest.last == UInt8(ascii: "Z") else { return nil }
    rest = rest.dropLast()
    func number(after separator: Character?, digits: Int, in range: ClosedRange<Int>) -> Int? {
      if rest.isEmpty, separator != nil { return range.lowerBound }
      if let separator {
        guard rest.popFirst() == separator.asciiValue else { return nil }
      }
      var value = 0
      for _ in 0..<digits {
        guard let byte = rest.popFirst(), (0x30...0x39).contains(byte) else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      return range.contains(value) ? value : nil
    }
    guard
      let year = number(after: nil, digits: 4, in: 0...9999),
      let month = number(after: "-", digits: 2, in: 1...12),
      let day = number(
        after: "-", digits: 2, in: 1...PropertyListDate.days(inMonth: month, ofYear: year)),
      let hour = number(after: "T", digits: 2, in: 0...23),
      let minute = number(after: ":", digits: 2, in: 0...59),
      let second = number(after: ":", digits: 2, in: 0...59),
      rest.isEmpty
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
    (self.hour, self.minute, self.second) = (hour, minute, second)
  }

  private static func days(inMonth month: Int, ofYear year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }
}
