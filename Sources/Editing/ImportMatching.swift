import Catalogues
import PropertyLists

/// The values of catalogue entries by the columns of another file, and comparisons with values of
/// that file.
struct EntryColumns {
  let catalogue: Catalogue
  private let keys: [String?]
  private let columns: [ExactText: Int]
  /// Whether the other file is a table, in which an empty cell means a missing field.
  let isTable: Bool

  /// - Parameter keys: The keys of columns; the empty key means the value of entries that are not
  ///   dictionaries.
  init(of catalogue: Catalogue, keys: [String?], isTable: Bool) {
    self.catalogue = catalogue
    self.isTable = isTable
    var columns: [ExactText: Int] = [:]
    for (column, key) in keys.enumerated() { if let key { columns[ExactText(key)] = column } }
    self.columns = columns
    self.keys = keys
  }

  /// The values that an entry has in the columns.
  func values(of entry: Entry.ID) -> [NodeIndex?] {
    let document = catalogue.document
    var values = [NodeIndex?](repeating: nil, count: keys.count)
    let value = catalogue.value(of: entry)
    guard document.kind(of: value) == .dict else {
      if let column = columns[ExactText("")] { values[column] = value }
      return values
    }
    if let fields = catalogue.localizedFields(of: value) {
      for field in fields {
        if let column = columns[ExactText(field.name)] { values[column] = field.value }
      }
      return values
    }
    // The column after that of the last key, which is mostly the column of the next key.
    var next = 0
    for member in document.members(of: value) {
      let isNext =
        next < keys.count && keys[next].map { document.hasExactText(member.key, $0) } == true
      guard let column = isNext ? next : columns[ExactText(document.exactText(of: member.key))]
      else { continue }
      next = column + 1
      if values[column] == nil { values[column] = member.value }
    }
    return values
  }

  /// The value that an entry has in a column.
  func value(of entry: Entry.ID, in column: Int) -> NodeIndex? {
    let document = catalogue.document
    let value = catalogue.value(of: entry)
    guard let key = keys[column] else { return nil }
    guard document.kind(of: value) == .dict else { return key.isEmpty ? value : nil }
    if catalogue.shape.isStringCatalog { return catalogue.value(named: key, in: value) }
    return document.members(of: value).first { document.hasExactText($0.key, key) }?.value
  }

  /// Whether an entry has all these values.
  func has(_ values: [(column: Int, value: ImportedValue)], _ entry: [NodeIndex?]) -> Bool {
    values.allSatisfy { column, value in
      entry[column].map { isEqual(value, to: $0) } ?? isMissing(value)
    }
  }

  /// Whether an entry's value equals one of the other file; an empty cell of a table equals null.
  func isEqual(_ value: ImportedValue, to node: NodeIndex) -> Bool {
    value.isEqual(to: node, of: catalogue.document)
      || isMissing(value) && catalogue.document.isNull(node)
  }

  /// Whether a value of the other file equals a missing field: it is an empty cell of a table.
  func isMissing(_ value: ImportedValue) -> Bool { isTable && value.isEmpty }
}

/// An index of a catalogue's entries by their values in single columns. Of each row that is looked
/// for, the column with the most distinct values is used.
struct EntryValueIndex {
  private let fields: EntryColumns
  private let entries: [Entry.ID]
  private let names: [ExactText?]
  private let distinct: [Int]
  /// The numbers of entries by value, for each column that was used.
  private var index: [Int: [ExactText: [Int]]] = [:]
  /// For a value that many entries have, their values in the columns of a row.
  private var large: [Large: Set<[ExactText]>] = [:]

  private struct Large: Hashable {
    let columns: [Int]
    /// By column, whether `ImportedValue.exact` counts.
    let isExact: [Bool]
    let column: Int?
    let value: ExactText?
  }

  private static let largest = 32

  /// - Parameters:
  ///   - rows: All entries that will be looked for.
  ///   - isNamed: Whether the keys that entries are stored under name them.
  init(_ fields: EntryColumns, _ entries: [Entry.ID], rows: [ImportedRow], isNamed: Bool) {
    self.fields = fields
    self.entries = entries
    let catalogue = fields.catalogue
    names =
      isNamed
      ? entries.map {
        catalogue.key(of: $0).map { ExactText(catalogue.document.exactText(of: $0)) }
      }
      : []
    var values: [Set<ExactText>] = []
    for row in rows {
      for (column, value) in row.values {
        while values.count <= column { values.append([]) }
        values[column].insert(ExactText(value.comparable))
      }
    }
    distinct = values.map(\.count)
  }

  /// Whether an entry has all values of a row, and its name if entries have names.
  ///
  /// - Complexity: O(*m*) in the number of the row's values. In addition, all entries are looked at
  ///   once for each column that is used, and once those with the same value there.
  mutating func contains(_ row: ImportedRow) -> Bool {
    if row.values.isEmpty { return row.name.map { names.contains(ExactText($0)) } ?? true }
    let most = row.values.filter { !fields.isMissing($0.value) }
      .max { distinct[$0.column] < distinct[$1.column] }
    let key = most.map { ExactText($0.value.comparable) }
    let candidates =
      if let most, let key { numbers(in: most.column)[key] ?? [] } else { Array(entries.indices) }
    if candidates.count <= EntryValueIndex.largest {
      return candidates.contains { number in
        isNamed(row, number) && fields.has(row.values, fields.values(of: entries[number]))
      }
    }
    let columns = row.values.map(\.column)
    let isExact = row.values.map { $0.value.exact != nil }
    let entry = Large(columns: columns, isExact: isExact, column: most?.column, value: key)
    if large[entry] == nil {
      large[entry] = Set(
        candidates.compactMap { number in
          let values = fields.values(of: entries[number])
          return texts(
            columns.map { values[$0] }, isExact, names.isEmpty ? nil : names[number])
        })
    }
    let wanted =
      row.values.map { ExactText($0.value.exact ?? $0.value.comparable) }
      + (names.isEmpty ? [] : [ExactText(row.name ?? "")])
    return large[entry]?.contains(wanted) ?? false
  }

  private func isNamed(_ row: ImportedRow, _ number: Int) -> Bool {
    names.isEmpty || names[number] == row.name.map(ExactText.init)
  }

  private func texts(
    _ values: [NodeIndex?], _ isExact: [Bool], _ name: ExactText?
  ) -> [ExactText]? {
    var result: [ExactText] = []
    for (value, isExact) in zip(values, isExact) {
      guard let value, !fields.isTable || !fields.catalogue.document.isNull(value) else {
        if !fields.isTable { return nil }
        result.append(ExactText(""))
        continue
      }
      let other = ImportedValue(value, of: fields.catalogue.document, isExact: isExact)
      result.append(ExactText(other.exact ?? other.comparable))
    }
    return result + (name.map { [$0] } ?? [])
  }

  private mutating func numbers(in column: Int) -> [ExactText: [Int]] {
    if let known = index[column] { return known }
    var numbers: [ExactText: [Int]] = [:]
    for (number, entry) in entries.enumerated() {
      guard let value = fields.value(of: entry, in: column) else { continue }
      let text = ImportedValue(value, of: fields.catalogue.document).comparable
      numbers[ExactText(text), default: []].append(number)
    }
    index[column] = numbers
    return numbers
  }
}

/// An entry of another file as it would be in a catalogue.
struct ImportedRow {
  /// Its number in the file.
  let number: Int
  let section: String?
  /// The key that the entry is stored under, if keys name entries.
  let name: String?
  /// Its fields, by the numbers of their columns.
  private(set) var values: [(column: Int, value: ImportedValue)]
  /// The heads of the values of a vCard, if the catalogue keeps heads, too.
  let heads: ImportedValue?

  var withoutEmptyValues: ImportedRow { with(values.filter { !$0.value.isEmpty }) }

  /// The same entry with other values.
  func with(_ values: [(column: Int, value: ImportedValue)]) -> ImportedRow {
    var row = self
    row.values = values
    return row
  }
}

/// Entries of a catalogue and rows of another file that are matched by the values of a key.
struct KeyMatching {
  /// What the catalogue has of a row.
  enum Match {
    case entry(Entry.ID)
    case new
    /// It is unclear, and why; perhaps the index of a value that is likely to be the same.
    case ambiguous(String, likely: Int?)
  }

  private let key: String
  /// The column of the key; `nil` for the keys that entries are stored under.
  let column: Int?
  let fields: EntryColumns
  private let entries: [Entry.ID]
  private(set) var values: MatchedValues

  init(
    by key: String, in column: Int?, of rows: [ImportedRow], with entries: [Entry.ID],
    _ fields: EntryColumns
  ) {
    (self.key, self.column) = (key, column)
    (self.fields, self.entries) = (fields, entries)
    values = MatchedValues(
      capacity: entries.count, areTelephones: UsualNames.meansTelephones(key),
      areKeys: column == nil)
    for (number, entry) in entries.enumerated() { values.addEntry(number, value(of: entry)) }
    for row in rows {
      let value =
        column.map { column in row.values.first { $0.column == column }?.value.comparable }
        ?? row.name
      values.addRow(value)
    }
  }

  private func value(of entry: Entry.ID) -> String? {
    let document = fields.catalogue.document
    guard let column else { return fields.catalogue.key(of: entry).map(document.exactText) }
    return fields.value(of: entry, in: column).map { ImportedValue($0, of: document).comparable }
  }

  /// The entries whose value does not tell them from others.
  var ambiguousEntries: [ImportPlan.Ambiguity] {
    zip(entries, values.ofEntries).compactMap { entry, value in
      guard let value else { return .entry(entry, "no '\(key)'") }
      guard values.all[value].entryCount > 1 else { return nil }
      return .entry(entry, "'\(key)' is that of other entries, too")
    }
  }

  /// - Parameter index: The index of a row's value, if it has one.
  func match(of index: Int?) -> Match {
    guard let value = index.map({ values.all[$0] }) else {
      return .ambiguous("no '\(key)'", likely: nil)
    }
    if value.rowCount > 1 {
      return .ambiguous("'\(key)' is that of other entries of the file, too", likely: nil)
    }
    if value.entryCount > 1 {
      return .ambiguous("'\(key)' is that of \(value.entryCount) entries", likely: nil)
    }
    if let entry = value.entry { return .entry(entries[entry]) }
    guard let other = values.number(likely: value) else { return .new }
    let name = values.all[other].entry.map { fields.catalogue.label(of: entries[$0]).excerpt() }
    return .ambiguous(
      "'\(key)' may be the number of '\(name ?? "")': only one of them has the code of a country",
      likely: other)
  }

  /// The entries whose value no row has.
  ///
  /// - Parameter likely: The indices of values that rows probably have.
  func missingEntries(except likely: Set<Int>) -> [Entry.ID] {
    zip(entries, values.ofEntries).compactMap { entry, index in
      guard let index, values.all[index].entryCount == 1, values.all[index].rowCount == 0,
        !likely.contains(index)
      else { return nil }
      // The entry with the empty key stays: its row may have been skipped because it is empty.
      return column == nil && value(of: entry) == "" ? nil : entry
    }
  }
}

/// The values by which entries of a catalogue and rows of another file are matched. Texts that are
/// canonically equivalent are the same, as in addresses. Telephone numbers with their country code
/// are the same however they are written.
struct MatchedValues {
  /// A value, with its first entry and the number of its occurrences.
  struct Value {
    let telephone: Telephone?
    /// The first entry with the value.
    var entry: Int?
    var entryCount = 0
    var rowCount = 0
  }

  /// A telephone number, possibly with nothing known but its digits.
  struct Telephone {
    let country: [UInt8]?
    /// The digits without the code of the country.
    let written: [UInt8]
    /// The digits without a leading zero.
    var digits: [UInt8] {
      written.first == UInt8(ascii: "0") ? Array(written.dropFirst()) : written
    }

    private static let fewestDigits = 7

    init?(_ text: String) {
      if let number = TelephoneNumber(text) {
        (country, written) = (number.country, number.dialled)
        return
      }
      guard let digits = TelephoneNumber.digits(of: text), digits.count >= Telephone.fewestDigits
      else { return nil }
      (country, written) = (nil, digits)
    }
  }

  private(set) var all: [Value] = []
  /// The index in `all` of each entry's value; `nil` for an entry without a value.
  private(set) var ofEntries: [Int?] = []
  private(set) var ofRows: [Int?] = []
  private var numbers: [String: Int]
  private let areTelephones: Bool
  private let areKeys: Bool
  /// Indices in `all` of the values of entries, by the digits of telephone numbers without codes
  /// and zeros.
  private var dialled: [[UInt8]: [Int]] = [:]

  /// - Parameter areKeys: Whether the values are the keys that entries are stored under. One of
  ///   them may be empty, as Xcode writes it.
  init(capacity: Int, areTelephones: Bool, areKeys: Bool) {
    numbers = Dictionary(minimumCapacity: capacity)
    (self.areTelephones, self.areKeys) = (areTelephones, areKeys)
  }

  /// Adds the value of the next entry.
  mutating func addEntry(_ entry: Int, _ value: String?) {
    ofEntries.append(number(of: value))
    guard let number = ofEntries[ofEntries.count - 1] else { return }
    if all[number].entry == nil { all[number].entry = entry }
    all[number].entryCount += 1
    if all[number].entryCount == 1, let digits = all[number].telephone?.digits {
      dialled[digits, default: []].append(number)
    }
  }

  /// The index in `all` of an entry's value that is probably the same telephone number: the digits
  /// agree, and the country codes are the same or one of the numbers has none.
  func number(likely value: Value) -> Int? {
    guard let telephone = value.telephone else { return nil }
    return dialled[telephone.digits]?.first { other in
      let country = all[other].telephone?.country
      return country == nil || telephone.country == nil || country == telephone.country
    }
  }

  /// Adds the value of the next row.
  mutating func addRow(_ value: String?) {
    ofRows.append(number(of: value))
    if let number = ofRows[ofRows.count - 1] { all[number].rowCount += 1 }
  }

  private mutating func number(of value: String?) -> Int? {
    guard var value, areKeys || !value.isEmpty else { return nil }
    let telephone = areTelephones ? Telephone(value) : nil
    if let telephone {
      let code = telephone.country.map { "+" + String(decoding: $0, as: UTF8.self) + " " } ?? ""
      value = code + String(decoding: telephone.written, as: UTF8.self)
    }
    // One look-up both finds and adds the number.
    func kept(_ number: inout Int) -> Int { number }
    let number = kept(&numbers[value, default: all.count])
    if number == all.count { all.append(Value(telephone: telephone)) }
    return number
  }
}
