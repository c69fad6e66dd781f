import Catalogues
import PropertyLists

/// Finds the entries of a catalogue that have what an entry of another file has. Not safe for
/// concurrent use.
struct EntryFields {
  let catalogue: Catalogue
  private let columns: [ExactText: Int]
  private let count: Int

  /// - Parameter keys: The keys of columns; the empty one for the value of entries that are not
  ///   dictionaries.
  init(of catalogue: Catalogue, keys: [String?]) {
    self.catalogue = catalogue
    var columns: [ExactText: Int] = [:]
    for (column, key) in keys.enumerated() { if let key { columns[ExactText(key)] = column } }
    self.columns = columns
    count = keys.count
  }

  /// The values that an entry has in the columns.
  func values(of entry: Entry.ID) -> [NodeIndex?] {
    let document = catalogue.document
    var values = [NodeIndex?](repeating: nil, count: count)
    let value = catalogue.value(of: entry)
    guard document.kind(of: value) == .dict else {
      if let column = columns[ExactText("")] { values[column] = value }
      return values
    }
    for member in document.members(of: value) {
      guard let column = columns[ExactText(document.text(of: member.key))], values[column] == nil
      else { continue }
      values[column] = member.value
    }
    return values
  }

  /// Whether an entry has all these values.
  func has(_ values: [(column: Int, value: ImportedValue)], _ entry: [NodeIndex?]) -> Bool {
    values.allSatisfy { column, value in
      entry[column].map { value.isEqual(to: $0, of: catalogue.document) } ?? false
    }
  }
}

/// The entries of a catalogue by the values of one column at a time: of each entry that is looked
/// for, the one in which it differs from most others.
struct EqualEntries {
  private let fields: EntryFields
  private let entries: [Entry.ID]
  private let names: [ExactText?]
  private let distinct: [Int]
  /// For columns that were asked for, the numbers of entries by value.
  private var index: [Int: [ExactText: [Int]]] = [:]
  /// Of many entries with the same value, all values in some columns.
  private var large: [Large: Set<[ExactText]>] = [:]

  private struct Large: Hashable {
    let columns: [Int]
    let column: Int
    let value: ExactText
  }

  private static let largest = 32

  /// - Parameters:
  ///   - rows: All entries that will be looked for.
  ///   - isNamed: Whether the keys that entries are stored under name them.
  init(_ fields: EntryFields, _ entries: [Entry.ID], rows: [ImportedRow], isNamed: Bool) {
    self.fields = fields
    self.entries = entries
    let catalogue = fields.catalogue
    names =
      isNamed
      ? entries.map { catalogue.key(of: $0).map { ExactText(catalogue.document.text(of: $0)) } }
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
  /// - Complexity: O(*m*) in the number of values, besides one look at all entries for each column
  ///   that is the most telling one of some row, and at those that have the same value there.
  mutating func contains(_ row: ImportedRow) -> Bool {
    guard let most = row.values.max(by: { distinct[$0.column] < distinct[$1.column] }) else {
      return row.name.map { name in names.contains(ExactText(name)) } ?? true
    }
    let key = ExactText(most.value.comparable)
    let candidates = numbers(in: most.column)[key] ?? []
    if candidates.count <= EqualEntries.largest {
      return candidates.contains { number in
        isNamed(row, number) && fields.has(row.values, fields.values(of: entries[number]))
      }
    }
    let columns = row.values.map(\.column)
    let place = Large(columns: columns, column: most.column, value: key)
    if large[place] == nil {
      large[place] = Set(
        candidates.compactMap { number in
          let values = fields.values(of: entries[number])
          return texts(columns.map { values[$0] }, names.isEmpty ? nil : names[number])
        })
    }
    let wanted =
      row.values.map { ExactText($0.value.comparable) }
      + (names.isEmpty ? [] : [ExactText(row.name ?? "")])
    return large[place]?.contains(wanted) ?? false
  }

  private func isNamed(_ row: ImportedRow, _ number: Int) -> Bool {
    names.isEmpty || names[number] == row.name.map(ExactText.init)
  }

  private func texts(_ values: [NodeIndex?], _ name: ExactText?) -> [ExactText]? {
    var result: [ExactText] = []
    for value in values {
      guard let value else { return nil }
      result.append(ExactText(ImportedValue(value, of: fields.catalogue.document).comparable))
    }
    return result + (name.map { [$0] } ?? [])
  }

  private mutating func numbers(in column: Int) -> [ExactText: [Int]] {
    if let known = index[column] { return known }
    var numbers: [ExactText: [Int]] = [:]
    for (number, entry) in entries.enumerated() {
      guard let value = fields.values(of: entry)[column] else { continue }
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
  /// The key that it is stored under, if that names it.
  let name: String?
  /// Its fields, by the numbers of their columns.
  let values: [(column: Int, value: ImportedValue)]
}
