import PropertyLists

/// Texts in the form of a date, and fields with a month and a day, that are not a day of the
/// calendar.
///
/// Values of type `date` need not be checked: a file with an impossible date cannot be read.
struct DateCheck: Check {
  func run(_ inspection: inout Inspection) {
    inspection.catalogue.forEachString { check($0, of: $1, &inspection) }
    checkNumbers(&inspection)
  }

  private func check(_ value: ScalarIndex, of entry: Entry.ID, _ inspection: inout Inspection) {
    let document = inspection.document
    guard
      document.withText(of: value, DateText.isImpossible)
        || document.key(before: value.node).flatMap(document.plainText)
          .map(UsualNames.meansBirthdays) == true
          && document.withText(of: value, DateText.isImpossibleBirthday)
    else { return }
    let text = document.text(of: value)
    inspection.add(
      .impossibleDate, at: value.node, of: .entry(entry), "'\(text)' is a date that does not exist")
  }

  /// Checks months and days, with or without years, in separate fields.
  private func checkNumbers(_ inspection: inout Inspection) {
    let (fields, document) = (inspection.fields, inspection.document)
    // The part of a date that each key has, by the key's number.
    var parts: [DatePart?] = []
    fields.forEachEntry { entry, dict in
      var (year, month, day): (Int?, Int?, (number: Int, node: NodeIndex)?)
      fields.forEachField(of: dict) { key, value in
        while parts.count <= key { parts.append(DatePart(fields.names[parts.count])) }
        switch parts[key] {
        case .year: year = document.wholeNumber(at: value)
        case .month: month = document.wholeNumber(at: value)
        case .day: day = document.wholeNumber(at: value).map { ($0, value) }
        case nil: break
        }
      }
      // A month that does not exist is reported by itself, and 0 may mean unknown; 2000 was a leap
      // year.
      guard let month, let day, (1...12).contains(month), day.number != 0,
        !DateText.isDay(year ?? 2000, month, day.number)
      else { return }
      let text = "day \(day.number) of month \(month)" + (year.map { " in \($0)" } ?? "")
      inspection.add(
        .impossibleDate, at: day.node, of: .entry(entry), "\(text) is a date that does not exist")
    }
  }
}

/// A part of a date that has a field of its own.
private enum DatePart {
  case year, month, day

  init?(_ name: String) {
    switch name {
    case "year", "年", "年份": self = .year
    case "month", "月", "月份": self = .month
    case "day", "日", "dayofmonth": self = .day
    default: return nil
    }
  }
}

extension PropertyListDocument {
  fileprivate func wholeNumber(at value: NodeIndex) -> Int? {
    kind(of: value) == .integer ? integer(at: value).flatMap { Int(exactly: $0) } : nil
  }
}

/// Text that may be a date.
private enum DateText {
  /// Whether the text has the form `YYYY-MM-DD` or `YYYY/MM/DD`, with or without a time, or
  /// `DD/MM/YYYY` or `MM/DD/YYYY`, and is not an existing day.
  static func isImpossible(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count >= 10, text.count <= 64 else { return false }
    let form = text.prefix(10).map { isDigit($0) ? UInt8(ascii: "0") : $0 }
    if form == yearFirst("-") || form == yearFirst("/") {
      guard text.count == 10 || text.count >= 16 else { return false }
      let rest = text[10...]
      return !isDay(number(text[..<4]), number(text[5..<7]), number(text[8..<10]))
        || isImpossibleTime(UnsafeBufferPointer(rebasing: rest))
    }
    guard form == Array("00/00/0000".utf8), text.count == 10 else { return false }
    let (one, other) = (number(text[..<2]), number(text[3..<5]))
    let year = number(text[6..<10])
    return !isDay(year, one, other) && !isDay(year, other, one)
  }

  /// Whether the text has the form `YYYYMMDD`, `--MMDD`, `--MM-DD` (vCard) or `DD.MM.YYYY`, and is
  /// not an existing day. These forms are only checked under a birthday's key: elsewhere such a
  /// text may be anything.
  static func isImpossibleBirthday(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard (6...10).contains(text.count) else { return false }
    let form = String(
      decoding: text.map { isDigit($0) ? UInt8(ascii: "0") : $0 }, as: UTF8.self)
    // 2000 was a leap year.
    return switch form {
    case "00000000": !isDay(number(text[..<4]), number(text[4..<6]), number(text[6..<8]))
    case "--0000": !isDay(2000, number(text[2..<4]), number(text[4..<6]))
    case "--00-00": !isDay(2000, number(text[2..<4]), number(text[5..<7]))
    case "00.00.0000": !isDay(number(text[6..<10]), number(text[3..<5]), number(text[..<2]))
    default: false
    }
  }

  private static func yearFirst(_ separator: String) -> [UInt8] {
    Array("0000\(separator)00\(separator)00".utf8)
  }

  /// Whether the text begins with `Thh:mm`, or the same with a blank for `T`, and is not a time of
  /// day. Days may end at 24:00, and minutes may have a second 60.
  private static func isImpossibleTime(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count >= 6, text[0] == UInt8(ascii: "T") || text[0] == UInt8(ascii: " "),
      text[1..<3].allSatisfy(isDigit), text[3] == UInt8(ascii: ":"),
      text[4..<6].allSatisfy(isDigit)
    else { return false }
    let (hour, minute) = (number(text[1..<3]), number(text[4..<6]))
    return minute > 59 || hour > 24 || hour == 24 && minute > 0
  }

  /// Whether a day exists in the proleptic Gregorian calendar.
  static func isDay(_ year: Int, _ month: Int, _ day: Int) -> Bool {
    guard (1...12).contains(month), day >= 1 else { return false }
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return day <= days[month - 1]
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
