import Platform

/// Reads comma-separated values (RFC 4180), and values separated by other characters, as a list of
/// dictionaries whose keys are in the first row.
///
/// - Every value is a string, with its blanks: no telephone number loses its zeros.
/// - Rows end in CR LF, LF or CR. Rows without a character are skipped.
/// - A value in quotes may contain everything, with quotes doubled; text between the closing quote
///   and the next separator is an error. In a value that does not begin with a quote, quotes stand
///   for themselves.
/// - A first line `sep=;`, as spreadsheets write it, gives the separator. Otherwise it is the most
///   frequent of `,`, `;`, tab and `|` outside quotes in the first row, preferably one by which all
///   rows have the same number of values.
/// - A column without a name gets the key `column N`; of columns with the same name, the second
///   gets ` 2` after it, the third ` 3`, so that no value hides another.
/// - In a table for spreadsheets, such as one with a byte-order mark, an apostrophe before a
///   formula is taken off.
/// - A shorter row lacks the last keys. In a longer row, values beyond the columns get keys like
///   those of columns without names, unless the values are empty.
///
/// libcsv, which was tried, drops empty lines and blanks, accepts text after a closing quote, and
/// does not tell positions.
struct TableDecoder {
  private let text: UnsafeBufferPointer<UInt8>
  private var separator = UInt8(ascii: ",")
  private let isForSpreadsheets: Bool
  private var position = 0
  /// The names of the columns.
  private var keys: [[UInt8]] = []
  /// How many columns the first row has.
  private var columnCount = 0
  /// The names that XML has without escapes, by column; `nil` for other names.
  private var plainKeys: [UnsafeBufferPointer<UInt8>?] = []
  /// Where the last value of the first row ends, and whether all values in the row are quoted.
  private var headerEnd = 0
  private var quotesAll = true
  /// The characters of a value that has doubled quotes.
  private let unquoted = GrowingBuffer<UInt8>()
  /// Whether rows that cannot be read are passed over, and which were.
  private let skipsUnreadable: Bool
  private var unread: [DocumentWriter.Notes.Unread] = []
  /// Whether not all of the text is UTF-8.
  private var hasFaults = false
  /// Whether a quoted value has no closing quote.
  private var isUnclosed = false
  /// The first row with text after a closing quote, after which lines may begin inside values; and
  /// whether a later value has a stray quote, which makes that likely.
  private var doubt: Doubt?
  private var hasStrayQuote = false

  /// Decodes a table as the single value of a property list: an array of dictionaries or, grouped
  /// by a column, an array of sections, in the order in which they are first named. A section has
  /// the column's value, under the same key, and the dictionaries of its rows, under `items`.
  ///
  /// - Parameters:
  ///   - text: The whole text in valid UTF-8, without a byte-order mark.
  ///   - separator: The character that separates values; `nil` to detect it.
  ///   - sectionColumn: The key of the column to group rows by.
  ///   - isForSpreadsheets: Whether apostrophes before formulas are taken off.
  ///   - skipsUnreadable: Whether unreadable rows, also those that are not valid UTF-8, are noted
  ///     and passed over, unless there are no other rows. After a quote that may be open, the rest
  ///     of the text is passed over.
  /// - Throws: `DecodingError`, with an offset in the text.
  /// - Complexity: O(*n*); when rows are grouped, they are read twice.
  static func decode(
    _ text: UnsafeBufferPointer<UInt8>, separator: UInt8? = nil, sectionColumn: String? = nil,
    isForSpreadsheets: Bool = false, skipsUnreadable: Bool = false,
    into writer: inout DocumentWriter
  ) throws(DecodingError) {
    var decoder = TableDecoder(
      text: text, isForSpreadsheets: isForSpreadsheets, skipsUnreadable: skipsUnreadable)
    decoder.findSeparator(given: separator)
    try decoder.readKeys()
    if skipsUnreadable, let fault = UTF8Check.firstFault(in: text) {
      if fault < decoder.position { throw TableDecoder.undecodable(at: fault) }
      decoder.hasFaults = true
    }
    defer { for key in decoder.plainKeys { key?.deallocate() } }
    decoder.columnCount = decoder.keys.count
    writer.offset = decoder.position
    try writer.begin(.array)
    if let sectionColumn {
      try decoder.writeSections(by: sectionColumn, into: &writer)
    } else {
      try decoder.writeRows(into: &writer)
    }
    // A table of which no row can be read is an error.
    let isEmpty = writer.nodes.end == NodeTable.firstChild(of: .root)
    if isEmpty, let first = decoder.unread.first { throw first.error }
    writer.notes.unread = decoder.unread
    writer.notes.endOffset = text.count
    writer.end()
    writer.notes.table = Dialect(
      separator: decoder.separator, keys: decoder.keys, columnCount: decoder.columnCount,
      sectionColumn: sectionColumn.flatMap { decoder.keys.firstIndex(of: Array($0.utf8)) },
      headerEnd: decoder.headerEnd, quotesAll: decoder.quotesAll,
      isForSpreadsheets: isForSpreadsheets)
  }

  /// How a table is written.
  struct Dialect {
    let separator: UInt8
    /// The keys of the columns, followed by the keys of values beyond the columns.
    let keys: [[UInt8]]
    let columnCount: Int
    /// The column that has the titles of sections.
    let sectionColumn: Int?
    /// Where the last value of the first row ends in the text.
    let headerEnd: Int
    /// Whether all values of the first row are quoted; then all other values probably are, too.
    let quotesAll: Bool
    let isForSpreadsheets: Bool
  }

  private init(
    text: UnsafeBufferPointer<UInt8>, isForSpreadsheets: Bool, skipsUnreadable: Bool
  ) {
    self.text = text
    self.isForSpreadsheets = isForSpreadsheets
    self.skipsUnreadable = skipsUnreadable
  }

  private func failure(_ reason: String, at offset: Int) -> DecodingError {
    let format = separator == UInt8(ascii: "\t") ? "TSV" : "CSV"
    return DecodingError(.malformed(format: format, reason: reason), at: offset)
  }
}

// MARK: The first row

extension TableDecoder {
  private mutating func findSeparator(given: UInt8?) {
    let declaration = text.prefix { !TableDecoder.isLineEnd($0) }
    if declaration.count == 5, declaration.starts(with: "sep=".utf8) {
      separator = given ?? declaration[4]
      position = 5
      skipLineEnd()
      return
    }
    if let given {
      separator = given
      return
    }
    // Outside quotes, whichever character separates values.
    var found: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in text.drop(while: TableDecoder.isLineEnd) {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if TableDecoder.isLineEnd(byte) { break }
      if ",;\t|".utf8.contains(byte) { found[byte, default: 0] += 1 }
    }
    var best = (isEven: false, count: 0)
    for candidate in ",;\t|".utf8 {
      guard let count = found[candidate] else { continue }
      let values = valueCounts(candidate)
      let isEven = values.allSatisfy { $0 == values[0] }
      if isEven != best.isEven ? isEven : count > best.count {
        (best, separator) = ((isEven, count), candidate)
      }
    }
  }

  /// The number of values in each of the first rows if a given character separates them.
  private func valueCounts(_ separator: UInt8) -> [Int] {
    var counts: [Int] = []
    var (count, isQuoted, isStart) = (0, false, true)
    for byte in text.prefix(TableDecoder.sampleSize) {
      if isQuoted || isStart && byte == UInt8(ascii: "\"") {
        // A doubled quote ends a quoted part and begins another.
        if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
        (isStart, count) = (!isQuoted && byte == UInt8(ascii: "\""), max(count, 1))
      } else if TableDecoder.isLineEnd(byte) {
        if count > 0 { counts.append(count) }
        if counts.count == TableDecoder.sampledRows { return counts }
        (count, isStart) = (0, true)
      } else {
        isStart = byte == separator
        count = max(count, 1) + (isStart ? 1 : 0)
      }
    }
    // The last row may be cut off.
    if count > 0, counts.isEmpty || text.count <= TableDecoder.sampleSize { counts.append(count) }
    return counts
  }

  /// The extent of the sample by which the separator is detected, in rows and in bytes.
  private static let sampledRows = 20
  private static let sampleSize = 1 << 16

  private mutating func readKeys() throws(DecodingError) {
    guard try startsRow() else { throw DecodingError(.empty, at: 0) }
    var names: [[UInt8]] = []
    repeat {
      quotesAll = quotesAll && text[position...].first == UInt8(ascii: "\"")
      names.append(Array(try value().text))
    } while skipSeparator()
    headerEnd = position
    skipLineEnd()
    var taken = Set(names)
    var seen: Set<[UInt8]> = []
    // The number that was last put after a name, so that many equal names take linear time.
    var numbers: [[UInt8]: Int] = [:]
    for (index, name) in names.enumerated() {
      var key = name.isEmpty ? Array("column \(index + 1)".utf8) : name
      while seen.contains(key) || key != name && taken.contains(key) {
        numbers[name, default: 1] += 1
        key = (name.isEmpty ? Array("column \(index + 1)".utf8) : name)
        key += Array(" \(numbers[name, default: 1])".utf8)
      }
      seen.insert(key)
      taken.insert(key)
      keys.append(key)
    }
    plainKeys = keys.map(TableDecoder.plain)
  }

  private static func plain(_ key: [UInt8]) -> UnsafeBufferPointer<UInt8>? {
    if key.contains(where: ByteWord.isReserved) { return nil }
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: key.count)
    _ = copy.initialize(fromContentsOf: key)
    return UnsafeBufferPointer(copy)
  }

  /// Adds keys for values beyond the columns of the first row.
  private mutating func addKeys(through column: Int) {
    while keys.count <= column {
      let name = "column \(keys.count + 1)"
      var key = Array(name.utf8)
      var number = 1
      while keys.contains(key) {
        number += 1
        key = Array("\(name) \(number)".utf8)
      }
      keys.append(key)
      plainKeys.append(TableDecoder.plain(key))
    }
  }
}

// MARK: Rows

extension TableDecoder {
  /// Skips empty lines. Returns whether a row follows.
  private mutating func startsRow() throws(DecodingError) -> Bool {
    while position < text.count, TableDecoder.isLineEnd(text[position]) { position += 1 }
    return position < text.count
  }

  private mutating func writeRows(into writer: inout DocumentWriter) throws(DecodingError) {
    while try startsRow() {
      let (start, mark) = (position, writer.mark())
      do throws(DecodingError) {
        try writeRow(into: &writer)
        try expectReadable(from: start)
      } catch {
        let first = try skip(from: start, error)
        writer.goBack(to: first == start ? mark : doubt?.mark ?? mark)
        if doubt?.start == start { doubt?.mark = mark }
      }
    }
  }

  /// - Parameter skipped: A column to leave out.
  private mutating func writeRow(
    into writer: inout DocumentWriter, without skipped: Int? = nil
  ) throws(DecodingError) {
    writer.offset = position
    let node = writer.nodes.end
    try writer.begin(.dict)
    var column = 0
    var isLong = false
    repeat {
      let start = position
      let value = try value()
      if column >= columnCount, !value.text.isEmpty {
        isLong = true
        addKeys(through: column)
      }
      if column < keys.count, column != skipped {
        writer.offset = start
        writer.notes.endOffset = position
        try writeKey(column, into: &writer)
        if value.isPlain {
          try writer.plain(.string, value.text)
        } else {
          try writer.string(value.text)
        }
      }
      column += 1
    } while skipSeparator()
    if isLong || column < columnCount {
      writer.notes.unevenRows.append(
        UnevenRow(node: node, count: column, columnCount: columnCount))
    }
    writer.notes.endOffset = position
    skipLineEnd()
    writer.end()
  }

  @inline(__always)
  private func writeKey(
    _ column: Int, into writer: inout DocumentWriter
  ) throws(DecodingError) {
    if let key = plainKeys[column] { return try writer.plain(.key, key) }
    try keys[column].withUnsafeBufferPointer { key throws(DecodingError) in try writer.key(key) }
  }

  private mutating func writeSections(
    by name: String, into writer: inout DocumentWriter
  ) throws(DecodingError) {
    guard let column = keys.firstIndex(of: Array(name.utf8)) else {
      throw failure("there is no column '\(name.nameExcerpt)'", at: 0)
    }
    let sections = try groupRows(by: column)
    let members = Array((name == "items" ? "entries" : "items").utf8)
    for section in sections {
      writer.offset = section.rows[0]
      try writer.begin(.dict)
      try writeKey(column, into: &writer)
      try section.title.withUnsafeBufferPointer { title throws(DecodingError) in
        try writer.string(title)
      }
      try members.withUnsafeBufferPointer { key throws(DecodingError) in try writer.key(key) }
      try writer.begin(.array)
      for row in section.rows {
        position = row
        try writeRow(into: &writer, without: column)
      }
      writer.end()
      writer.end()
    }
  }

  /// Finds the rows of each section. A row that is too short to have the column is in the section
  /// without a title.
  private mutating func groupRows(
    by column: Int
  ) throws(DecodingError) -> [(title: [UInt8], rows: [Int])] {
    var sections: [(title: [UInt8], rows: [Int])] = []
    var indices: [[UInt8]: Int] = [:]
    while try startsRow() {
      let start = position
      var title: [UInt8] = []
      var index = 0
      do throws(DecodingError) {
        repeat {
          let value = try value().text
          if index == column { title = Array(value) }
          index += 1
        } while skipSeparator()
        skipLineEnd()
        try expectReadable(from: start)
      } catch {
        let first = try skip(from: start, error)
        if first < start {
          for index in sections.indices { sections[index].rows.removeAll { $0 >= first } }
        }
        continue
      }
      if let section = indices[title] {
        sections[section].rows.append(start)
      } else {
        indices[title] = sections.count
        sections.append((title: title, rows: [start]))
      }
    }
    return sections.filter { !$0.rows.isEmpty }
  }
}

// MARK: Rows that cannot be read

extension TableDecoder {
  private struct Doubt {
    let start: Int
    /// The end of what was written before the row; `nil` until the row has been taken back.
    var mark: DocumentWriter.Mark?
    /// How many rows before it could not be read, and why this row cannot be read.
    let count: Int
    let error: DecodingError
  }

  private static func undecodable(at offset: Int) -> DecodingError {
    DecodingError(.undecodable(encoding: "UTF-8"), at: offset)
  }

  /// Checks that a row is UTF-8, and that no stray quote shows that it is a part of another row.
  private func expectReadable(from start: Int) throws(DecodingError) {
    if let doubt, hasStrayQuote { throw doubt.error }
    guard hasFaults else { return }
    let row = UnsafeBufferPointer(rebasing: text[start..<position])
    if let fault = UTF8Check.firstFault(in: row) {
      throw TableDecoder.undecodable(at: start + fault)
    }
  }

  /// Notes that a row could not be read, and goes to the next one.
  ///
  /// - Returns: The beginning of the first row that is passed over, which may be an earlier row.
  /// - Throws: The error, if it does not allow passing over the row.
  private mutating func skip(
    from start: Int, _ error: DecodingError
  ) throws(DecodingError) -> Int {
    guard skipsUnreadable, error.isLocal else { throw error }
    if let doubt, hasStrayQuote {
      unread.removeLast(unread.count - doubt.count)
      return skipRest(from: doubt.start, doubt.error)
    }
    if case .undecodable = error.problem {
      // The row was read to its end.
      var end = position
      while end > start, TableDecoder.isLineEnd(text[end - 1]) { end -= 1 }
      unread.append(.init(range: start..<end, error: error))
      return start
    }
    if isUnclosed { return skipRest(from: start, error) }
    let line = text[error.offset...].prefix { !TableDecoder.isLineEnd($0) }
    // With an odd number of quotes, a value may continue in the next line.
    guard line.count(where: { $0 == UInt8(ascii: "\"") }) % 2 == 0 else {
      return skipRest(from: start, error)
    }
    if doubt == nil { doubt = Doubt(start: start, mark: nil, count: unread.count, error: error) }
    unread.append(.init(range: start..<line.endIndex, error: error))
    position = line.endIndex
    return start
  }

  private mutating func skipRest(from start: Int, _ error: DecodingError) -> Int {
    unread.append(.init(range: start..<text.count, error: error, isRest: true))
    position = text.count
    return start
  }
}

// MARK: Values

extension TableDecoder {
  @inline(__always)
  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  @inline(__always)
  private func endsValue(_ byte: UInt8) -> Bool {
    byte == separator || TableDecoder.isLineEnd(byte)
  }

  /// Reads a value up to the separator or the line end after it.
  ///
  /// - Returns: Its characters, valid until the next value is read, and whether XML has them
  ///   without escapes.
  @inline(__always)
  private mutating func value() throws(DecodingError) -> (
    text: UnsafeBufferPointer<UInt8>, isPlain: Bool
  ) {
    let value = try valueAsWritten()
    if !isForSpreadsheets { return value }
    return (Formula.withoutApostrophe(value.text), value.isPlain)
  }

  @inline(__always)
  private mutating func valueAsWritten() throws(DecodingError) -> (
    text: UnsafeBufferPointer<UInt8>, isPlain: Bool
  ) {
    let start = position
    if start < text.count, text[start] == UInt8(ascii: "\"") { return (try quotedValue(), false) }
    var isPlain = true
    while position < text.count {
      if position + 8 <= text.count {
        let word = ByteWord(text, at: position)
        guard let offset = ByteWord.first(word.reserved | word.positions(of: separator)) else {
          position += 8
          continue
        }
        position += offset
      }
      if endsValue(text[position]) { break }
      if ByteWord.isReserved(text[position]) { isPlain = false }
      position += 1
    }
    if doubt != nil { noteStrayQuote(in: start..<position) }
    return (UnsafeBufferPointer(rebasing: text[start..<position]), isPlain)
  }

  @inline(never)
  private mutating func noteStrayQuote(in value: Range<Int>) {
    if text[value].contains(UInt8(ascii: "\"")) { hasStrayQuote = true }
  }

  private mutating func quotedValue() throws(DecodingError) -> UnsafeBufferPointer<UInt8> {
    let opening = position
    position += 1
    var start = position
    unquoted.removeAll(from: 0)
    while true {
      guard let base = text.baseAddress,
        let found = memchr(base + position, 0x22, text.count - position)
      else {
        isUnclosed = true
        throw failure("the quoted value has no end", at: opening)
      }
      position = UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
      guard position < text.count, text[position] == UInt8(ascii: "\"") else { break }
      unquoted.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<position]))
      position += 1
      start = position
    }
    if position < text.count, !endsValue(text[position]) {
      throw failure("text after the closing quote" + beginning(ofValueAt: opening), at: position)
    }
    let rest = UnsafeBufferPointer(rebasing: text[start..<(position - 1)])
    guard unquoted.count > 0 else { return rest }
    unquoted.append(contentsOf: rest)
    return unquoted.elements
  }

  /// Says where a value of several lines begins, since a missing quote is usually there.
  private func beginning(ofValueAt opening: Int) -> String {
    let isOneLine = !text[opening..<position].contains(where: TableDecoder.isLineEnd)
    return isOneLine ? "" : " of the value that begins at \(SourceLocation(of: opening, in: text))"
  }

  @inline(__always)
  private mutating func skipSeparator() -> Bool {
    guard position < text.count, text[position] == separator else { return false }
    position += 1
    return true
  }

  /// Skips one end of a line, if one is next.
  @inline(__always)
  private mutating func skipLineEnd() {
    guard position < text.count, TableDecoder.isLineEnd(text[position]) else { return }
    let isReturn = text[position] == 0x0D
    position += 1
    if isReturn, position < text.count, text[position] == 0x0A { position += 1 }
  }
}

/// A row of a table with more or fewer values than the table has columns.
package struct UnevenRow: Sendable {
  package let node: NodeIndex
  /// The number of values in the row, and the number of columns.
  package let count: Int
  package let columnCount: Int
}
