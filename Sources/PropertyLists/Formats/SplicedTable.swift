import Platform

/// A table after edits: values that are as they were are copied from the file, and rows that are.
///
/// A key that no column has is a new column, after the others. A value that is removed leaves an empty
/// one.
struct SplicedTable {
  private typealias Child = SplicedElements.Child

  private let elements: SplicedElements
  private let dialect: TableDecoder.Dialect
  /// The keys of all columns, the new ones last, and their columns.
  private var keys: [[UInt8]]
  private var columns: [[UInt8]: Int] = [:]
  /// The end of a line of the file.
  private let lineEnd: [UInt8]
  private var result: [UInt8] = []

  private var old: PropertyListDocument { elements.old }
  private var new: PropertyListDocument { elements.new }
  private var text: [UInt8] { elements.text }

  /// - Throws: `UnwritableFile` if a table does not have what was edited.
  /// - Complexity: O(*n*).
  static func text(
    of elements: SplicedElements, _ dialect: TableDecoder.Dialect
  ) throws(UnwritableFile) -> [UInt8] {
    var table = SplicedTable(elements, dialect)
    try table.append()
    return table.result
  }

  private init(_ elements: SplicedElements, _ dialect: TableDecoder.Dialect) {
    (self.elements, self.dialect) = (elements, dialect)
    keys = dialect.keys
    lineEnd = [0x0A].withLineEnds(LineEnd(firstOf: elements.text) ?? .lineFeed)
    for (column, key) in keys.enumerated() { columns[key] = column }
  }

  private var hasNewColumns: Bool { keys.count > dialect.keys.count }

  /// The members of a row by their columns; keys that no column has get new ones.
  private mutating func values(of row: NodeIndex) throws(UnwritableFile) -> [Int: NodeIndex] {
    guard new.kind(of: row) == .dict else {
      throw .value("a row of a table is a dictionary of its values")
    }
    var values: [Int: NodeIndex] = [:]
    for (key, value) in new.members(of: row) {
      let name = new.withExactText(of: key) { Array($0) }
      if columns[name] == nil {
        columns[name] = keys.count
        keys.append(name)
      }
      guard let column = columns[name], values.updateValue(value, forKey: column) == nil else {
        throw .value("a row of a table has each key once")
      }
    }
    return values
  }

  private mutating func append() throws(UnwritableFile) {
    guard new.kind(of: .root) == .array else { throw .value("a table is a list of rows") }
    let olds = SplicedElements.children(of: .root, in: old)
    let rows = SplicedElements.children(of: .root, in: new)
    let partners = elements.partners(of: rows, among: olds, isDict: false)
    var values: [[Int: NodeIndex]?] = []
    for (row, partner) in zip(rows, partners) {
      let isOld = partner.map { elements.isUntouched(row.value, olds[$0].value) } == true
      values.append(isOld ? nil : try self.values(of: row.value))
    }
    // Each row goes to the beginning of the next one, with its line end and empty lines.
    let starts = olds.map { elements.extent(of: $0.value).lowerBound }
    let first = starts.first ?? text.count
    result = Array(text[..<dialect.headerEnd])
    for key in keys[dialect.keys.count...] {
      result.append(dialect.separator)
      append(key, isQuoted: dialect.quotesAll, isAlone: false)
    }
    result += text[dialect.headerEnd..<first]
    let isComplete = olds.last.map { elements.extent(of: $0.value).upperBound < text.count } ?? true
    for (index, row) in rows.enumerated() {
      if let last = result.last, last != 0x0A, last != 0x0D { result += lineEnd }
      let partner = partners[index]
      let extent = partner.map { elements.extent(of: olds[$0].value) }
      if values[index] != nil || hasNewColumns {
        var known = values[index]
        if known == nil { known = try self.values(of: row.value) }
        try append(known ?? [:], for: partner.map { olds[$0].value })
      } else if let extent {
        result += text[extent]
      }
      if let partner, let extent {
        let end = partner + 1 < starts.count ? starts[partner + 1] : text.count
        result += text[extent.upperBound..<end]
      } else {
        result += lineEnd
      }
    }
    // The last line has an end if the last one had.
    if !isComplete, partners.last != olds.count - 1, rows.last != nil, result.hasSuffix(lineEnd) {
      result.removeLast(lineEnd.count)
    }
  }

  /// Appends a row: a value that is as it was as it is written, the others as they were quoted.
  private mutating func append(
    _ values: [Int: NodeIndex], for row: NodeIndex?
  ) throws(UnwritableFile) {
    var olds: [Int: NodeIndex] = [:]
    if let row {
      for (key, value) in old.members(of: row) {
        columns[old.withExactText(of: key) { Array($0) }].map { olds[$0] = value }
      }
    }
    let last = max(values.keys.max() ?? 0, olds.keys.max() ?? 0)
    let width = hasNewColumns || row == nil ? keys.count : last + 1
    for column in 0..<width {
      if column > 0 { result.append(dialect.separator) }
      let extent = olds[column].map(elements.extent)
      guard let value = values[column] else {
        // What was empty stays as it is written.
        if let before = olds[column], old.plainText(of: before)?.isEmpty == true, let extent {
          result += text[extent]
        } else if keys.count == 1 || dialect.quotesAll {
          result += "\"\"".utf8
        }
        continue
      }
      if let before = olds[column], let extent, new.kind(of: value) == .string,
        elements.isSame(value, before)
      {
        result += text[extent]
        continue
      }
      guard new.kind(of: value) != .data, let shown = new.plainText(of: value) else {
        throw .value("a value of a table is a text, not \(new.kind(of: value).elementName)")
      }
      let isQuoted = extent.map { text[$0].first == UInt8(ascii: "\"") } ?? dialect.quotesAll
      append(Array(shown.utf8), isQuoted: isQuoted, isAlone: keys.count == 1)
    }
    // Values beyond the columns, which are empty, stay.
    if let row, !hasNewColumns, let value = olds[last] {
      result += text[elements.extent(of: value).upperBound..<elements.extent(of: row).upperBound]
    }
  }

  private mutating func append(_ value: [UInt8], isQuoted: Bool, isAlone: Bool) {
    let isFormula =
      dialect.isForSpreadsheets && value.withUnsafeBufferPointer(Formula.needsApostrophe)
    let needsQuotes =
      isQuoted || isFormula || value.isEmpty && isAlone || value.first == UInt8(ascii: "\"")
      || value.contains { $0 == dialect.separator || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D }
    if needsQuotes { result.append(UInt8(ascii: "\"")) }
    if isFormula { result.append(UInt8(ascii: "'")) }
    for byte in value {
      if byte == UInt8(ascii: "\""), needsQuotes { result.append(byte) }
      result.append(byte)
    }
    if needsQuotes { result.append(UInt8(ascii: "\"")) }
  }
}

extension [UInt8] {
  fileprivate func hasSuffix(_ other: [UInt8]) -> Bool { suffix(other.count).elementsEqual(other) }
}
