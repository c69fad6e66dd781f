import Testing

@testable import ICUText

@Suite("Dates by a pattern")
struct DateFormatTests {
  private static let day = CalendarDay(year: 1990, month: 12, day: 31)

  private static func pattern(filler: Int) -> String {
    "y-MM-dd'" + String(repeating: "x", count: filler) + "'"
  }

  @Test("a date may have 1,000 units", arguments: [989, 990, 991])
  func longDates(filler: Int) throws {
    let day = try #require(Self.day)
    let format = try #require(DateFormat(.english, pattern: Self.pattern(filler: filler)))
    let text = "1990-12-31" + String(repeating: "x", count: filler)
    let isWritten = text.utf16.count <= 1000
    #expect(format.text(of: day) == (isWritten ? text : ""))
    #expect(format.day(of: text) == (isWritten ? day : nil))
  }

  @Test("a pattern may have up to 1,000 units, and must not be empty", arguments: [990, 991, 992])
  func longPatterns(filler: Int) {
    let pattern = Self.pattern(filler: filler)
    #expect((DateFormat(.english, pattern: pattern) != nil) == (pattern.utf16.count <= 1000))
    #expect(DateFormat(.english, pattern: "") == nil)
  }
}
