import Platform

/// A table after edits. Unchanged values and rows are copied from the file.
///
/// A key that no column has becomes a new column, after the others. A removed value becomes an
/// empty one.
struct PatchedTable {
  private typealias Child = PatchedElements.Child

  private let elements: PatchedElements
  private let dialect: TableDecoder.Dialect
  /// The keys of all columns, the new ones last, and the columns by their keys.
  private var keys: [[UInt8]]
  private var columns: [[UInt8]: Int] = [:]
  /// The end of a line of the file.
  private let lineEnd: [UInt8]
  /// Whether the file has an apostrophe before values that would be formulas; `nil` if it has no
  /// such value.
  private var usesApostrophes: Bool?
  private var result: [UInt8] = []

  private var old: PropertyListDocument { elements.old }
  private var new: PropertyListDocument { elements.new }
  private var text: [UInt8] { elements.text }

  /// - Throws: `UnwritableFile` if a table cannot express an edit.
  /// - Complexity: O(*n*).
  static func text(
    of elements: PatchedElements, _ dialect: TableDecoder.Dialect
  ) throws(UnwritableFile) -> [UInt8] {
    var table = PatchedTable(elements, dialect)
    try table.append()
    return table.result
  }

  private init(_ elements: PatchedElements, _ dialect: TableDecoder.Dialect) {
    (self.elements, self.dialect) = (elements, dialect)
    keys = dialect.keys
    lineEnd = [0x0A].withLineEnds(LineEnd(firstOf: elements.text) ?? .lineFeed)
    for (column, key) in keys.enumerated() { columns[key] = column }
  }

  private func findApostrophes(in rows: [Row]) -> Bool? {
    for row in rows {
      for (_, node) in old.members(of: row.node) {
        guard let value = old.scalar(node), old.withExactText(of: value, Formula.needsApostrophe)
        else { continue }
        let written = text[elements.extent(of: node)]
        return written.drop { $0 == UInt8(ascii: "\"") }.first == UInt8(ascii: "'")
      }
    }
    return nil
  }

  /// Whether an apostrophe goes before a value. A formula gets one as others in the file do or, if
  /// there are no others, unless it is a number or a telephone number. A value that begins with
  /// apostrophes before a formula always gets another, because reading takes one off.
  private func needsApostrophe(_ value: [UInt8]) -> Bool {
    guard dialect.isForSpreadsheets, value.withUnsafeBufferPointer(Formula.needsApostrophe) else {
      return false
    }
    if value.first == UInt8(ascii: "'") { return true }
    let isNumber =
      "+-".utf8.contains(value[0])
      && value.allSatisfy { 0x30...0x39 ~= $0 || "+-. ,()/".utf8.contains($0) }
    return usesApostrophes ?? !isNumber
  }

  private var hasNewColumns: Bool { keys.count > dialect.keys.count }

  /// A row, and the title of its section, which is the value of a column.
  private struct Row {
    let node: NodeIndex
    var section: Int?
    var title: NodeIndex?
  }

  private func rows(of document: PropertyListDocument) throws(UnwritableFile) -> [Row] {
    guard document.kind(of: .root) == .array else { throw .value("a table is a list of rows") }
    let elements = Array(document.elements(of: .root))
    guard let column = dialect.sectionColumn else { return elements.map { Row(node: $0) } }
    var rows: [Row] = []
    for (number, section) in elements.enumerated() {
      var (title, list): (NodeIndex?, NodeIndex?)
      var count = 0
      if document.kind(of: section) == .dict {
        for (key, value) in document.members(of: section) {
          count += 1
          if document.kind(of: value) == .array {
            list = value
          } else if document.withExactText(of: key, { $0.elementsEqual(keys[column]) }) {
            title = value
          }
        }
      }
      guard count == 2, let title, let list else {
        throw .value("a section of a table has its title and a list of rows, and nothing else")
      }
      rows += document.elements(of: list).map { Row(node: $0, section: number, title: title) }
    }
    return rows
  }

  /// The members of a row by their columns; keys that no column has get new ones.
  private mutating func values(of row: Row) throws(UnwritableFile) -> [Int: NodeIndex] {
    guard new.kind(of: row.node) == .dict else {
      throw .value("a row of a table is a dictionary of its values")
    }
    var values: [Int: NodeIndex] = [:]
    if let title = row.title, let column = dialect.sectionColumn { values[column] = title }
    for (key, value) in new.members(of: row.node) {
      let name = new.withExactText(of: key) { Array($0) }
      if columns[name] == nil {
        columns[name] = keys.count
        keys.append(name)
      }
      guard let column = columns[name], values.updateValue(value, forKey: column) == nil else {
        let key = new.text(of: key)
        throw .value(
          columns[name] == dialect.sectionColumn
            ? "'\(key)' has the title of the section that a row is in; 'move' puts it into another one, "
              + "and 'section rename' gives all rows of a section another title"
            : "a row of a table has '\(key)' once")
      }
    }
    return values
  }

  private func isUntouched(_ row: Row, _ other: Row) -> Bool {
    guard elements.isUntouched(row.node, other.node) else { return false }
    guard let title = row.title, let before = other.title else { return true }
    return elements.isSame(title, before)
  }

  private mutating func append() throws(UnwritableFile) {
    let located = try rows(of: old).map { (row: $0, extent: extent(of: $0)) }
      .sorted { $0.extent.lowerBound < $1.extent.lowerBound }
    let (olds, extents) = (located.map(\.row), located.map(\.extent))
    let rows = try rows(of: new)
    if dialect.isForSpreadsheets { usesApostrophes = findApostrophes(in: olds) }
    let partners = try partners(of: rows, among: olds)
    // The values of each row; `nil` if it is untouched.
    var values: [[Int: NodeIndex]?] = []
    for (row, partner) in zip(rows, partners) {
      let isOld = partner.map { isUntouched(row, olds[$0]) } == true
      values.append(isOld ? nil : try self.values(of: row))
    }
    let stretches = ListStretches(of: extents, old.unread)
    // Each row goes to the beginning of the next one, with its line end and empty lines.
    let starts = stretches.all.map(\.extent.lowerBound)
    let wholes = zip(starts, starts.dropFirst() + [text.count]).map { $0..<$1 }
    appendHeader(to: starts.first ?? text.count)
    var passed = 0
    let order =
      dialect.sectionColumn == nil
      ? Array(rows.indices) : try order(of: rows, partners, olds)
    for index in order {
      let partner = partners[index]
      if let partner {
        append(lines: try stretches.unread(before: partner, &passed).map { wholes[$0] })
      }
      endLine()
      if let partner, values[index] == nil, !hasNewColumns {
        result += text[extents[partner]]
      } else {
        let cells: [Int: NodeIndex]
        if let known = values[index] {
          cells = known
        } else {
          cells = try self.values(of: rows[index])
        }
        try append(cells, for: partner.map { olds[$0] })
      }
      if let partner {
        result +=
          text[extents[partner].upperBound..<wholes[stretches.elements[partner]].upperBound]
      } else {
        result += lineEnd
      }
    }
    let rest = stretches.unread[passed...]
    append(lines: rest.map { wholes[$0] })
    // The last line ends with a line end only if the file's last line did.
    let last = rest.last ?? order.last.flatMap { partners[$0] }.map { stretches.elements[$0] }
    let isLastKept = last == stretches.all.count - 1
    let isComplete = stretches.all.last.map { $0.extent.upperBound < text.count } ?? true
    if !isComplete, !isLastKept, !rows.isEmpty, result.hasSuffix(lineEnd) {
      result.removeLast(lineEnd.count)
    }
  }

  /// Appends the names of the columns, and what follows them in the file.
  private mutating func appendHeader(to end: Int) {
    result = Array(text[..<dialect.headerEnd])
    if hasNewColumns {
      for (column, key) in keys.enumerated().dropFirst(dialect.columnCount) {
        result.append(dialect.separator)
        // A column that had no name still has none.
        let name = column < dialect.keys.count ? [] : key
        append(name, isQuoted: dialect.quotesAll, isAlone: false)
      }
    }
    result += text[dialect.headerEnd..<end]
  }

  private mutating func endLine() {
    if let last = result.last, last != 0x0A, last != 0x0D { result += lineEnd }
  }

  private mutating func append(lines: [Range<Int>]) {
    for range in lines {
      endLine()
      result += text[range]
    }
  }

  private func extent(of row: Row) -> Range<Int> { elements.extent(of: row.node) }

  // MARK: Sections

  /// For each row, the position of the row in the file that it replaces.
  private func partners(
    of rows: [Row], among olds: [Row]
  ) throws(UnwritableFile) -> [Int?] {
    func children(_ rows: [Row]) -> [Child] { rows.map { Child(first: $0.node, value: $0.node) } }
    guard dialect.sectionColumn != nil else {
      return elements.partners(of: children(rows), among: children(olds), isDict: false)
    }
    // Rows of sections are not in the order of the file.
    let positions = olds.indices.sorted { olds[$0].node < olds[$1].node }
    let sorted = positions.map { olds[$0] }
    return elements.partners(of: children(rows), among: children(sorted), isDict: false)
      .map { $0.map { positions[$0] } }
  }

  /// For each section, the position of the section in the file that it replaces.
  private func sectionPartners() throws(UnwritableFile) -> [Int?] {
    let sections = PatchedElements.children(of: .root, in: new)
    let partners = elements.partners(
      of: sections, among: PatchedElements.children(of: .root, in: old), isDict: false)
    let kept = partners.compactMap(\.self)
    if zip(kept, kept.dropFirst()).contains(where: { $0 > $1 }) {
      throw .value("sections of a table are in the order in which its rows name them")
    }
    var titles: Set<String> = []
    for section in sections {
      let members = new.members(of: section.value).map(\.value)
      guard let title = members.lazy.compactMap(new.plainText).first,
        members.contains(where: { new.kind(of: $0) == .array && !isEmpty($0) }),
        !titles.insert(title).inserted
      else { continue }
      throw .value(
        "two sections of a table would have the title '\(title)'; 'move' puts rows into another one"
      )
    }
    for (section, partner) in zip(sections, partners) where partner == nil {
      let hasRows = new.members(of: section.value).contains { member in
        new.kind(of: member.value) == .array && !isEmpty(member.value)
      }
      if !hasRows { throw .value("a table has no sections without rows") }
    }
    return partners
  }

  private func isEmpty(_ container: NodeIndex) -> Bool {
    new.firstChild(of: container) >= new.end(of: container)
  }

  /// The order in which rows of sections are written. Rows that have stayed in their section keep
  /// their places. Any other row follows the row before it in the section or, if there is none,
  /// precedes the next row that stays.
  private func order(
    of rows: [Row], _ partners: [Int?], _ olds: [Row]
  ) throws(UnwritableFile) -> [Int] {
    let sections = try sectionPartners()
    // The rows that stay, which are in the same order in the file and in their section.
    var stays = rows.map { _ in false }
    var places: [(position: Int, side: Int, index: Int)] = []
    var last = (section: -1, position: -1)
    for (index, row) in rows.enumerated() {
      guard let section = row.section else { continue }
      if section != last.section { last = (section, -1) }
      if let partner = partners[index], olds[partner].section == sections[section],
        partner > last.position
      {
        stays[index] = true
        last.position = partner
      }
      places.append((last.position, stays[index] ? 0 : 1, index))
    }
    // Sections are in the order in which they are first named.
    var next = olds.count
    for index in rows.indices.reversed() {
      if stays[index] { next = places[index].position }
      if places[index].position < 0 { places[index] = (next, -1, index) }
    }
    return places.sorted { ($0.position, $0.side, $0.index) < ($1.position, $1.side, $1.index) }
      .map(\.index)
  }

  /// The extent in a row of the title of its section; `nil` if the row is too short to have one.
  private func titleExtent(of row: Row, _ cells: [Int: Cell]) -> Range<Int>? {
    guard let column = dialect.sectionColumn else { return nil }
    let line = extent(of: row)
    var start = line.lowerBound
    if column > 0 {
      guard let before = cells[column - 1], before.extent.upperBound < line.upperBound else {
        return nil
      }
      start = before.extent.upperBound + 1
    }
    var (end, isQuoted) = (start, false)
    while end < line.upperBound, isQuoted || text[end] != dialect.separator {
      // A doubled quote ends a quoted part and begins another.
      let isQuote = text[end] == UInt8(ascii: "\"")
      if isQuote, isQuoted || end == start || text[end - 1] == text[end] { isQuoted.toggle() }
      end += 1
    }
    return start..<end
  }

  // MARK: Values

  /// A value of a row of the file.
  private struct Cell {
    let extent: Range<Int>
    let value: NodeIndex
  }

  private func cells(of row: Row) -> [Int: Cell] {
    var cells: [Int: Cell] = [:]
    for (key, value) in old.members(of: row.node) {
      if let column = columns[old.withExactText(of: key) { Array($0) }] {
        cells[column] = Cell(extent: elements.extent(of: value), value: value)
      }
    }
    if let column = dialect.sectionColumn, let title = row.title,
      let extent = titleExtent(of: row, cells)
    {
      cells[column] = Cell(extent: extent, value: title)
    }
    return cells
  }

  /// Appends a row. Unchanged values are copied; others are quoted if the old value was.
  private mutating func append(
    _ values: [Int: NodeIndex], for row: Row?
  ) throws(UnwritableFile) {
    let olds = row.map(cells) ?? [:]
    let last = max(values.keys.max() ?? 0, olds.keys.max() ?? 0)
    let width =
      hasNewColumns ? keys.count : row == nil ? max(dialect.columnCount, last + 1) : last + 1
    for column in 0..<width {
      if column > 0 { result.append(dialect.separator) }
      let extent = olds[column]?.extent
      guard let value = values[column] else {
        // An empty value stays as it is written.
        if let before = olds[column], old.plainText(of: before.value)?.isEmpty == true {
          result += text[before.extent]
        } else if keys.count == 1 || dialect.quotesAll {
          result += "\"\"".utf8
        }
        continue
      }
      if let before = olds[column], new.kind(of: value) == .string,
        elements.isSame(value, before.value)
      {
        result += text[before.extent]
        continue
      }
      guard new.kind(of: value) != .data, let shown = new.plainText(of: value) else {
        throw .value("a value of a table is a text, not \(new.kind(of: value).elementName)")
      }
      let isQuoted = extent.map { text[$0].first == UInt8(ascii: "\"") } ?? dialect.quotesAll
      append(Array(shown.utf8), isQuoted: isQuoted, isAlone: keys.count == 1)
    }
    // Values beyond the columns, which are empty, stay.
    if let row, !hasNewColumns, let cell = olds[last] {
      result += text[cell.extent.upperBound..<extent(of: row).upperBound]
    }
  }

  private mutating func append(_ value: [UInt8], isQuoted: Bool, isAlone: Bool) {
    let isFormula = needsApostrophe(value)
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
