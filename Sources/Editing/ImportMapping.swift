import Catalogues
import Platform
import PropertyLists

/// The meaning that the columns of another file have in a catalogue.
struct ImportMapping {
  /// The key of each column's field; empty for the value of entries that are not dictionaries, and
  /// `nil` for columns that are not fields.
  let keys: [String?]
  /// The column with the title of the section that an entry is in.
  let sectionColumn: Int?
  /// The column with the key that an entry is stored under, where keys name entries.
  let nameColumn: Int?
  /// The kinds that the fields have in the catalogue.
  let kinds: [NodeKind?]
  /// Whether entries of the catalogue are single values.
  let isSingle: Bool
  /// Whether entries of the catalogue are stored under keys, which name them.
  let isNamed: Bool

  /// The usual name of the column with the keys that entries are stored under.
  static let name = "key"
  static let section = "section"

  /// - Parameter areCards: Whether columns and fields are properties of vCards, which match only by
  ///   the same name.
  /// - Complexity: O(*n*) in the members of the catalogue's entries.
  init(
    of columns: [String], areCards: Bool, in catalogue: Catalogue, isNamed: Bool,
    options: ImportOptions
  ) throws(ReportedError) {
    let fields = catalogue.usualFieldKeys()
    let sectionColumn = try ImportMapping.sectionColumn(
      of: columns, in: catalogue, fields, options)
    var keys = [String?](repeating: nil, count: columns.count)
    var nameColumns: [Int] = []
    for (key, column) in options.keys {
      let number = try ImportMapping.number(of: column, in: columns)
      if isNamed, key == ImportMapping.name {
        nameColumns.append(number)
      } else {
        keys[number] = key
      }
    }
    if let language = options.language {
      guard catalogue.shape.isStringCatalog else { throw .noLanguages }
      let usual = ["", "value", language].first(where: columns.contains) ?? "value"
      keys[try ImportMapping.number(of: usual, in: columns)] = language
    }
    if isNamed, nameColumns.isEmpty, !fields.contains(ImportMapping.name),
      let column = columns.firstIndex(of: ImportMapping.name)
    {
      nameColumns.append(column)
    }
    (self.sectionColumn, nameColumn, self.isNamed) = (sectionColumn, nameColumns.last, isNamed)
    let rest = columns.indices.filter {
      keys[$0] == nil && $0 != sectionColumn && !nameColumns.contains($0)
    }
    let names = rest.map { columns[$0] }
    isSingle =
      fields.isEmpty && ImportMapping.areSingle(names, in: catalogue, isNamed: isNamed)
    let own =
      isSingle
      ? ImportMapping.keysOfValue(names)
      : ImportMapping.fieldKeys(
        names, areCards: areCards, in: catalogue, fields, except: Set(keys.compactMap(\.self)))
    for (column, key) in zip(rest, own) { keys[column] = key }
    try ImportMapping.checkUnique(keys, of: columns)
    self.keys = keys
    kinds = ImportMapping.kinds(of: keys, in: catalogue)
  }

  private static func sectionColumn(
    of columns: [String], in catalogue: Catalogue, _ fields: [String], _ options: ImportOptions
  ) throws(ReportedError) -> Int? {
    if let column = options.sectionColumn { return try number(of: column, in: columns) }
    if catalogue.isFlat || fields.contains(section) { return nil }
    return columns.firstIndex(of: section)
  }

  private static func number(
    of column: String, in columns: [String]
  ) throws(ReportedError) -> Int {
    if let number = columns.firstIndex(where: { ExactText($0) == ExactText(column) }) {
      return number
    }
    throw .unknownColumn(column, columns: columns)
  }

  /// The keys of columns for entries that are single values, which are in one of the columns.
  private static func keysOfValue(_ columns: [String]) -> [String] {
    let only = columns.firstIndex(of: "value") ?? (columns.count == 1 ? 0 : nil)
    return columns.enumerated().map { $0 == only ? "" : $1 }
  }

  /// The keys of columns for entries with fields.
  private static func fieldKeys(
    _ columns: [String], areCards: Bool, in catalogue: Catalogue, _ fields: [String],
    except used: Set<String>
  ) -> [String] {
    let meant = areCards ? columns : UsualNames.keys(for: columns, among: fields, except: used)
    return zip(columns, meant).map { column, key in
      // Single values in the catalogue are labels.
      key ?? (column.isEmpty ? catalogue.shape.labelKeys.first ?? "name" : column)
    }
  }

  private static func checkUnique(
    _ keys: [String?], of columns: [String]
  ) throws(ReportedError) {
    var owners: [ExactText: Int] = [:]
    for (column, key) in keys.enumerated() {
      guard let key else { continue }
      if let other = owners.updateValue(column, forKey: ExactText(key)) {
        throw .mappedTwice(key: key, columns: [columns[other], columns[column]])
      }
    }
  }

  /// Whether entries of a catalogue without fields are single values. If it has no entries, this
  /// holds for a strings file, and for columns with nothing but a key and a value.
  private static func areSingle(
    _ columns: [String], in catalogue: Catalogue, isNamed: Bool
  ) -> Bool {
    if catalogue.shape.isStringCatalog { return false }
    let document = catalogue.document
    let entries = catalogue.someEntries(1000)
    guard entries.isEmpty else {
      return !entries.contains { document.kind(of: catalogue.value(of: $0)) == .dict }
    }
    return isNamed && !columns.isEmpty
      && (document.source.format == .strings || columns.allSatisfy { $0.isEmpty || $0 == "value" })
  }

  /// The kinds that fields have in the first entry with them, among up to 1,000 entries.
  private static func kinds(of keys: [String?], in catalogue: Catalogue) -> [NodeKind?] {
    let document = catalogue.document
    var found: [ExactText: NodeKind] = [:]
    for entry in catalogue.someEntries(1000) {
      let value = catalogue.value(of: entry)
      guard document.kind(of: value) == .dict else {
        if found[ExactText("")] == nil { found[ExactText("")] = document.kind(of: value) }
        continue
      }
      for field in catalogue.localizedFields(of: value) ?? [] {
        found[ExactText(field.name)] = document.kind(of: field.value)
      }
      for member in document.members(of: value) {
        let key = ExactText(document.exactText(of: member.key))
        if found[key] == nil { found[key] = document.kind(of: member.value) }
      }
    }
    return keys.map { key in key.flatMap { found[ExactText($0)] } }
  }
}
