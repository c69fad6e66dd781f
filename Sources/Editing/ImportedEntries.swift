package import Catalogues
package import Platform
package import PropertyLists

/// The entries of another file, to be merged into a catalogue.
package struct ImportedEntries: Equatable, Sendable {
  /// The path of the file.
  package let path: FilePath
  /// The keys of the entries' fields, in the order in which they occur first; the empty one for the
  /// value of entries that are not dictionaries.
  package let columns: [String]
  package let rows: [Row]
  /// Whether the entries are vCards, so that their keys say which properties they are.
  let areCards: Bool
  /// Whether it is a table, in which a field that an entry does not have is an empty cell.
  let isTable: Bool
  /// What is said of each column for which vCards have no property.
  package private(set) var unknownColumns: [String] = []
  /// A hash of the file's entries.
  package let hash: UInt64

  /// An entry.
  package struct Row: Equatable, Sendable {
    /// Where it is in the file.
    package let location: SourceLocation?
    /// The titles of the sections that it is in, joined by `/`; `nil` if it is in none.
    package let section: String?
    /// The key that it is stored under, if that names it.
    package let name: String?
    /// The values of columns, at most one of each, by the columns' numbers.
    package let values: [(column: Int, value: ImportedValue)]
    /// What a vCard keeps besides its values, if that is not a field like others.
    var heads: ImportedValue?

    package static func == (one: Row, other: Row) -> Bool {
      one.location == other.location && one.section == other.section && one.name == other.name
        && one.heads == other.heads
        && one.values.elementsEqual(other.values) { $0.column == $1.column && $0.value == $1.value }
    }
  }

  /// Reads a file. If the dictionaries of its list have a label under the key that entries of the
  /// catalogue have theirs under, they are entries, too, whatever lists they hold.
  ///
  /// - Parameters:
  ///   - catalogue: The catalogue that the entries are for.
  ///   - options: Those that say how the file is read count.
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

  /// Whether most elements of a list have a label as entries of a catalogue have it, and nothing as
  /// its sections have their members.
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
  ///   - catalogue: One that has not been edited.
  ///   - file: One with the same entries, as they are in the file.
  ///   - isTable: Whether an empty value says that there is none; by the format if it is not said.
  ///   - isExact: Whether what only files of the same kind can say counts, such as fractions of seconds
  ///     in binary ones; JSON's null is left out otherwise.
  ///   - areCards: Whether one of the files is of vCards: what these keep besides their values is
  ///     no field then.
  package init(
    _ catalogue: Catalogue, locatedIn file: Catalogue? = nil, at path: FilePath,
    isExact: Bool = false, areCards: Bool = false, isTable: Bool? = nil
  ) {
    let document = catalogue.document
    var columns: [String] = []
    var numbers: [ExactText: Int] = [:]
    func column(_ key: String) -> Int {
      if let known = numbers[ExactText(key)] { return known }
      columns.append(key)
      numbers[ExactText(key)] = columns.count - 1
      return columns.count - 1
    }
    var rows: [Row] = []
    var titles: [Section.ID: String] = [:]
    var hash: UInt64 = 0
    catalogue.forEachEntry(in: .root) { entry in
      let section = catalogue.section(of: entry)
      if section != .root, titles[section] == nil {
        titles[section] = catalogue.path(to: section).map { catalogue.title(of: $0) ?? "" }
          .joined(separator: "/")
      }
      let value = catalogue.value(of: entry)
      var values: [(column: Int, value: ImportedValue)] = []
      var heads: ImportedValue?
      if let fields = catalogue.localizedFields(of: value) {
        values = fields.map { (column($0.name), ImportedValue($0.value, of: document)) }
      } else if document.kind(of: value) == .dict {
        var seen: Set<Int> = []
        for member in document.members(of: value)
        where isExact || !document.isNull(member.value) {
          if areCards, document.isBookkeeping(member) {
            heads = ImportedValue(member.value, of: document)
            continue
          }
          let column = column(document.exactText(of: member.key))
          if seen.insert(column).inserted {
            values.append((column, ImportedValue(member.value, of: document, isExact: isExact)))
          }
        }
      } else {
        values.append((column(""), ImportedValue(value, of: document, isExact: isExact)))
      }
      // A row of empty cells.
      if file != nil, values.isEmpty { return }
      let row = Row(
        location: (file ?? catalogue).location(of: .entry(entry)), section: titles[section],
        name: catalogue.key(of: entry).map(document.exactText), values: values, heads: heads)
      hash = row.hash(after: hash)
      rows.append(row)
    }
    (self.path, self.columns, self.rows) = (path, columns, rows)
    self.isTable = isTable ?? document.isTable
    self.areCards = document.holdsCards
    self.hash = stableHash(Array(columns.joined(separator: "\0").utf8)) ^ hash
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

/// How entries of another file are merged into a catalogue.
package struct ImportOptions: Equatable, Sendable {
  /// What is done with entries that are in both, and with those that are not in the file.
  package enum Merging: Equatable, Sendable {
    /// Adds what is new.
    case add
    /// Changes fields of those that are in both, too.
    case update
    /// Also deletes those that are not in the file.
    case replace
  }

  /// The key whose values say which entries are the same; without one, those that have the same
  /// values in all imported fields are.
  package var match: String?
  package var merging = Merging.add
  /// Keys for columns that are not to be given one by their names.
  package var keys: [(key: String, column: String)] = []
  /// The language of a String Catalog in which the only values of the file are texts.
  package var language: String?
  /// The column that names the section of new entries.
  package var sectionColumn: String?
  /// The format and the encoding of the file, if they are not to be detected.
  package var format: FileFormat?
  package var encoding: String?
  /// Whether new entries go where they belong in the order of names.
  package var isSorted = false
  /// Whether entries about which nothing can be decided are an error.
  package var isStrict = false
  /// Whether a file without entries may delete all, and entries that are not to be deleted are.
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
  /// The version of new cards beside others; `nil` for 2.1, in which line ends and other characters have to
  /// be encoded.
  fileprivate var versionOfCards: String? {
    guard let card = someEntries(1).first.map(value),
      let version = document.heads(ofCard: card)["VERSION"]
    else { return "3.0" }
    let text = String(decoding: version, as: UTF8.self)
    return ["3.0", "4.0"].contains(text) ? text : nil
  }
}
