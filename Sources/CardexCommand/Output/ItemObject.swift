import Catalogues
import Exchange
import Forms
import Platform
import Presentation
import PropertyLists

/// Entries and sections as JSON objects, one a line, for programs.
struct ItemObject {
  typealias Members = [(key: String, value: String)]

  let catalogue: Catalogue
  let book: AddressBook
  let fileName: ByteText
  /// The catalogue as a form, if it is one.
  var form: Form?
  /// Whether the paths of items are among their members.
  var showsPaths = false

  /// An entry with its key, if it has one, and its value, whatever that is.
  ///
  /// - Parameter letter: The letter that it is listed under, if any.
  func members(of entry: Entry.ID, letter: String? = nil) -> Members {
    let key = catalogue.key(of: entry).map(catalogue.document.exactText)
    return common(of: .entry(entry), in: catalogue.section(of: entry), letter: letter) + [
      (key: "key", value: key.map(JSON.string) ?? "null"),
      (key: "label", value: JSON.string(catalogue.label(of: entry))),
    ] + state(of: entry) + [
      (key: "value", value: JSON.value(catalogue.value(of: entry), of: catalogue.document))
    ]
  }

  /// Whether a row of a form is expanded, if it can be, and shown; nothing for any other entry.
  private func state(of entry: Entry.ID) -> Members {
    guard let row = form?.row(entry) else { return [] }
    return [
      (key: "isExpanded", value: row.isDisclosable ? "\(row.isExpanded)" : "null"),
      (key: "isVisible", value: "\(!catalogue.isHidden(entry))"),
    ]
  }

  /// A section with its fields, and the place of its title.
  ///
  /// - Parameter isCollapsed: Whether it is closed, if that is asked for.
  func members(of section: Section.ID, isCollapsed: Bool? = nil) -> Members {
    let fields = catalogue.fields(of: section).map { field in
      (key: field.name, value: JSON.value(field.value, of: catalogue.document))
    }
    let state = isCollapsed.map { isCollapsed in
      [
        (key: "isCollapsible", value: "\(catalogue.isCollapsible(section))"),
        (key: "isCollapsed", value: "\(isCollapsed)"),
      ]
    }
    return common(of: .section(section), in: catalogue.sections[section].parent) + [
      (key: "title", value: title(of: section)),
      (key: "entries", value: String(catalogue.entryCount(of: section))),
    ] + (state ?? []) + [(key: "fields", value: JSON.object(fields))]
  }

  private func common(
    of item: Item, in section: Section.ID, letter: String? = nil
  ) -> Members {
    let path = showsPaths ? catalogue.path(of: item) : nil
    return [
      (key: "file", value: JSON.name(fileName)),
      (key: "type", value: JSON.string(item.isEntry ? "entry" : "section")),
      (key: "section", value: JSON.array(catalogue.path(to: section).map(title))),
    ] + (letter.map { [(key: "letter", value: JSON.string($0))] } ?? []) + [
      (key: "position", value: JSON.string(book.position(of: item))),
      (key: "address", value: JSON.string(book.address(of: item))),
    ]
      + (path.map { [(key: "path", value: JSON.string($0.text))] } ?? [])
      + (catalogue.location(of: item).map { JSON.members(of: $0) } ?? [])
  }

  private func title(of section: Section.ID) -> String {
    let title =
      catalogue.hasGivenTitle(section)
      ? catalogue.title(of: section) : catalogue.fullTitle(of: section)
    return title.map(JSON.string) ?? "null"
  }
}
