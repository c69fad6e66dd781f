import Catalogues
import Editing
import Forms
import Grammar
import ICUText
import Language
import Platform
import Presentation
import Readings

extension ParsedOptions {
  /// Where details are placed, if given.
  func rowStyle() throws(Failure) -> RowStyle? {
    guard let name = value(.style) else { return nil }
    guard let style = RowStyle(named: name) else {
      let names = RowStyle.allCases.map(\.rawValue)
      throw Failure("--style takes \(Listing.alternatives(names)), not '\(name)'")
    }
    return style
  }

  /// How dates are shown.
  func shownDates() throws(Failure) -> ShownDates {
    let pattern = value(.dateFormat)
    if let pattern, !ShownDates.isPattern(pattern) {
      throw Failure("--date-format takes a pattern such as 'd MMM y HH:mm', not '\(pattern)'")
    }
    return ShownDates(Environment.dateLanguage, pattern: pattern)
  }

  /// The template for details, if given; an empty template counts as none.
  func detailTemplate() throws(Failure) -> Template? {
    guard let text = value(.detail), !text.isEmpty else { return nil }
    return try Template(text, of: .detail)
  }
}

extension Template {
  /// - Parameter option: The option whose argument is the template.
  init(_ text: String, of option: OptionName) throws(Failure) {
    do throws(ReportedError) {
      try self.init(text)
    } catch {
      throw Failure("\(option.spelling) '\(text)': \(error)")
    }
  }
}

extension EntryContents {
  /// - Parameters:
  ///   - template: The template for details, if given.
  ///   - form: The catalogue as a form, if it is one.
  ///   - name: The name of the catalogue's file.
  ///   - dates: How dates are shown.
  /// - Throws: `Failure` if the template names a field that no entry has.
  init(
    _ catalogue: Catalogue, template: Template?, form: Form?, named name: ByteText,
    dates: ShownDates
  ) throws(Failure) {
    if let template {
      try rethrowing(catalogue.checkFields(of: template)) { Failure(reported: $0, at: name) }
    }
    self.init(
      catalogue, template: template, form: form, book: AddressBook(catalogue), fileName: name,
      dates: dates, quote: Quoting.quoted)
  }
}

extension ParsedOptions {
  /// How entries are filed under the labels of an alphabetic index, if they are.
  ///
  /// - Throws: `Failure` for an invalid locale, and for readings that cannot be read.
  func filing() throws(Failure) -> EntryFiling? {
    guard has(.byLetter) else { return nil }
    if has(.by), value(.by)?.isEmpty ?? true { throw Failure("--by takes the name of a field") }
    let table = try UserReadings.usual().checkedTable()
    return EntryFiling(NameFiling(try locale(), table: table), by: value(.by))
  }

  /// The locale that was given, or else that of the environment.
  func locale() throws(Failure) -> LocaleIdentifier {
    guard let text = value(.locale) else {
      return LocaleIdentifier(environment: Environment.text)
    }
    do throws(LocaleError) {
      return try LocaleIdentifier(text)
    } catch {
      throw Failure("--locale: \(error)", hint: error.hint)
    }
  }
}

extension EntryFiling {
  /// Checks that some entry has the field by which all are filed.
  ///
  /// - Parameter name: The name of the catalogue's file.
  func check(_ catalogue: Catalogue, named name: ByteText) throws(Failure) {
    try rethrowing(catalogue.checkFiling(by: key)) { Failure(reported: $0, at: name) }
  }
}

extension UserReadings {
  /// The table; problems in the user's corrections are thrown as the program's own failure.
  func checkedTable() throws(Failure) -> ReadingTable {
    try rethrowing(table()) { Failure(reported: $0) }
  }
}
