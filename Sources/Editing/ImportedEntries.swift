package import Catalogues
package import Platform
package import PropertyLists

/// The entries of another file, to be merged into a catalogue.
package struct ImportedEntries: Equatable, Sendable {
  /// The path of the file.
  package let path: FilePath
  /// The keys of the entries' fields, in the order in which they first occur; the empty key means
  /// the value of entries that are not dictionaries.
  package let columns: [String]
  package let rows: [Row]
  /// Whether the entries are vCards, so that keys name properties.
  let areCards: Bool
  /// Whether the file is a table, in which an empty cell means a missing field.
  let isTable: Bool
  /// A message about each column for which vCards have no property.
  package private(set) var unknownColumns: [String] = []
  /// A hash of the file's entries.
  package let hash: UInt64

  /// An entry.
  package struct Row: Equatable, Sendable {
    /// Where it is in the file.
    package let location: SourceLocation?
    /// The titles of the sections around the entry, joined by `/`; `nil` if it is in no section.
    package let section: String?
    /// The key that the entry is stored under, if keys name entries.
    package let name: String?
    /// The values of columns, at most one of each, by the columns' numbers.
    package let values: [(column: Int, value: ImportedValue)]
    /// The heads of the values of a vCard, if they are not an ordinary field.
    var heads: ImportedValue?

    package static func == (one: Row, other: Row) -> Bool {
      one.location == other.location && one.section == other.section && one.name == other.name
        && one.heads == other.heads
        && one.values.elementsEqual(other.values) { $0.column == $1.column && $0.value == $1.value }
    }
  }

  /// Reads a file. The dictionaries of its list are entries if most of the first thousand have a
  /// label under the catalogue's label key, whatever lists they contain other than the catalogue's own
  /// lists of members.
  ///
  /// - Parameters:
  ///   - catalogue: The catalogue that the entries are for.
  ///   - options: How the file is read, and which columns the options name; other options are not
  ///     used.
  /// - Complexity: O(*n*) in the length of the file.
  package init(
    reading path: FilePath, for catalogue: Catalogue, _ options: ImportOptions = ImportOptions()
  ) throws(SessionError) {
    var file = CatalogueFile(
      path: path, options: ParseOptions(format: options.format, encoding: options.encoding))
    var source = try rethrowing(file.read(), as: SessionError.of(file))
    if let row = source.document.unevenRows.first(where: { $0.count > $0.columnCount }) {
      let reason =
        "the row has \(row.count) values, but the first row names \(row.columnCount) columns"
      let location = source.document.location(of: row.node)
      throw .file(
        path: path, .propertyList(PropertyListError(.unsupported(reason), at: location)))
    }
    if !source.isFlat, ImportedEntries.areEntries(source.document, for: catalogue) {
      var options = ShapeOptions()
      options.isFlat = true
      source = try rethrowing(Catalogue(source.document, options: options)) {
        (error: ReportedError) in
        SessionError.file(path: path, .root(error))
      }
    }
    let original = source
    var isTable = original.document.isTable
    var unknownColumns: [String] = []
    if catalogue.document.holdsCards,
      let table = ContactTable(
        source,
        except: options.keys.map(\.column) + [options.sectionColumn ?? ImportMapping.section]),
      let people = table.people(version: catalogue.versionOfCards, isImport: true)
    {
      source = people.catalogue
      isTable = table.saysWhatIsEmpty
      unknownColumns = people.unknown.map { header, count in
        "vcard has no property for the column '\(header.excerpt())' "
          + "(\(count) \(count == 1 ? "value" : "values")), which becomes one with X-"
      }
    }
    self.init(
      source, locatedIn: original, at: path,
      isExact: [source, catalogue].allSatisfy { $0.document.source.format == .binary }
        || [source, catalogue].allSatisfy { $0.document.source.format.isJSON },
      areCards: source.document.holdsCards || catalogue.document.holdsCards,
      isTable: isTable)
    self.unknownColumns = unknownColumns
  }

  /// Whether most elements of a list have a label under the catalogue's label key, and no members
  /// as its sections have them. Up to 1,000 elements are looked at.
  private static func areEntries(
    _ document: PropertyListDocument, for catalogue: Catalogue
  ) -> Bool {
    guard document.kind(of: document.root) == .array,
      let label = catalogue.shape.labelKeys.first
    else { return false }
    var (entries, others) = (0, 0)
    for element in document.elements(of: document.root).prefix(1000) {
      let isEntry =
        document.kind(of: element) == .dict
        && document.members(of: element).contains { key, value in
          UsualNames.keys(for: [document.text(of: key)], among: [label]) == [label]
            && !document.kind(of: value).isContainer
        }
        && !catalogue.shape.memberKeys.contains { document.value(of: $0, in: element) != nil }
      if isEntry { entries += 1 } else { others += 1 }
    }
    return entries > others
  }

  /// - Parameters:
  ///   - catalogue: A catalogue that has not been edited.
  ///   - file: A catalogue with the same entries as they are in the file, for their locations.
  ///   - isTable: Whether an empty value means a missing field; `nil` if the format decides.
  ///   - isExact: Whether details count that can only be compared between files of the same kind, such
  ///     as fractions of seconds in binary files. Otherwise JSON's null is left out.
  ///   - areCards: Whether one of the files holds vCards, so that their heads are not a field.
  package init(
    _ catalogue: Catalogue, locatedIn file: Catalogue? = nil, at path: FilePath,
    isExact: Bool = false, areCards: Bool = false, isTable: Bool? = nil
  ) {
    let document = catalogue.document
    var fields = FieldReader(catalogue, isExact: isExact, areCards: areCards)
    var rows: [Row] = []
    var titles: [Section.ID: String] = [:]
    var hash: UInt64 = 0
    catalogue.forEachEntry(in: .root) { entry in
      let section = catalogue.section(of: entry)
      if section != .root, titles[section] == nil {
        titles[section] = catalogue.path(to: section).map { catalogue.title(of: $0) ?? "" }
          .joined(separator: "/")
      }
      let (values, heads) = fields.values(of: catalogue.value(of: entry))
      // A row of empty cells.
      if file != nil, values.isEmpty { return }
      let row = Row(
        location: (file ?? catalogue).location(of: .entry(entry)), section: titles[section],
        name: catalogue.key(of: entry).map(document.exactText), values: values, heads: heads)
      hash = row.hash(after: hash)
      rows.append(row)
    }
    (self.path, columns, self.rows) = (path, fields.columns, rows)
    self.isTable = isTable ?? document.isTable
    self.areCards = document.holdsCards
    self.hash = stableHash(Array(columns.joined(separator: "\0").utf8)) ^ hash
  }
}

/// Reads the fields of entries, and numbers the columns that they are in.
private struct FieldReader {
  private let catalogue: Catalogue
  private let isExact: Bool
  private let areCards: Bool
  private(set) var columns: [String] = []
  private var numbers: [ExactText: Int] = [:]

  init(_ catalogue: Catalogue, isExact: Bool, areCards: Bool) {
    (self.catalogue, self.isExact, self.areCards) = (catalogue, isExact, areCards)
  }

  /// The values of an entry by column, and the heads of a vCard.
  mutating func values(
    of entry: NodeIndex
  ) -> (values: [(column: Int, value: ImportedValue)], heads: ImportedValue?) {
    let document = catalogue.document
    if let fields = catalogue.localizedFields(of: entry) {
      return (fields.map { (column($0.name), ImportedValue($0.value, of: document)) }, nil)
    }
    guard document.kind(of: entry) == .dict else {
      return ([(column(""), ImportedValue(entry, of: document, isExact: isExact))], nil)
    }
    var values: [(column: Int, value: ImportedValue)] = []
    var heads: ImportedValue?
    var seen: Set<Int> = []
    for member in document.members(of: entry) where isExact || !document.isNull(member.value) {
      if areCards, document.isBookkeeping(member) {
        heads = ImportedValue(member.value, of: document)
        continue
      }
      let column = column(document.exactText(of: member.key))
      if seen.insert(column).inserted {
        values.append((column, ImportedValue(member.value, of: document, isExact: isExact)))
      }
    }
    return (values, heads)
  }

  /// The number of a key's column.
  private mutating func column(_ key: String) -> Int {
    if let known = numbers[ExactText(key)] { return known }
    columns.append(key)
    numbers[ExactText(key)] = columns.count - 1
    return columns.count - 1
  }
}

extension ImportedEntries.Row {
  /// A hash of the row and those before it.
  fileprivate func hash(after hash: UInt64) -> UInt64 {
    var hash = hash
    func add(_ text: String) {
      var text = text
      text.withUTF8 { text in
        for byte in text { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      }
      hash = (hash ^ 0x100) &* 0x100_0000_01B3
    }
    add(section ?? "")
    add(name ?? "")
    for (column, value) in values {
      add(String(column))
      add(value.exact ?? value.text)
    }
    if let heads { add(heads.text) }
    return hash
  }
}

/// Options for merging entries of another file into a catalogue.
package struct ImportOptions: Equatable, Sendable {
  /// What is done with entries that are in both files, and with those that are only in the
  /// catalogue.
  package enum Merging: Equatable, Sendable {
    /// Adds new entries.
    case add
    /// Also changes fields of entries that are in both files.
    case update
    /// Also deletes entries that are not in the file.
    case replace
  }

  /// The key by whose values entries are matched; if `nil`, entries with the same values in all
  /// imported fields are the same.
  package var match: String?
  package var merging = Merging.add
  /// Keys that are given to columns, in place of the keys that the names of the columns would give.
  package var keys: [(key: String, column: String)] = []
  /// For a String Catalog, the language of the texts in the file's column of values.
  package var language: String?
  /// The column that names the section of new entries.
  package var sectionColumn: String?
  /// The format and the encoding of the file, if they are not to be detected.
  package var format: FileFormat?
  package var encoding: String?
  /// Whether new entries are inserted in the order of names.
  package var isSorted = false
  /// Whether ambiguous entries, and columns for which vCards have no property, are errors.
  package var isStrict = false
  /// Whether the import may delete all entries, and entries that are marked as not to be deleted.
  package var isForced = false

  package init() {}

  package static func == (one: ImportOptions, other: ImportOptions) -> Bool {
    one.match == other.match && one.merging == other.merging
      && one.language == other.language && one.keys.elementsEqual(other.keys) { $0 == $1 }
      && one.sectionColumn == other.sectionColumn && one.format == other.format
      && one.encoding == other.encoding && one.isSorted == other.isSorted
      && one.isStrict == other.isStrict && one.isForced == other.isForced
  }
}

extension Catalogue {
  /// The version of new cards, which is that of the first card; `nil` for 2.1, in which line ends
  /// and other characters have to be encoded.
  fileprivate var versionOfCards: String? {
    guard let card = someEntries(1).first.map(value),
      let version = document.heads(ofCard: card)["VERSION"]
    else { return "3.0" }
    let text = String(decoding: version, as: UTF8.self)
    return ["3.0", "4.0"].contains(text) ? text : nil
  }
}
