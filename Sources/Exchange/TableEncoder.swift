import Catalogues
import Platform
import PropertyLists

/// Writes entries as a table of separated values (RFC 4180, with LF; for spreadsheets with CRLF): a
/// row with the names of the columns, then a row for each entry.
///
/// The columns are the section, if there are sections; the key, if entries are stored under keys;
/// and the keys of entries, in order of first occurrence. Arrays and dictionaries are JSON in a
/// cell. A cell is quoted only if it must be; a cell of the first row also if the format of the
/// table could be misjudged by it.
struct TableEncoder {
  private let catalogue: Catalogue
  private let document: PropertyListDocument
  private let options: ExportOptions
  private let separator: UInt8
  private(set) var losses = Losses()
  /// The parameters that are lost with each head of a card's property, once they are known.
  private var lostParameters: [String: [String]] = [:]

  /// The names of all columns; those of fields come last.
  private var names: [[UInt8]] = []
  private var fields = Columns()
  private var sectionColumn: Int?
  private var keyColumn: Int?
  /// The column for the values of entries that are not dictionaries.
  private var valueColumn: Int?

  /// - Complexity: O(*n*) in the members of entries.
  init(_ catalogue: Catalogue, options: ExportOptions, separator: UInt8) {
    self.catalogue = catalogue
    self.options = options
    self.separator = separator
    document = catalogue.document
    findColumns()
  }

  private static let quotes = EscapeTable([UInt8(ascii: "\""): "\"\""])

  // MARK: Columns

  private mutating func findColumns() {
    var (hasKeys, hasValues) = (false, false)
    var found = Columns()
    catalogue.forEachEntry(in: .root) { entry in
      let value = catalogue.value(of: entry)
      if catalogue.key(of: entry) != nil { hasKeys = true }
      if document.kind(of: value) != .dict {
        hasValues = true
        return
      }
      found.startRow()
      if let fields = namedFields(of: entry) {
        for (name, _) in fields { _ = found.column(named: Array(name.utf8)) }
        return
      }
      for member in document.members(of: value) where !document.isBookkeeping(member) {
        _ = found.column(of: member.key, in: document)
      }
    }
    if found.names.isEmpty, !hasValues {
      for name in DeclaredKeys.of(document) { _ = found.column(named: Array(name.utf8)) }
    }
    if let language = options.language, found.names.isEmpty {
      _ = found.column(named: Array(language.utf8))
    }
    let fields = found.names
    var own: [[UInt8]] = []
    func add(_ name: String) -> Int {
      var name = Array(name.utf8)
      while fields.contains(name) { name.append(UInt8(ascii: "_")) }
      own.append(name)
      return own.count - 1
    }
    if !catalogue.isFlat { sectionColumn = add("section") }
    if hasKeys { keyColumn = add("key") }
    if hasValues { valueColumn = add("value") }
    names = own + fields
    self.fields = found
  }

  /// The fields of an entry of a String Catalog, or its texts in the wanted language; `nil` for an
  /// entry of another catalogue.
  private func namedFields(of entry: Entry.ID) -> [(name: String, value: NodeIndex)]? {
    if let language = options.language { return catalogue.texts(of: entry, in: language) }
    return catalogue.localizedFields(of: catalogue.value(of: entry))
  }

  /// The columns of keys, in order of first occurrence.
  private struct Columns {
    private(set) var names: [[UInt8]] = []
    private var columns: [[UInt8]: Int] = [:]
    /// The column after that of the last key, which is mostly the column of the next key.
    private var next = 0

    mutating func startRow() { next = 0 }

    /// - Complexity: O(*k*) in the length of the key, without hashing if the key is that of
    ///   the next column.
    mutating func column(of key: ScalarIndex, in document: PropertyListDocument) -> Int {
      if next < names.count, document.verbatimText(of: key) != nil,
        names[next].withUnsafeBufferPointer({ document.hasText(key, $0) })
      {
        next += 1
        return next - 1
      }
      return column(named: document.withExactText(of: key) { Array($0) })
    }

    mutating func column(named name: [UInt8]) -> Int {
      let column = columns[name] ?? names.count
      if column == names.count {
        names.append(name)
        columns[name] = column
      }
      next = column + 1
      return column
    }
  }

  // MARK: Rows

  mutating func encode(to sink: TextSink) throws {
    if names.isEmpty {
      // A table without columns has no rows.
      if catalogue.entryCount > 0 {
        losses.note(
          Loss(kind: "entries without fields", key: nil, outcome: .leftOut),
          count: catalogue.entryCount)
      }
      return
    }
    if options.isForSpreadsheets { sink.append([0xEF, 0xBB, 0xBF]) }
    if fields.names.contains([]) {
      losses.note(Loss(kind: "empty keys", key: nil, outcome: .asColumnNumber))
    }
    for (column, name) in names.enumerated() {
      if column > 0 { sink.append(separator) }
      name.withUnsafeBufferPointer { encode($0, isText: true, isName: true, to: sink) }
    }
    endLine(sink)
    try encodeSection(.root, path: [], to: sink)
  }

  private mutating func encodeSection(
    _ section: Section.ID, path: [String], to sink: TextSink
  ) throws {
    noteFields(of: section)
    if section != .root, catalogue.sections[section].itemCount == 0 {
      losses.note(Loss(kind: "sections without entries", key: nil, outcome: .leftOut))
    }
    let title = Array(path.joined(separator: "/").utf8)
    for run in catalogue.sections[section].runs {
      switch run.content {
      case .section(let inner):
        let name = catalogue.title(of: inner) ?? ""
        try encodeSection(inner, path: path + [name], to: sink)
      case .entries(let entries):
        for entry in entries {
          try encode(entry, in: title, to: sink)
          try sink.flushIfFull()
        }
      }
    }
  }

  private mutating func noteFields(of section: Section.ID) {
    if options.language != nil { return }
    for field in catalogue.fields(of: section) {
      losses.note(Loss(kind: "fields of sections", key: field.name, outcome: .leftOut))
    }
  }

  private mutating func encode(
    _ entry: Entry.ID, in section: [UInt8], to sink: TextSink
  ) throws {
    var cells = [(key: ScalarIndex?, value: NodeIndex)?](repeating: nil, count: names.count)
    let first = names.count - fields.names.count
    let value = catalogue.value(of: entry)
    if let keyColumn, let key = catalogue.key(of: entry) { cells[keyColumn] = (nil, key.node) }
    if let named = namedFields(of: entry) {
      for (name, value) in named {
        cells[first + fields.column(named: Array(name.utf8))] = (nil, value)
      }
    } else if document.kind(of: value) == .dict {
      fields.startRow()
      for member in document.members(of: value) {
        if document.isBookkeeping(member) {
          noteParameters(inHeads: member.value)
          continue
        }
        let column = first + fields.column(of: member.key, in: document)
        if cells[column] != nil {
          losses.note(
            Loss(kind: "repeated keys", key: document.text(of: member.key), outcome: .leftOut))
        } else {
          cells[column] = member
        }
      }
    } else if let valueColumn {
      cells[valueColumn] = (catalogue.key(of: entry), value)
    }
    for (column, cell) in cells.enumerated() {
      if column > 0 { sink.append(separator) }
      if column == sectionColumn {
        section.withUnsafeBufferPointer { encode($0, isText: true, to: sink) }
      } else if let cell, try encode(cell.value, under: cell.key, to: sink) {
        continue
      } else if names.count == 1 {
        // An empty line would not be read as a row.
        sink.append("\"\"")
      }
    }
    endLine(sink)
  }

  /// Notes the loss of the parameters of a card's properties.
  ///
  /// - Parameter heads: The dictionary of the card's heads.
  private mutating func noteParameters(inHeads heads: NodeIndex) {
    for (_, head) in document.members(of: heads) {
      guard let text = document.plainText(of: head), text.contains(";") else { continue }
      let parameters = lostParameters[text] ?? VCardMapping.parametersBesideKey(ofHead: text)
      lostParameters[text] = parameters
      for name in parameters {
        losses.note(Loss(kind: "parameters", key: name, outcome: .leftOut))
      }
    }
  }

  /// - Returns: Whether a table can hold the value.
  private mutating func encode(
    _ value: NodeIndex, under key: ScalarIndex?, to sink: TextSink
  ) throws -> Bool {
    switch document.kind(of: value) {
    case .string where document.isNull(value): return false
    case .string, .key:
      guard let text = document.scalar(value) else { return false }
      document.withExactText(of: text) { encode($0, isText: true, to: sink) }
    case .integer, .real:
      guard let text = document.scalar(value) else { return false }
      document.withText(of: text) { text in
        let trimmed = text.filter { $0 > 0x20 }
        trimmed.withUnsafeBufferPointer { encode($0, isText: false, to: sink) }
      }
    case .true: sink.append("true")
    case .false: sink.append("false")
    case .date where !options.isTagged:
      guard let text = document.scalar(value) else { return false }
      sink.append(document.withText(of: text) { text in text.filter { $0 > 0x20 } })
    case .data where !options.isTagged:
      losses.note(Loss(kind: "data", key: key.map(document.text), outcome: .leftOut))
      return false
    case .date, .data, .array, .dict:
      var encoder = JSONEncoder(document, isTagged: options.isTagged)
      let bytes = try TextSink.bytes { try encoder.encode(value, under: key, depth: nil, to: $0) }
      for (loss, count) in encoder.losses.all { losses.note(loss, count: count) }
      bytes.withUnsafeBufferPointer { encode($0, isText: true, to: sink) }
    }
    return true
  }

  /// - Parameters:
  ///   - isText: Whether the cell is text, which a spreadsheet might take for a formula.
  ///   - isName: Whether the cell is the name of a column, by which the separator is recognized.
  private func encode(
    _ text: UnsafeBufferPointer<UInt8>, isText: Bool, isName: Bool = false, to sink: TextSink
  ) {
    let isFormula = options.isForSpreadsheets && isText && Formula.needsApostrophe(text)
    let isQuoted =
      isFormula || text.isEmpty && names.count == 1
      || text.contains { $0 == separator || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D }
      || isName && TableEncoder.isMisleading(text)
    if isQuoted { sink.append(UInt8(ascii: "\"")) }
    if isFormula { sink.append(UInt8(ascii: "'")) }
    if isQuoted { sink.append(text, TableEncoder.quotes) } else { sink.append(text) }
    if isQuoted { sink.append(UInt8(ascii: "\"")) }
  }

  /// Whether the name of a column could be taken for several, for a line `sep=;`, for a byte-order
  /// mark, or for the beginning of a file in another format.
  private static func isMisleading(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    name.contains { ",;\t|".utf8.contains($0) } || name.starts(with: "sep=".utf8)
      || name.starts(with: [0xEF, 0xBB, 0xBF])
      || FileFormat.recognized(name, at: ".csv") != .csv
  }

  private func endLine(_ sink: TextSink) {
    if options.isForSpreadsheets { sink.append(0x0D) }
    sink.append(0x0A)
  }
}
