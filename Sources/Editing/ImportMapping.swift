import Catalogues
import Platform
import PropertyLists

/// The meaning that the columns of another file have in a catalogue.
struct ImportMapping {
  /// The key of each column's field; empty for the value of entries that are not dictionaries, and
  /// `nil` for columns that are not fields.
  let keys: [String?]
  /// The column with the title of the section that an entry is in.
  private(set) var sectionColumn: Int?
  /// The column with the key that an entry is stored under, where keys name entries.
  private(set) var nameColumn: Int?
  /// The kinds that the fields have in the catalogue.
  let kinds: [NodeKind?]
  /// Whether entries of the catalogue are single values.
  let isSingle: Bool

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
    func number(of column: String) throws(ReportedError) -> Int {
      if let number = columns.firstIndex(where: { ExactText($0) == ExactText(column) }) {
        return number
      }
      throw .unknownColumn(column, columns: columns)
    }
    let fields = catalogue.usualFieldKeys()
    var keys = [String?](repeating: nil, count: columns.count)
    var isField = [Bool](repeating: true, count: columns.count)
    if let column = options.sectionColumn {
      sectionColumn = try number(of: column)
    } else if !catalogue.isFlat, !fields.contains(ImportMapping.section) {
      sectionColumn = columns.firstIndex(of: ImportMapping.section)
    }
    if let sectionColumn { isField[sectionColumn] = false }
    for (key, column) in options.keys {
      let number = try number(of: column)
      if isNamed, key == ImportMapping.name {
        nameColumn = number
        isField[number] = false
      } else {
        keys[number] = key
        isField[number] = true
      }
    }
    if let language = options.language {
      guard catalogue.shape.isStringCatalog else { throw .noLanguages }
      let usual = ["", "value", language].first(where: columns.contains) ?? "value"
      keys[try number(of: usual)] = language
    }
    if isNamed, nameColumn == nil, !fields.contains(ImportMapping.name) {
      nameColumn = columns.firstIndex(of: ImportMapping.name)
      if let nameColumn { isField[nameColumn] = false }
    }
    let rest = columns.indices.filter { isField[$0] && keys[$0] == nil }
    isSingle =
      fields.isEmpty
      && ImportMapping.areSingle(rest.map { columns[$0] }, in: catalogue, isNamed: isNamed)
    if isSingle {
      let only = rest.first { columns[$0] == "value" } ?? (rest.count == 1 ? rest[0] : nil)
      for column in rest { keys[column] = column == only ? "" : columns[column] }
    } else {
      let meant =
        areCards
        ? rest.map { columns[$0] }
        : UsualNames.keys(
          for: rest.map { columns[$0] }, among: fields, except: Set(keys.compactMap(\.self)))
      for (column, key) in zip(rest, meant) {
        // Single values in the catalogue are labels.
        let own =
          columns[column].isEmpty ? catalogue.shape.labelKeys.first ?? "name" : columns[column]
        keys[column] = key ?? own
      }
    }
    var owners: [ExactText: Int] = [:]
    for (column, key) in keys.enumerated() {
      guard let key else { continue }
      if let other = owners.updateValue(column, forKey: ExactText(key)) {
        throw .mappedTwice(key: key, columns: [columns[other], columns[column]])
      }
    }
    self.keys = keys
    kinds = ImportMapping.kinds(of: keys, in: catalogue)
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
