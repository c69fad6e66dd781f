import Catalogues
import ICUText
import PropertyLists
import Readings

/// The texts of some entries, put into columns and folded. Not safe for concurrent use.
struct EntryTexts {
  private let catalogue: Catalogue
  private let document: PropertyListDocument
  private(set) var columns = FieldColumns()
  private(set) var shown: TextIndexBuilder
  private(set) var others: TextIndexBuilder
  /// For each position in an entry's dictionary, the last key at that position and its column: most
  /// entries have the same keys in the same order.
  private var lastKeys: [(name: Range<Int>, column: Int)] = []
  /// The concatenated names of the keys encountered.
  private var names: [UInt8] = []

  /// - Parameter columns: The existing columns.
  init(
    of catalogue: Catalogue, folding: CaseFolding, readings table: ReadingTable,
    columns: FieldColumns = FieldColumns()
  ) {
    self.catalogue = catalogue
    self.columns = columns
    document = catalogue.document
    shown = TextIndexBuilder(folding: folding, table: table)
    others = TextIndexBuilder(folding: folding, table: table)
  }

  /// Makes room for this many more entries similar to those of other texts.
  mutating func reserve(entries: Int, like texts: EntryTexts) {
    let length = document.pieces.length
    shown.reserve(records: entries, like: texts.shown, atMost: length)
    others.reserve(records: entries, like: texts.others, atMost: length)
  }

  /// Appends the texts of the entries that follow.
  ///
  /// The number of entries here is a multiple of `TextIndexBuilder.appendableRecords`. The columns
  /// become the same as if all entries had been added here, one after another.
  ///
  /// - Returns: `false`, with nothing added, if that is impossible: the entries have more keys than
  ///   get a column, and which keys get one depends on the entries before.
  mutating func append(_ following: EntryTexts) -> Bool {
    if following.columns.isFull, !following.columns.hasColumns(of: columns) { return false }
    let numbers = columns.join(following.columns)
    let isRenumbered = numbers.indices.contains { numbers[$0] != $0 }
    shown.append(following.shown, tags: isRenumbered ? numbers : nil)
    others.append(following.others, tags: isRenumbered ? [0] + numbers.map { $0 + 1 } : nil)
    return true
  }

  mutating func add(_ entry: Entry.ID) {
    let node = catalogue.textNode(of: entry)
    let value = catalogue.valueNode(from: node)
    let label = catalogue.labelNode(from: node)
    let detail = catalogue.detailNode(from: node, label: label)
    if document.kind(of: value) == .dict {
      let own = addMembers(of: value, label, detail)
      addShown(label, column: own.label)
      if let detail { addShown(detail, column: own.detail) }
    } else {
      if value != label?.node, value != detail?.node {
        addTexts(of: value, column: columns.column(.entry))
      }
      addShown(label, column: nil)
      if let detail { addShown(detail, column: nil) }
    }
    shown.endRecord()
    others.endRecord()
  }

  /// Adds a label or detail, or the empty label of an entry that has none.
  ///
  /// - Parameter column: The column of its key, if it is a member of the entry.
  private mutating func addShown(_ scalar: ScalarIndex?, column: Int?) {
    let isSearched = scalar.map { document.searchedText(at: $0.node) != nil } ?? false
    let column = isSearched ? column ?? columns.column(.entry) : columns.column(.shownOnly)
    columns.note(column, isShown: true)
    if let scalar, isSearched, let text = verbatimText(of: scalar) {
      shown.appendField(text, tag: column, isString: document.isString(scalar))
    } else if let scalar {
      document.withShownText(of: scalar) {
        shown.appendField($0, tag: column, isString: document.isString(scalar))
      }
    } else {
      shown.appendField(UnsafeBufferPointer(start: nil, count: 0), tag: column)
    }
  }

  /// Adds the members of an entry's dictionary except its label and detail.
  ///
  /// - Returns: The columns of the label and the detail, if they are members.
  private mutating func addMembers(
    of dict: NodeIndex, _ label: ScalarIndex?, _ detail: ScalarIndex?
  ) -> (label: Int?, detail: Int?) {
    var own: (label: Int?, detail: Int?) = (nil, nil)
    let end = document.end(of: dict)
    // Labels get the column whose tag takes no space.
    if columns.columns.isEmpty, let label,
      let member = document.members(of: dict).first(where: { $0.value == label.node })
    {
      document.withText(of: member.key) { _ = columns.column(ofKey: $0) }
    }
    var position = 0
    var node = document.firstChild(of: dict)
    while node < end, let (key, member) = document.member(at: node) {
      let column = column(ofKey: key, at: position)
      if member == label?.node {
        own.label = column
      } else if member == detail?.node {
        own.detail = column
      } else {
        addTexts(of: member, column: column)
      }
      node = document.end(of: member)
      position += 1
    }
    return own
  }

  private mutating func column(ofKey key: ScalarIndex, at position: Int) -> Int {
    if position < lastKeys.count {
      let (name, column) = lastKeys[position]
      let isSame = names.withUnsafeBufferPointer {
        document.hasText(key, UnsafeBufferPointer(rebasing: $0[name]))
      }
      if isSame { return column }
    }
    let column = document.withText(of: key) { columns.column(ofKey: $0) }
    // Entries with alternating keys must not make the names grow without bound.
    if names.count > 1 << 16 { (names, lastKeys) = ([], []) }
    let start = names.count
    document.withText(of: key) { names.append(contentsOf: $0) }
    while lastKeys.count <= position { lastKeys.append((start..<names.count, column)) }
    lastKeys[position] = (start..<names.count, column)
    return column
  }

  /// The text of a scalar in the source, if it is searched exactly as it is written there.
  private func verbatimText(of scalar: ScalarIndex) -> UnsafeBufferPointer<UInt8>? {
    switch document.kind(of: scalar.node) {
    case .data, .true, .false: nil
    default: document.verbatimText(of: scalar)
    }
  }

  /// Adds the texts in a value that a search of all fields covers.
  private mutating func addTexts(of value: NodeIndex, column: Int) {
    let kind = document.kind(of: value)
    if let scalar = document.searchedText(at: value) {
      columns.note(column, isShown: false)
      if let text = verbatimText(of: scalar) {
        others.appendField(text, tag: column + 1, isString: document.isString(scalar))
      } else {
        document.withSearchedText(of: scalar) {
          others.appendField($0, tag: column + 1, isString: document.isString(scalar))
        }
      }
    } else if kind == .array {
      for element in document.elements(of: value) { addTexts(of: element, column: column) }
    } else if kind == .dict {
      for member in document.members(of: value) { addTexts(of: member.value, column: column) }
    }
  }
}
