import Testing

@testable import PropertyLists

@Suite("Dates")
struct PropertyListDateTests {
  private static func parts(of text: String) -> [Int]? {
    PropertyListDate(text.utf8).map { [$0.year, $0.month, $0.day, $0.hour, $0.minute, $0.second] }
  }

  @Test(
    "a full date has six parts",
    arguments: [
      ("2001-02-03T04:05:06Z", [2001, 2, 3, 4, 5, 6]),
      ("0000-01-01T00:00:00Z", [0, 1, 1, 0, 0, 0]),
      ("9999-12-31T23:59:59Z", [9999, 12, 31, 23, 59, 59]),
      ("2024-04-30T00:00:00Z", [2024, 4, 30, 0, 0, 0]),
      ("2147483647-05-07T17:00:00Z", [2_147_483_647, 5, 7, 17, 0, 0]),
      ("-0001-01-01T00:00:00Z", [-1, 1, 1, 0, 0, 0]),
      ("-001-01-01T00:00:00Z", [-1, 1, 1, 0, 0, 0]), ("23-01-02T00:00:00Z", [23, 1, 2, 0, 0, 0]),
      ("9223372036854775807-01-01T00:00:00Z", [Int.max, 1, 1, 0, 0, 0]),
      ("9223372036854775808-01-01T00:00:00Z", [Int.max, 1, 1, 0, 0, 0]),
      ("-99999999999999999999-01-01T00:00:00Z", [-Int.max, 1, 1, 0, 0, 0]),
    ])
  func full(text: String, parts: [Int]) {
    #expect(Self.parts(of: text) == parts)
  }

  @Test(
    "smaller units that are left out are the smallest there are",
    arguments: [
      ("2001Z", [2001, 1, 1, 0, 0, 0]), ("2001-02Z", [2001, 2, 1, 0, 0, 0]),
      ("2001-02-03Z", [2001, 2, 3, 0, 0, 0]), ("2001-02-03T04Z", [2001, 2, 3, 4, 0, 0]),
      ("2001-02-03T04:05Z", [2001, 2, 3, 4, 5, 0]),
    ])
  func reduced(text: String, parts: [Int]) {
    #expect(Self.parts(of: text) == parts)
  }

  @Test(
    "29 February exists in leap years only",
    arguments: [
      (2024, true), (2023, false), (2000, true), (1900, false), (2100, false), (1600, true),
      (0, true), (4, true),
    ])
  func leapYears(year: Int, isLeapYear: Bool) {
    let digits = String(repeating: "0", count: 4 - String(year).count) + String(year)
    // The same years in other cycles of 400 years, one beyond an integer.
    let cycle = String(year % 400 + 400)
    for digits in [digits, "-" + digits, cycle, "8" + cycle, "-20000000000000000000" + cycle] {
      #expect((PropertyListDate("\(digits)-02-29T00:00:00Z".utf8) != nil) == isLeapYear)
      #expect(PropertyListDate("\(digits)-02-28T00:00:00Z".utf8) != nil)
    }
  }

  @Test(
    "a month has no day after its last",
    arguments: zip(1...12, [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]))
  func lastDays(month: Int, last: Int) {
    let prefix = month < 10 ? "2024-0\(month)" : "2024-\(month)"
    #expect(PropertyListDate("\(prefix)-\(last)T00:00:00Z".utf8)?.day == last)
    #expect(PropertyListDate("\(prefix)-\(last + 1)T00:00:00Z".utf8) == nil)
  }

  @Test(
    "a moment that does not exist is not a date",
    arguments: [
      "2023-02-30T00:00:00Z", "2023-00-01T00:00:00Z", "2023-13-01T00:00:00Z",
      "2023-01-00T00:00:00Z", "2023-01-32T00:00:00Z", "2023-01-01T24:00:00Z",
      "2023-01-01T00:60:00Z", "2023-01-01T00:00:60Z",
    ])
  func impossible(text: String) {
    #expect(PropertyListDate(text.utf8) == nil)
  }

  @Test(
    "any other form is not a date",
    arguments: [
      "", "Z", "2023", "2023-01-01T00:00:00", "2023-01-01 00:00:00Z", "2023-1-1T00:00:00Z",
      "-Z", "--2023-01-01T00:00:00Z", "-01T00:00:00Z", "2O23-01-01T00:00:00Z",
      "2023-01-01T00:00:00z", "2023-01-01t00:00:00Z", "2023-01-01T00:00:00.5Z",
      "2023-01-01T00:00:00+00:00", "2023-01-01T00:00:00ZZ", "2023-01-01T00:00:0Z", "2023-Z",
      "2023-01-01TZ", "2023/01/01T00:00:00Z", " 2023Z", "2023Z ", "20２3Z", "+023Z",
    ])
  func malformed(text: String) {
    #expect(PropertyListDate(text.utf8) == nil)
  }
}
