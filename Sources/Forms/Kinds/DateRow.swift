import Catalogues
import ICUText
import PropertyLists

/// A day, stored as the text `YYYY-MM-DD`, or as a date of a property list if the row already has
/// one.
struct DateRow: InputKind {
  let name = "Date"
  let identifiers = ["date", "birthday"]
  let dependsOnLanguage = true

  func content(of row: FormRow) -> RowContent? {
    RowContent(row.title, control: .date(summary(of: row) ?? row.text(.value)))
  }

  func summary(of row: FormRow) -> String? {
    day(of: row).map { row.form.writing(of: row).text(of: $0) }
  }

  /// The day that has been entered. A time after it is ignored.
  private func day(of row: FormRow) -> CalendarDay? {
    let text = row.text(.value).trimmed
    let isISO = text.prefix(11).last == " " && String(text.prefix(10)).looksLikeISODate
    let date = isISO ? text.prefix(10) : text.prefix { $0 != "T" }
    return CalendarDay(iso: String(date)) ?? row.form.writing(of: row).day(of: text)
  }

  /// A hint that shows how to write a date.
  private func hint(_ row: FormRow) -> String {
    let example = CalendarDay(year: 1990, month: 12, day: 31).map(row.form.writing(of: row).text)
    let others = example.flatMap { $0 == "1990-12-31" ? nil : ", or as in '\($0)'" } ?? ""
    return "dates are written YYYY-MM-DD" + others
  }

  private func noDate(_ text: String, _ row: FormRow) -> FormError {
    .rejected(
      String(text.prefix { $0 != "T" && $0 != " " }).looksLikeISODate
        ? "the date \(text) does not exist" : "'\(text)' is not a date", hint: hint(row))
  }

  func rejection(of row: FormRow) -> FormError? {
    if row.holdsOther { return .rejected("a date is a text or a date") }
    let text = row.text(.value).trimmed
    return text.isEmpty || day(of: row) != nil ? nil : noDate(text, row)
  }

  func enter(_ text: String, in row: FormRow) throws(FormError) {
    let text = text.trimmed
    let old = row.text(.value)
    if text.isEmpty, !row.holds(.date) { return row.set(.value, to: "") }
    guard let day = row.form.writing(of: row).day(of: text) else { throw noDate(text, row) }
    // The time of an existing date is kept.
    let time = old.drop { $0 != "T" }
    row.set(
      .value, to: day.isoText + (row.holds(.date) ? (time.isEmpty ? "T00:00:00Z" : time) : ""))
  }
}

extension String {
  /// Whether the text has the form `YYYY-MM-DD`, even if no such day exists.
  fileprivate var looksLikeISODate: Bool {
    let digits = allSatisfy { $0 == "-" || ("0"..."9").contains($0) }
    return digits
      && split(separator: "-", omittingEmptySubsequences: false).map(\.count) == [4, 2, 2]
  }
}
