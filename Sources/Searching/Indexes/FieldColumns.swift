import Catalogues
import Storage

/// The meanings of the tags of indexed fields: a column contains the fields of one kind.
struct FieldColumns: Equatable {
  /// The searches that cover a field besides that of labels and details.
  enum Scope: Int, CaseIterable {
    /// None: a label or detail that is shown but not written, or no text.
    case shownOnly
    /// The search of all fields: an entry's own text or key.
    case entry
    /// The search of all fields and that of the key with the column's name.
    case key
    /// Like `key`, but the names of many keys share the column.
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

  /// Whether keys that are new now share a column.
  var isFull: Bool { keyColumns.count >= FieldColumns.keyLimit }

  /// Whether the columns are the same as others, in the same order.
  func hasColumns(of other: FieldColumns) -> Bool {
    columns.elementsEqual(other.columns) { $0.scope == $1.scope && $0.name == $1.name }
  }

  /// Adds the columns of fields that follow those added so far.
  ///
  /// - Returns: The numbers of the columns here.
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

  /// The columns that a search covers, none where it covers what is shown, and whether its results
  /// there may be from another field.
  func selected(_ fields: SearchedFields) -> (columns: [Bool], isSure: Bool) {
    switch fields {
    case .labelAndDetail: return ([], true)
    // A key may be the label of some entries and the detail of others.
    case .label, .detail, .keyNames: return ([], false)
    case .all: return (columns.map { $0.scope != .shownOnly }, true)
    case .keys(let keys):
      // What is at a path is indexed under the first key.
      let starts =
        keys.filter(FieldPath.mayBeMisread).map { FieldPath($0).components[0] }
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

  /// The key under which a String Catalog has texts by language, if there is such a key, and a name
  /// may be that of one.
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

  /// Columns to which none can be added.
  init(_ stored: StoredBytes) throws(IndexDamage) {
    let bytes = try stored.all()
    var reader = IntegerReader(bytes)
    // Each takes at least two bytes.
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
