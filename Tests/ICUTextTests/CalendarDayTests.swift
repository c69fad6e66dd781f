import ICUText
import Testing

@Suite("Days of the calendar")
struct CalendarDayTests {
  @Test("every day from 1583 to 2500 has its number, one more than the day before")
  func numbers() throws {
    var number = try #require(CalendarDay(year: 1583, month: 1, day: 1)).number
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    for year in 1583...2500 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      for (month, length) in lengths.enumerated() {
        let days = month == 1 && isLeap ? 29 : length
        for day in 1...days {
          let found = try #require(CalendarDay(number: number))
          #expect((found.year, found.month, found.day) == (year, month + 1, day))
          #expect(CalendarDay(year: year, month: month + 1, day: day)?.number == number)
          number += 1
        }
        #expect(CalendarDay(year: year, month: month + 1, day: days + 1) == nil)
      }
    }
  }

  @Test("the epoch and the ends")
  func ends() {
    #expect(CalendarDay(iso: "1970-01-01")?.number == 0)
    #expect(CalendarDay(iso: "0001-01-01")?.number == -719_162)
    #expect(CalendarDay(number: -719_162)?.isoText == "0001-01-01")
    #expect(CalendarDay(number: -719_163) == nil)
    #expect(CalendarDay(iso: "9999-12-31").flatMap { CalendarDay(number: $0.number + 1) } == nil)
    #expect(CalendarDay(number: .max) == nil)
    #expect(CalendarDay(number: .min) == nil)
  }

  @Test(
    "other formats and days that do not exist are refused",
    arguments: [
      "", "1990-2-03", "1990-02-3", "90-02-03", "1990-02-30", "2100-02-29", "1990-13-01",
      "1990-00-01", "1990-01-00", "0000-01-01", "1990-01-01 ", "1990/01/01", "1990-01-01T00:00:00Z",
      "-990-01-01", "1990-01-0１", "+990-01-01",
    ])
  func malformed(text: String) {
    #expect(CalendarDay(iso: text) == nil)
  }
}

@Suite("Dates as languages write them")
struct DateWritingTests {
  private func writing(_ locale: String) throws -> DateWriting {
    DateWriting(try DateLanguage(locale))
  }

  @Test(
    "the long form of a language",
    arguments: [
      ("C", "1815-12-10"), ("POSIX.UTF-8", "1815-12-10"), ("de_DE.UTF-8", "10. Dezember 1815"),
      ("en_US", "December 10, 1815"), ("en_GB", "10 December 1815"), ("fr", "10 décembre 1815"),
      ("zh_CN", "1815年12月10日"), ("ja", "1815年12月10日"), ("ko", "1815년 12월 10일"),
      ("sv", "10 december 1815"), ("ru", "10 декабря 1815 г."), ("es", "10 de diciembre de 1815"),
    ])
  func long(locale: String, wanted: String) throws {
    let day = try #require(CalendarDay(iso: "1815-12-10"))
    let writing = try writing(locale)
    #expect(writing.text(of: day) == wanted)
    #expect(writing.day(of: wanted) == day)
    #expect(writing.day(of: "1815-12-10") == day)
  }

  @Test("what a language writes is read back, whatever its calendar")
  func agreement() throws {
    for locale in ["de", "en", "fr", "zh_TW", "ja", "ko", "th", "fa", "ar_EG", "he", "hi", "el"] {
      let writing = try writing(locale)
      for number in stride(from: -140_000, to: 140_000, by: 4_999) {
        let day = try #require(CalendarDay(number: number))
        #expect(writing.day(of: writing.text(of: day)) == day, "\(locale) \(day.isoText)")
      }
    }
  }

  @Test(
    "zeros, capitals and blanks do not matter",
    arguments: [
      ("de", "3.2.1990"), ("de", "03.02.1990"), ("de", "3. FEBRUAR 1990"),
      ("de", "3.  Februar 1990"),
      ("en_US", "Feb 3, 1990"), ("en_US", "february 3, 1990"), ("en_US", "2/3/90"),
      ("fr", "3 févr. 1990"), ("zh_CN", "1990/2/3"), ("en_US", "2/3/1990"), ("es", "3/2/1990"),
      ("it", "3/2/1990"), ("fr", "3/2/90"), ("cs", "3.2.1990"), ("cs", "3. 2. 1990"),
      ("th", "3/2/2533"), ("hi", "3/2/1990"), ("fa", "1368/11/14"),
    ])
  func variants(locale: String, text: String) throws {
    #expect(try writing(locale).day(of: text)?.isoText == "1990-02-03")
  }

  @Test(
    "texts that are not dates are refused",
    arguments: [
      ("de", "30. Februar 1990"), ("de", "31.4.1990"), ("de", "3. Februar"), ("de", "3"),
      ("de", ""),
      ("de", "3. February 1990"), ("en", "Feb 30, 1990"), ("en", "13/13/1990"),
      ("C", "Feb 3, 1990"),
      ("de", "3.2.1990 und"), ("en", "tomorrow"), ("de", "1990-02-30"), ("de", "3.2.19900000000"),
    ])
  func malformed(locale: String, text: String) throws {
    #expect(try writing(locale).day(of: text) == nil)
  }

  @Test("patterns")
  func patterns() throws {
    let day = try #require(CalendarDay(iso: "1990-02-03"))
    let german = DateLanguage.locale(try LocaleIdentifier("de"))
    let writing = try #require(DateWriting(german, pattern: "d. MMM yyyy"))
    #expect(writing.text(of: day) == "3. Feb. 1990")
    #expect(writing.day(of: "3. Feb. 1990") == day)
    #expect(writing.day(of: "3. Februar 1990") == day)
    #expect(writing.day(of: "03.02.1990") == nil)
    #expect(DateWriting(.iso, pattern: "d MMMM y")?.text(of: day) == "3 February 1990")
    for pattern in ["", "MMMM", "y", "d. MMMM", "d.M.yy", "'day'", "yyyy/MM", "HH:mm", "{", "jjj"] {
      #expect(DateWriting(german, pattern: pattern) == nil, "\(pattern)")
    }
  }

  @Test("days before the calendar reform are counted in the same way")
  func proleptic() throws {
    let day = try #require(CalendarDay(iso: "1500-02-28"))
    #expect(try writing("en_GB").text(of: day) == "28 February 1500")
    #expect(try writing("en_GB").day(of: "28 February 1500") == day)
  }

  @Test("the language of the environment")
  func environment() throws {
    func language(_ values: [String: String]) -> DateLanguage { DateLanguage { values[$0] } }
    #expect(language([:]) == .iso)
    #expect(language(["LANG": "de_DE.UTF-8"]).name == "de_DE")
    #expect(language(["LANG": "de_DE", "LC_TIME": "sv_SE.UTF-8"]).name == "sv_SE")
    #expect(language(["LC_TIME": "sv_SE", "LC_ALL": "C.UTF-8"]) == .iso)
    #expect(language(["LANG": "de_DE", "LC_ALL": ""]).name == "de_DE")
    #expect(language(["LANG": "xx_YY"]) == .iso)
    #expect(try DateLanguage(DateLanguage.iso.name) == .iso)
    #expect(throws: LocaleError.self) { try DateLanguage("xx") }
  }
}
