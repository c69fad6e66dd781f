import Catalogues
import Storage

/// The meanings of the tags of indexed fields: a column contains the fields of one kind.
struct FieldColumns: Equatable {
  /// The searches that cover a field, besides the search of labels and details.
  enum Scope: Int, CaseIterable {
    /// None: a label or detail that is shown but not written, or no text.
    case shownOnly
    /// The search of all fields: an entry's own text or key.
    case entry
    /// The search of all fields, and the search of the key with the column's name.
    case key
    /// Like `key`, but many keys share the column.
    case someKey
  }

  struct Column: Equatable {
    let scope: Scope
    /// UTF-8; empty unless the scope is `key`.
    let name: [UInt8]
    /// Whether labels or details are among its fields, and whether other fields are.
    var isAmongShown = false
    var isAmongOthers = false
  }

  private(set) var columns: [Column] = []
  /// The columns of keys by name, for adding fields.
  private var keyColumns: [[UInt8]: Int] = [:]

  /// After this many keys, all further ones share a column: a file with different keys in every
  /// entry must not get a column for each.
  static let keyLimit = 1000

  /// The column of a scope without names.
  mutating func column(_ scope: Scope) -> Int {
    if let known = columns.firstIndex(where: { $0.scope == scope }) { return known }
    columns.append(Column(scope: scope, name: []))
    return columns.count - 1
  }

  /// The column of a key.
  mutating func column(ofKey name: UnsafeBufferPointer<UInt8>) -> Int {
    let name = Array(name)
    if let known = keyColumns[name] { return known }
    guard keyColumns.count < FieldColumns.keyLimit else { return column(.someKey) }
    keyColumns[name] = columns.count
    columns.append(Column(scope: .key, name: name))
    return columns.count - 1
  }

  /// Whether a key has a column of its own.
  func hasColumn(ofKey name: String) -> Bool {
    columns.contains { $0.scope == .key && $0.name.elementsEqual(name.utf8) }
  }

  /// Whether all further keys share a column.
  var isFull: Bool { keyColumns.count >= FieldColumns.keyLimit }

  /// Whether the columns are the same as those of `other`, in the same order.
  func hasColumns(of other: FieldColumns) -> Bool {
    columns.elementsEqual(other.columns) { $0.scope == $1.scope && $0.name == $1.name }
  }

  /// Adds the columns of fields that follow the fields added so far.
  ///
  /// - Returns: For each of the other's columns, its number here.
  mutating func join(_ other: FieldColumns) -> [Int] {
    other.columns.map { column in
      let number =
        column.scope == .key
        ? column.name.withUnsafeBufferPointer { self.column(ofKey: $0) }
        : self.column(column.scope)
      if column.isAmongShown { note(number, isShown: true) }
      if column.isAmongOthers { note(number, isShown: false) }
      return number
    }
  }

  mutating func note(_ column: Int, isShown: Bool) {
    if isShown, !columns[column].isAmongShown { columns[column].isAmongShown = true }
    if !isShown, !columns[column].isAmongOthers { columns[column].isAmongOthers = true }
  }

  /// The columns that a search covers, none if it covers labels or details, and whether all its
  /// results in these columns are certain to be from the searched fields.
  func selected(_ fields: SearchedFields) -> (columns: [Bool], isSure: Bool) {
    switch fields {
    case .labelAndDetail: return ([], true)
    // A key may be the label of some entries and the detail of others.
    case .label, .detail, .keyNames: return ([], false)
    case .all: return (columns.map { $0.scope != .shownOnly }, true)
    case .keys(let keys):
      // What is at a path is indexed under the first key.
      let starts =
        keys.filter(FieldPath.hasDotsOrBackslashes).map { FieldPath($0).components[0] }
        + localizations(meantBy: keys)
      let names = (keys + starts).map { Array($0.utf8) }
      let known = columns.filter { $0.scope == .key }.map(\.name)
      let isLimited = known.count >= FieldColumns.keyLimit
      let isShared = isLimited && !names.allSatisfy(known.contains)
      return (
        columns.map { column in
          switch column.scope {
          case .key: names.contains(column.name)
          case .someKey: isShared
          case .shownOnly, .entry: false
          }
        }, !isShared && starts.isEmpty
      )
    }
  }

  /// The key under which a String Catalog has its texts by language, if the key has a column and
  /// one of the names may mean such a text.
  private func localizations(meantBy names: [String]) -> [String] {
    let keys = names.compactMap { LocalizedField(named: $0)?.path.first }.prefix(1)
    return keys.filter(hasColumn)
  }
}

// MARK: Storing

extension FieldColumns {
  var stored: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(varint: columns.count)
    for column in columns {
      let flags = (column.isAmongShown ? 1 : 0) + (column.isAmongOthers ? 2 : 0)
      bytes.append(varint: column.scope.rawValue * 4 + flags)
      bytes.append(varint: column.name.count)
      bytes += column.name
    }
    return bytes
  }

  /// Reads stored columns, to which no others can be added.
  init(_ stored: StoredBytes) throws(IndexDamage) {
    let bytes = try stored.all()
    var reader = IntegerReader(bytes)
    // Each column takes at least two bytes.
    for _ in 0..<(try reader.varint(in: 0..<(bytes.count + 1))) {
      let head = try reader.varint(in: 0..<(Scope.allCases.count * 4))
      guard let scope = Scope(rawValue: head / 4) else { throw IndexDamage() }
      let length = try reader.varint(in: 0..<(bytes.count + 1))
      let name = Array(try reader.bytes(length))
      columns.append(
        Column(
          scope: scope, name: name, isAmongShown: head & 1 != 0, isAmongOthers: head & 2 != 0))
    }
  }
}
