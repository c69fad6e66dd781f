import Catalogues
import Editing
import Forms
import Grammar
import Language
import Platform
import Presentation

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
