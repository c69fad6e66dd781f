import Catalogues
import PropertyLists

/// Writes entries as vCards by `VCardWriter`.
///
/// Keys that vCard lacks are written as the properties that they usually mean, such as `TEL` for
/// `phoneNum`, or else with `X-` before them. An array of texts becomes one property per text. A
/// table of people from another program is read by `ContactTable`.
struct VCardEncoder {
  private let catalogue: Catalogue
  private let isTable: Bool
  private(set) var losses = Losses()

  init(_ catalogue: Catalogue) {
    isTable = catalogue.document.isTable
    let people = ContactTable(catalogue)?.people()
    self.catalogue = people?.catalogue ?? catalogue
    for (header, count) in people?.unknown ?? [] {
      losses.note(Loss(kind: "such property", key: header, outcome: .asOwnProperty), count: count)
    }
  }

  /// Whether an entry is a row of empty cells.
  private func isEmptyRow(_ entry: Entry.ID) -> Bool {
    guard isTable, catalogue.document.kind(of: catalogue.value(of: entry)) == .dict else {
      return false
    }
    return catalogue.document.members(of: catalogue.value(of: entry)).allSatisfy {
      catalogue.document.plainText(of: $0.value) == ""
    }
  }

  mutating func encode(to sink: TextSink) throws {
    let sections = catalogue.sections(in: .root)
    if !sections.isEmpty {
      losses.note(Loss(kind: "sections", key: nil, outcome: .leftOut), count: sections.count)
    }
    let writer = VCardWriter(catalogue.document) { UsualNames.keys(for: $0, among: $1) }
    for section in [.root] + sections {
      for field in catalogue.fields(of: section) {
        losses.note(Loss(kind: "fields of sections", key: field.name, outcome: .leftOut))
      }
      for run in catalogue.sections[section].runs {
        guard case .entries(let entries) = run.content else { continue }
        for entry in entries where !isEmptyRow(entry) {
          writer.append(catalogue.value(of: entry)) { catalogue.label(of: entry) }
          writer.take(sink.append)
          for lost in writer.takeLost() {
            let kind = lost.isData ? "data under other keys" : "such values"
            losses.note(Loss(kind: kind, key: lost.key, outcome: .leftOut))
          }
          for key in writer.takeInvented() {
            losses.note(Loss(kind: "such property", key: key, outcome: .asOwnProperty))
          }
          try sink.flushIfFull()
        }
      }
    }
  }
}
