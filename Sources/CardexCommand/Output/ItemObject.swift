import Catalogues
import Comparing
import Exchange
import Forms
import ICUText
import Platform
import Presentation
import PropertyLists

/// Entries and sections as JSON objects, one per line, for programs.
struct ItemObject {
  typealias Members = [(key: String, value: String)]

  let catalogue: Catalogue
  let book: AddressBook
  let fileName: ByteText
  /// The catalogue as a form, if it is one.
  var form: Form?
  /// Whether the paths of items are among their members.
  var showsPaths = false

  /// An entry with its key, if it has one, and its value of any type.
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

  /// Whether a row of a form is expanded, `null` if it cannot be, and whether it is visible; empty
  /// for other entries.
  private func state(of entry: Entry.ID) -> Members {
    guard let row = form?.row(entry) else { return [] }
    return [
      (key: "isExpanded", value: row.isDisclosable ? "\(row.isExpanded)" : "null"),
      (key: "isVisible", value: "\(!catalogue.isHidden(entry))"),
    ]
  }

  /// A section with its fields, and the place of its title.
  ///
  /// - Parameter isCollapsed: Whether the section is closed; `nil` leaves its state out.
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

/// What edits have changed in a file, as JSON objects, one per line, for programs.
struct ChangeObjects {
  /// The catalogue as it was in the file.
  let old: Catalogue
  let new: Catalogue
  /// The name of the file, if objects have it.
  let fileName: ByteText?

  func print(to output: Output) throws(Failure) {
    for difference in CatalogueDifference.differences(from: old, to: new, isForEdits: true) {
      try output.write(line: JSON.object(members(of: difference)))
    }
  }

  private func members(of difference: CatalogueDifference) -> [(key: String, value: String)] {
    let before = difference.old.flatMap(old.path).map { JSON.string($0.text) }
    let after = difference.new.flatMap(new.path).map { JSON.string($0.text) }
    return (fileName.map { [(key: "file", value: JSON.name($0))] } ?? [])
      + [
        (key: "path", value: after ?? before ?? "null"),
        (
          key: "address",
          value: JSON.string(difference.newAddress ?? difference.oldAddress ?? "/")
        ),
      ]
      + (difference.isOfPlace ? [(key: "from", value: before ?? "null")] : []) + [
        (key: "old", value: difference.old.map { JSON.value($0, of: old.document) } ?? "null"),
        (key: "new", value: difference.new.map { JSON.value($0, of: new.document) } ?? "null"),
      ]
  }
}

/// Prints the sections and entries among rows as JSON objects, one per line.
struct OutlineObjects {
  let object: ItemObject
  let output: Output

  func print(_ page: ShownPage) throws(Failure) {
    for part in page.parts {
      switch part {
      case .fields(.entry(let entry)): try print(entry)
      case .fields(.section(let section)): try print(object.members(of: section))
      case .rows(let rows, let range):
        let range = range ?? 0..<rows.count
        var letter: String?
        for run in rows.runs(in: range) {
          switch run.content {
          case .heading(.letter(let own), _):
            letter = rows.sectioning.letters?[own].text
          case .heading(let heading, let isExpanded):
            guard let section = heading.section else { continue }
            try print(object.members(of: section, isCollapsed: !isExpanded))
          case .entries(let entries): for entry in entries { try print(entry, letter: letter) }
          case .footer: break
          }
        }
      }
    }
  }

  private func print(_ entry: Entry.ID, letter: String? = nil) throws(Failure) {
    try print(object.members(of: entry, letter: letter))
  }

  private func print(_ members: ItemObject.Members) throws(Failure) {
    try output.write(line: JSON.object(members))
  }
}
