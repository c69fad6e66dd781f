package import Catalogues
package import ICUText
import IndexFiles
import PropertyLists
package import Readings
import Searching

/// Makes the index of a catalogue.
package struct CatalogueIndexer {
  private let catalogue: Catalogue
  private let document: PropertyListDocument
  private let tableVersion: UInt64
  /// The entries by record; `nil` if a record's number is the entry's.
  private let entries: [Int]?
  private var columns = FieldColumns()
  private var shown: TextIndexBuilder
  private var others: TextIndexBuilder
  /// For each position in an entry's dictionary the key that stood there last, and its column: most
  /// entries have the same keys in the same order.
  private var lastKeys: [(name: Range<Int>, column: Int)] = []
  /// The names of keys that have been there, one after another.
  private var names: [UInt8] = []

  /// - Parameters:
  ///   - table: How names are read that are found by their readings.
  ///   - entries: The entries that become records; `nil` for all that have a number.
  package init(
    _ catalogue: Catalogue, folder: TextFolder, readings table: ReadingTable = .shared,
    entries: [Int]? = nil
  ) {
    self.catalogue = catalogue
    self.entries = entries
    document = catalogue.document
    tableVersion = table.version
    shown = TextIndexBuilder(folder: folder, table: table)
    others = TextIndexBuilder(folder: folder, table: table)
  }

  /// Indexes the entries.
  ///
  /// - Parameter goesOn: Asked every some thousand entries; `false` ends it.
  /// - Returns: `nil` if it was ended.
  /// - Complexity: O(*n*) in the length of all text, about ten nanoseconds a byte; as much memory
  ///   as the index takes, and for large ones some tens of megabytes.
  package consuming func index(while goesOn: () -> Bool) -> CatalogueIndex? {
    guard addEntries(while: goesOn) else { return nil }
    let work = BackgroundWork { [others] in others.finish() }
    let shown = shown.finish()
    return index(shown, work.wait())
  }

  /// Indexes the entries, and has something else done meanwhile that looks at the catalogue, too.
  package consuming func index<Value>(
    alongside other: @escaping () -> Value
  ) -> (index: CatalogueIndex, other: Value) {
    _ = addEntries { true }
    // Only now: two threads that count references to the same objects slow each other down.
    let work = BackgroundWork(other)
    let shown = shown.finish()
    let others = others.finish()
    return (index(shown, others), work.wait())
  }

  private mutating func addEntries(while goesOn: () -> Bool) -> Bool {
    for record in 0..<recordCount {
      if record % 4096 == 0, !goesOn() { return false }
      add(entries?[record] ?? record)
    }
    return goesOn()
  }

  private var recordCount: Int { entries?.count ?? catalogue.entryCount }

  private func index(_ shown: TextIndex.Parts, _ others: TextIndex.Parts) -> CatalogueIndex {
    do {
      let shown = try TextIndex(shown, recordCount: recordCount)
      let others = try TextIndex(others, recordCount: recordCount)
      return CatalogueIndex(
        columns: columns, tableVersion: tableVersion, shown: shown, others: others,
        entryCount: recordCount)
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
    if document.kind(of: value) == .dict {
      let own = addMembers(of: value, label, detail)
      addShown(label, column: own.label)
      if let detail { addShown(detail, column: own.detail) }
    } else {
      if value != label, value != detail { addTexts(of: value, column: columns.column(.entry)) }
      addShown(label, column: nil)
      if let detail { addShown(detail, column: nil) }
    }
    shown.endRecord()
    others.endRecord()
  }

  /// Adds a label or detail, or the empty label of an entry that has none.
  ///
  /// - Parameter column: That of its key, if it is a member of the entry.
  private mutating func addShown(_ node: Int?, column: Int?) {
    let isSearched = node.map { EntryRecords.isSearched(document.kind(of: $0)) } ?? false
    let column = isSearched ? column ?? columns.column(.entry) : columns.column(.shownOnly)
    columns.note(column, isShown: true)
    if let node, isSearched, let text = document.verbatimText(of: node) {
      shown.appendField(text, tag: column)
    } else if let node {
      document.withShownText(of: node) { shown.appendField($0, tag: column) }
    } else {
      shown.appendField(UnsafeBufferPointer(start: nil, count: 0), tag: column)
    }
  }

  /// Adds the members of an entry's dictionary but its label and detail.
  ///
  /// - Returns: The columns of label and detail, if they are members.
  private mutating func addMembers(
    of dict: Int, _ label: Int?, _ detail: Int?
  ) -> (label: Int?, detail: Int?) {
    let document = document
    var own: (label: Int?, detail: Int?) = (nil, nil)
    let end = document.end(of: dict)
    // Labels get the column whose tag takes no room.
    if columns.columns.isEmpty, let label {
      var key = document.firstChild(of: dict)
      while key < end, document.end(of: key) != label {
        key = document.end(of: document.end(of: key))
      }
      if key < end { document.withText(of: key) { _ = columns.column(ofKey: $0) } }
    }
    var position = 0
    var key = document.firstChild(of: dict)
    while key < end {
      let member = document.end(of: key)
      let column = column(ofKey: key, at: position, document)
      if member == label {
        own.label = column
      } else if member == detail {
        own.detail = column
      } else {
        addTexts(of: member, column: column)
      }
      key = document.end(of: member)
      position += 1
    }
    return own
  }

  private mutating func column(
    ofKey key: Int, at position: Int, _ document: PropertyListDocument
  ) -> Int {
    if position < lastKeys.count {
      let (name, column) = lastKeys[position]
      let isSame = names.withUnsafeBufferPointer {
        document.hasText(key, UnsafeBufferPointer(rebasing: $0[name]))
      }
      if isSame { return column }
    }
    let column = document.withText(of: key) { columns.column(ofKey: $0) }
    // Entries that take turns with their keys must not make the names grow without end.
    if names.count > 1 << 16 { (names, lastKeys) = ([], []) }
    let start = names.count
    document.withText(of: key) { names.append(contentsOf: $0) }
    while lastKeys.count <= position { lastKeys.append((start..<names.count, column)) }
    lastKeys[position] = (start..<names.count, column)
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
