package import Catalogues
package import Platform
import PropertyLists
import Searching

/// The values of a template's placeholders.
package struct TemplateValues {
  private let catalogue: Catalogue
  private let book: AddressBook
  private let fileName: ByteText
  private let dates: ShownDates
  private let quote: (String) -> String

  /// - Parameters:
  ///   - fileName: The value of `{file}`.
  ///   - dates: How dates are shown.
  ///   - quote: Writes an address as a word of a command, for `{address}`.
  package init(
    _ catalogue: Catalogue, book: AddressBook, fileName: ByteText, dates: ShownDates,
    quote: @escaping (String) -> String
  ) {
    self.catalogue = catalogue
    self.book = book
    self.fileName = fileName
    self.dates = dates
    self.quote = quote
  }

  /// Placeholder names that are not keys of fields.
  private enum Name: String, CaseIterable {
    case file, section, position, address, path, line, column, label, detail
  }

  /// The placeholders that are not keys of fields.
  package static let names = Name.allCases.map(\.rawValue)

  /// The placeholder that is the name of the file.
  package static var fileName: String { Name.file.rawValue }

  /// Whether a placeholder is the key of a field.
  package static func isKey(_ name: String) -> Bool { Name(rawValue: name) == nil }

  /// Whether a placeholder is a location in the file, or a path.
  package static func isLocation(_ name: String) -> Bool {
    [Name.line, .column, .path].contains { $0.rawValue == name }
  }

  /// Whether a placeholder is a path, which a restored catalogue does not know.
  package static func isPath(_ name: String) -> Bool { name == Name.path.rawValue }

  /// Whether a placeholder is something that an entry may lack.
  static func isPartOfEntry(_ name: String) -> Bool {
    isKey(name) || name == Name.detail.rawValue
  }

  /// The text of a placeholder for an entry, empty if there is none. Control characters are not
  /// escaped.
  package func text(of placeholder: Template.Placeholder, in entry: Entry.ID) -> String {
    let pattern = placeholder.pattern
    func date(_ node: ScalarIndex?) -> String? {
      node.flatMap { dates.text(of: $0.node, in: catalogue.document, pattern: pattern) }
    }
    return switch Name(rawValue: placeholder.name) {
    case .file: fileName.description
    case .section: book.address(of: .section(catalogue.section(of: entry)))
    case .position: book.position(of: .entry(entry))
    case .address: quote(book.address(of: .entry(entry)))
    case .path: catalogue.path(of: .entry(entry))?.text ?? ""
    case .line:
      catalogue.location(of: .entry(entry))?.position.map { String($0.line) } ?? ""
    case .column:
      switch catalogue.location(of: .entry(entry)) {
      case .text(_, let column), .part(_, _, let column): String(column)
      case .byte(let offset): String(offset)
      case nil: ""
      }
    case .label: date(catalogue.labelNode(of: entry)) ?? catalogue.label(of: entry)
    case .detail: date(catalogue.detailNode(of: entry)) ?? catalogue.detail(of: entry) ?? ""
    case nil: field(placeholder.name, pattern, of: entry)
    }
  }

  private func field(_ key: String, _ pattern: String?, of entry: Entry.ID) -> String {
    let document = catalogue.document
    let value = catalogue.value(of: entry)
    if document.kind(of: value) == .dict, let member = catalogue.value(named: key, in: value),
      let flag = document.boolean(at: member)
    {
      return String(flag)
    }
    let records = EntryRecords(catalogue: catalogue, fields: .keys([key]))
    return records.searchedFields(of: entry)
      .map { dates.text(of: $0.node.node, in: document, pattern: pattern) ?? records.text(of: $0) }
      .joined(separator: ", ")
  }
}
