import Catalogues
import ICUText
import PropertyLists
import Readings
import Searching

/// The texts of some entries, put into columns and folded. For one thread.
struct EntryTexts {
  private let catalogue: Catalogue
  private let document: PropertyListDocument
  private(set) var columns = FieldColumns()
  private(set) var shown: TextIndexBuilder
  private(set) var others: TextIndexBuilder
  /// For each position in an entry's dictionary the key that stood there last, and its column: most
  /// entries have the same keys in the same order.
  private var lastKeys: [(name: Range<Int>, column: Int)] = []
  /// The names of keys that have been there, one after another.
  private var names: [UInt8] = []

  /// - Parameter columns: Those that there are already.
  init(
    of catalogue: Catalogue, folder: TextFolder, readings table: ReadingTable,
    columns: FieldColumns = FieldColumns()
  ) {
    self.catalogue = catalogue
    self.columns = columns
    document = catalogue.document
    shown = TextIndexBuilder(folder: folder, table: table)
    others = TextIndexBuilder(folder: folder, table: table)
  }

  /// Makes room for so many more entries that are like those of other texts.
  mutating func reserve(entries: Int, like texts: EntryTexts) {
    let length = document.pieces.length
    shown.reserve(records: entries, like: texts.shown, atMost: length)
    others.reserve(records: entries, like: texts.others, atMost: length)
  }

  /// Adds the texts of entries that come behind these, of which there are a multiple of
  /// `TextIndexBuilder.appendableRecords`. The columns become what they were if all had been added
  /// here, one after another.
  ///
  /// - Returns: `false`, and nothing is added, if that cannot be: they have more keys than get a
  ///   column, and which ones do depends on the entries before.
  mutating func append(_ following: EntryTexts) -> Bool {
    if following.columns.isFull, !following.columns.hasColumns(of: columns) { return false }
    let numbers = columns.join(following.columns)
    let isRenumbered = numbers.indices.contains { numbers[$0] != $0 }
    shown.append(following.shown, tags: isRenumbered ? numbers : nil)
    others.append(following.others, tags: isRenumbered ? [0] + numbers.map { $0 + 1 } : nil)
    return true
  }

  mutating func add(_ entry: Int) {
    let node = catalogue.textNode(of: entry)
    let value = catalogue.valueNode(from: node)
    let label = catalogue.labelNode(from: node)
    let detail = catalogue.detailNode(from: node, label: label)
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
      let column = column(ofKey: key, at: position)
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

  private mutating func column(ofKey key: Int, at position: Int) -> Int {
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
