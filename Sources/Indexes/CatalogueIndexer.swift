package import Catalogues
package import ICUText
import IndexFiles
import PropertyLists
import Searching

/// Makes the index of a catalogue.
package struct CatalogueIndexer {
  private let catalogue: Catalogue
  private let document: PropertyListDocument
  /// The entries by record; `nil` if a record's number is the entry's.
  private let entries: [Int]?
  private var columns = FieldColumns()
  private var shown: TextIndexBuilder
  private var others: TextIndexBuilder
  /// For each position in an entry's dictionary the column of the key that stood there last: most
  /// entries have the same keys in the same order.
  private var columnsByPosition: [Int] = []

  /// - Parameter entries: The entries that become records; `nil` for all that have a number.
  package init(_ catalogue: Catalogue, folder: TextFolder, entries: [Int]? = nil) {
    self.catalogue = catalogue
    self.entries = entries
    document = catalogue.document
    shown = TextIndexBuilder(folder: folder)
    others = TextIndexBuilder(folder: folder)
  }

  /// Indexes the entries.
  ///
  /// - Parameter goesOn: Asked every some thousand entries; `false` ends it.
  /// - Returns: `nil` if it was ended.
  /// - Complexity: O(*n*) in the length of all text, about ten nanoseconds a byte; as much memory
  ///   as the index takes, and for large ones some tens of megabytes.
  package consuming func index(while goesOn: () -> Bool) -> CatalogueIndex? {
    let entryCount = entries?.count ?? catalogue.entryCount
    for record in 0..<entryCount {
      if record % 4096 == 0, !goesOn() { return nil }
      add(entries?[record] ?? record)
    }
    guard goesOn() else { return nil }
    do {
      let work = BackgroundWork { [others] in others.finish() }
      let shown = try TextIndex(shown.finish(), recordCount: entryCount)
      let others = try TextIndex(work.wait(), recordCount: entryCount)
      return CatalogueIndex(
        columns: columns, shown: shown, others: others, entryCount: entryCount)
    } catch {
      preconditionFailure("what was made just now is not damaged")
    }
  }

  /// Indexes the entries.
  package consuming func index() -> CatalogueIndex {
    guard let index = index(while: { true }) else { preconditionFailure("it was not ended") }
    return index
  }

  private mutating func add(_ entry: Int) {
    let value = catalogue.value(of: entry)
    let label = catalogue.labelNode(of: entry)
    let detail = catalogue.detailNode(of: entry)
    let isDict = document.kind(of: value) == .dict
    if let label {
      addShown(label, in: isDict && catalogue.key(of: entry) == nil ? value : nil)
    } else {
      let column = columns.column(.shownOnly)
      columns.note(column, isShown: true)
      shown.appendField(UnsafeBufferPointer(start: nil, count: 0), tag: column)
    }
    if let detail { addShown(detail, in: isDict ? value : nil) }
    shown.endRecord()
    addOthers(of: value, isDict: isDict, label, detail)
    others.endRecord()
  }

  /// Adds a label or detail.
  ///
  /// - Parameter dict: The dictionary that it is a member of, if it is.
  private mutating func addShown(_ node: Int, in dict: Int?) {
    let column =
      if !EntryRecords.isSearched(document.kind(of: node)) {
        columns.column(.shownOnly)
      } else if let dict {
        column(of: node, in: dict)
      } else {
        columns.column(.entry)
      }
    columns.note(column, isShown: true)
    if let text = document.verbatimText(of: node), columns.columns[column].scope != .shownOnly {
      shown.appendField(text, tag: column)
    } else {
      document.withShownText(of: node) { shown.appendField($0, tag: column) }
    }
  }

  private mutating func column(of node: Int, in dict: Int) -> Int {
    var position = 0
    var key = document.firstChild(of: dict)
    while key < document.end(of: dict) {
      let value = document.end(of: key)
      if value == node { return column(ofKey: key, at: position) }
      key = document.end(of: value)
      position += 1
    }
    preconditionFailure("the node is a member")
  }

  private mutating func addOthers(of value: Int, isDict: Bool, _ label: Int?, _ detail: Int?) {
    guard isDict else {
      if value == label || value == detail { return }
      return addTexts(of: value, column: columns.column(.entry))
    }
    var position = 0
    var key = document.firstChild(of: value)
    let end = document.end(of: value)
    while key < end {
      let member = document.end(of: key)
      if member != label, member != detail {
        addTexts(of: member, column: column(ofKey: key, at: position))
      }
      key = document.end(of: member)
      position += 1
    }
  }

  private mutating func column(ofKey key: Int, at position: Int) -> Int {
    if position < columnsByPosition.count {
      let known = columnsByPosition[position]
      if columns.isKey(known, with: { document.hasText(key, $0) }) { return known }
    }
    let column = document.withText(of: key) { columns.column(ofKey: $0) }
    while columnsByPosition.count <= position { columnsByPosition.append(column) }
    columnsByPosition[position] = column
    return column
  }

  /// Adds the texts in a value that a search of all fields looks at.
  private mutating func addTexts(of value: Int, column: Int) {
    let kind = document.kind(of: value)
    if EntryRecords.isSearched(kind) {
      columns.note(column, isShown: false)
      if let text = document.verbatimText(of: value) {
        others.appendField(text, tag: column + 1)
      } else {
        document.withText(of: value) { others.appendField($0, tag: column + 1) }
      }
    } else if kind == .array {
      for element in document.elements(of: value) { addTexts(of: element, column: column) }
    } else if kind == .dict {
      for member in document.members(of: value) { addTexts(of: member.value, column: column) }
    }
  }
}
