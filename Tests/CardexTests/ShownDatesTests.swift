import Foundation
import TestHelpers
import Testing

/// Dates are shown by a pattern, in local time; the file and what is found stay as they are.
@Suite struct ShownDatesTests {
  private static let news = plist(
    """
    <array>
    <dict><key>title</key><string>Rain</string><key>date</key><date>2024-03-01T23:30:00Z</date></dict>
    <dict><key>title</key><string>Snow</string><key>date</key><date>0007-07-05T04:03:02Z</date></dict>
    <dict><key>title</key><string>Fog</string><key>date</key><date>20240-03-01T09:30:00Z</date></dict>
    </array>
    """)

  static let uses: [(arguments: [String], zone: String, language: String, output: String)] = [
    (["show"], "UTC", "C", "Rain  2024-03-01T23:30:00Z\n"),
    (["show", "--date-format=d MMM y"], "UTC", "C", "Rain  1 Mar 2024\n"),
    (
      ["show", "--date-format=d. MMMM y, H:mm"], "Asia/Tokyo", "de_DE.UTF-8",
      "Rain  2. März 2024, 8:30\n"
    ),
    (
      ["search", "--date-format=EEEE", "rain"], "America/New_York", "fr_FR.UTF-8",
      "/Rain\tvendredi\n"
    ),
    // What is found is what the file says.
    (["search", "--date-format=y", "23:30"], "UTC", "C", "/Rain\t2024\n"),
    (["search", "--format={title}: {date:dd.MM.yy}", "rain"], "UTC", "C", "Rain: 01.03.24\n"),
    (
      ["search", "--format={detail:HH}h {title:HH} {date}", "rain"], "Asia/Tokyo", "C",
      "08h Rain 2024-03-01T23:30:00Z\n"
    ),
    (["search", "--format={date:HH} {date}", "--date-format=mm", "rain"], "UTC", "C", "23 30\n"),
    (["show", "--detail={date:y}"], "UTC", "C", "Rain  2024\n"),
    (["show", "--label-key=date", "--date-format=d MMM y"], "UTC", "C", "1 Mar 2024"),
    (
      ["search", "--json", "--date-format=y", "rain"], "UTC", "C",
      "\"date\":\"2024-03-01T23:30:00Z\""
    ),
  ]

  @Test("dates are printed by a pattern, in local time", arguments: uses)
  func printed(
    use: (arguments: [String], zone: String, language: String, output: String)
  ) throws {
    let example = try SearchedExample(Self.news)
    let arguments = [use.arguments[0], "--no-pager"] + use.arguments.dropFirst()
    let outcome = try Tool.run(
      arguments.filter { $0 != "--no-pager" || use.arguments[0] == "show" } + [example.file],
      environment: ["TZ": use.zone, "LC_ALL": use.language])
    #expect(outcome.errors == "")
    #expect(outcome.output.contains(use.output))
  }

  @Test("years that calendars do not have are shown as they are written")
  func farYears() throws {
    let example = try SearchedExample(Self.news)
    let outcome = try example.run(["show", "--date-format=y", example.file])
    #expect(outcome.output == "Rain  2024\nSnow  7\nFog   20240-03-01T09:30:00Z\n")
  }

  @Test("fields of an entry are shown by the pattern, too")
  func fields() throws {
    let example = try SearchedExample(Self.news)
    let outcome = try example.run(["show", "--date-format=y-MM", example.file, "/Rain"])
    #expect(outcome.output.contains("date   2024-03\n"))
  }

  static let errors: [(arguments: [String], message: String)] = [
    (["show", "--date-format=nonsense!"], "--date-format takes a pattern such as"),
    (["search", "--date-format=", "x"], "--date-format takes a pattern such as"),
    (["search", "--format={date:}", "x"], "'' is not a pattern for dates, such as 'd MMM y'"),
    (["show", "--detail={date:y o}"], "'y o' is not a pattern for dates"),
    (["search", "--format={:y}", "x"], "'{' needs a name and a '}'"),
  ]

  @Test("a text that is not a pattern is an error", arguments: errors)
  func wrong(use: (arguments: [String], message: String)) throws {
    let outcome = try Tool.run(use.arguments + ["news.plist"])
    #expect(outcome.errors.contains(use.message))
    #expect(outcome.output == "")
    #expect(outcome.status == 2)
  }

  static let typedDates: [(command: String, zone: String, written: String)] = [
    ("set /Rain date=2024-05-01", "UTC", "2024-05-01T00:00:00Z"),
    ("set /Rain date=2024-05-01", "Asia/Tokyo", "2024-04-30T15:00:00Z"),
    ("set /Rain date='2024-05-01 14:30'", "Europe/Berlin", "2024-05-01T12:30:00Z"),
    ("set /Rain date=2024-12-01T14:30:15", "Europe/Berlin", "2024-12-01T13:30:15Z"),
    ("set /Rain date=2024-05-01T14:30:15Z", "Asia/Tokyo", "2024-05-01T14:30:15Z"),
    ("insert / Hail date=1815-12-10", "UTC", "1815-12-10T00:00:00Z"),
    ("set /Rain read:date='0099-01-01 00:00'", "UTC", "0099-01-01T00:00:00Z"),
  ]

  @Test("days and times are written in UTC where dates are", arguments: typedDates)
  func typed(use: (command: String, zone: String, written: String)) throws {
    let example = try SearchedExample(Self.news)
    let outcome = try Tool.run(
      ["batch", "-n", "-e", use.command, example.file], environment: ["TZ": use.zone])
    #expect(outcome.errors == "")
    #expect(outcome.output.contains("<date>\(use.written)</date>"))
    #expect(outcome.status == 0)
  }

  @Test("'now' is the time of the command, and a day in a text stays one")
  func now() throws {
    let example = try SearchedExample(Self.news)
    let before = Date.now.addingTimeInterval(-1)
    let commands = "set /Rain date=now day=2024-05-01\nhistory"
    let outcome = try Tool.run(
      ["batch", example.file], input: Data(commands.utf8), environment: ["TZ": "Asia/Tokyo"])
    #expect(outcome.errors == "")
    let file = try String(contentsOfFile: example.file, encoding: .utf8)
    #expect(file.contains("<key>day</key><string>2024-05-01</string>"))
    let written = try #require(file.firstMatch(of: /<date>([^<]*)</)?.1)
    let date = try Date(String(written), strategy: .iso8601)
    #expect(before...Date.now ~= date)
    // The history, as the journal, repeats that time.
    #expect(outcome.output.contains("date=\(written)"))
  }

  @Test(
    "what is no day or time is an error",
    arguments: ["2024-02-30", "2024-05-01 24:00", "2024-05-01 1:00", "2024-05-01 ", "tomorrow"])
  func noDate(text: String) throws {
    let example = try SearchedExample(Self.news)
    let outcome = try Tool.run(["batch", "-e", "set /Rain date='\(text)'", example.file])
    #expect(
      outcome.errors.contains(
        "'\(text.trimmingCharacters(in: .whitespaces))' is not a valid date value"))
    #expect(outcome.status == 2)
  }

  @Test("a colon in a key is escaped")
  func colon() throws {
    let example = try SearchedExample(
      plist(
        "<array><dict><key>a</key><string>x</string><key>b:c</key><string>y</string></dict></array>"
      ))
    let outcome = try example.run(["search", "--format={a} {b\\:c}", "x", example.file])
    #expect(outcome.output == "x y\n")
  }
}
