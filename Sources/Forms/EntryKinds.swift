package import Catalogues

/// Finds out of which kind of row each entry of a catalogue is.
package struct EntryKinds {
  private let form: Form
  /// The kinds that occur in the catalogue; most catalogues have none.
  private let kinds: [any RowKind]
  /// Whether entries may have fields for an accessory or an indentation level.
  private let hasMarks: Bool

  /// - Parameter form: The catalogue as a form, if it is one.
  /// - Complexity: O(1), as only a sample of the entries is examined.
  package init(of catalogue: Catalogue, form: Form?) {
    let rows = form ?? Form(rowsOf: catalogue)
    self.form = rows
    kinds = form == nil ? EntryKinds.kinds(of: rows) : RowKinds.inputs
    hasMarks = EntryKinds.sample(of: catalogue).map(rows.row).contains { row in
      row.accessory != .none || row.indentationLevel > 0
    }
  }

  package var isForm: Bool { form.isForm }

  /// The content of an entry's row; `nil` if the row is of no kind. In a form, a row of an unknown
  /// kind or without input shows both titles.
  package func content(of entry: Entry.ID) -> RowContent? {
    if kinds.isEmpty { return nil }
    let row = form.row(entry)
    if let shown = row.shown(by: kinds) { return shown.content }
    return isForm ? RowContent(row.title, detail: row.detail) : nil
  }

  /// Adds an entry's accessory and indentation level to its row's content.
  package func mark(_ content: inout RowContent, of entry: Entry.ID) {
    guard hasMarks else { return }
    let row = form.row(entry)
    (content.accessory, content.indentationLevel) = (row.accessory, row.indentationLevel)
  }

  /// The number of entries examined to find the kinds of rows.
  private static let sampleSize = 128

  private static func sample(of catalogue: Catalogue) -> StrideTo<Entry.ID> {
    Swift.stride(
      from: catalogue.entries.lowerBound, to: catalogue.entries.upperBound,
      by: max(catalogue.entryCount / sampleSize, 1))
  }

  /// The kinds in an evenly spread sample of entries. If all rows are of the same kind, it counts
  /// only if the entries name it themselves.
  private static func kinds(of rows: Form) -> [any RowKind] {
    var counts = [Int](repeating: 0, count: RowKinds.all.count)
    var total = 0
    for entry in sample(of: rows.catalogue) {
      total += 1
      if let shown = rows.row(entry).shown(by: RowKinds.all) { counts[shown.index] += 1 }
    }
    let areAlike = counts.contains(total)
    return zip(RowKinds.all, counts).filter { $1 > 0 && ($0.isNamed || !areAlike) }.map(\.0)
  }
}
