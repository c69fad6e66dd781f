package import Catalogues

/// The kinds of rows that the entries of a catalogue are.
package struct EntryKinds {
  private let form: Form
  /// Most catalogues have none.
  private let kinds: [any RowKind]
  /// Whether entries may say what their rows show at the end and how far they are indented.
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

  /// What an entry's row shows; `nil` if it is of no kind. In a form, a row of an unknown kind, or
  /// one that takes no input, shows both titles.
  package func content(of entry: Entry.ID) -> RowContent? {
    if kinds.isEmpty { return nil }
    let row = form.row(entry)
    if let shown = row.shown(by: kinds) { return shown.content }
    return isForm ? RowContent(row.title, detail: row.detail) : nil
  }

  /// Adds to a row's content what the entry says of its end and its indentation.
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

  /// The kinds of a sample of entries, evenly spread. Where all rows are alike, only kinds that the
  /// entries themselves name count.
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
