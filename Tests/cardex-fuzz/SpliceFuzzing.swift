import Catalogues
import PropertyLists

/// Fuzzing of files that are edited in place: a saved file is read as it was edited, and if only a
/// single value was changed, no other byte has changed.
enum SpliceFuzzing {
  private static let formats = FileFormat.allCases.filter(\.isEditedAsText)
  private static let editLimit = 8

  /// The first byte chooses the format, the second says how many bytes are choices of edits. The
  /// rest is the file.
  static func run(_ bytes: [UInt8]) throws {
    guard bytes.count > 2 else { return }
    let format = formats[Int(bytes[0]) % formats.count]
    let count = min(Int(bytes[1]), bytes.count - 2)
    var choices = Choices(Array(bytes[2..<(2 + count)]))
    let file = Array(bytes[(2 + count)...])
    guard let document = try? PropertyListDocument(FileBytes(file), format: format) else { return }
    var tree = EditedTree(document)
    var edits: [TreeEdit] = []
    while !choices.isAtEnd, edits.count < editLimit {
      let edit = choices.edit(of: tree)
      if (try? tree.make(edit)) == true { edits.append(edit) }
    }
    let wanted = Values(tree, format).list
    let wantedCards = format == .vcard ? CardValues.list(tree) : []
    guard let saved = try saved(tree, after: edits, format) else { return }
    guard let again = try? PropertyListDocument(FileBytes(saved), format: format) else {
      throw Violation("what is saved after \(edits) is not read: \(saved)")
    }
    if format == .vcard {
      let found = CardValues.list(EditedTree(again))
      let difference = CardValues.difference(of: found, from: wantedCards)
      try require(difference == nil, "\(edits): \(difference ?? ""): \(saved)")
    } else {
      let found = Values(EditedTree(again), format).list
      try require(found == wanted, "\(edits): \(wanted) is read as \(found)")
    }
    try require(try written(document) == file, "what is not edited is saved otherwise")
    if edits.count == 1 { try checkBytes(of: saved, after: edits[0], document, file) }
  }

  /// Checks that a single edit changes nothing but its target.
  private static func checkBytes(
    of saved: [UInt8], after edit: TreeEdit, _ document: PropertyListDocument, _ file: [UInt8]
  ) throws {
    guard document.source.encoding.isUTF8 else { return }
    if let single = SingleValue(edit, document) {
      try require(single.isOnlyChange(file, saved), "\(edit) changes what is beside it: \(saved)")
    }
    switch edit {
    case .insert: try require(isLeft(file, of: saved), "\(edit) loses something: \(saved)")
    case .delete where document.source.format != .vcard:
      try require(isLeft(saved, of: file), "\(edit) adds something: \(saved)")
    default: break
    }
  }

  /// Whether a text remains of another one if some of the other's bytes are removed. White space
  /// and quotes do not count: a row of a table without values has quotes.
  private static func isLeft(_ text: [UInt8], of other: [UInt8]) -> Bool {
    var rest = other[...]
    return text.allSatisfy { byte in
      if [0x20, 0x09, 0x0A, 0x0D, 0x22].contains(byte) { return true }
      guard let index = rest.firstIndex(of: byte) else { return false }
      rest = rest[(index + 1)...]
      return true
    }
  }

  /// The file of an edited tree; `nil` if its format cannot express it.
  private static func saved(
    _ tree: EditedTree, after edits: [TreeEdit], _ format: FileFormat
  ) throws -> [UInt8]? {
    let outcome = tree.withText { () throws(Never) in
      Result { () throws(FileWritingError<Never>) in try written(tree.document) }
    }
    switch outcome {
    case .success(let bytes): return bytes
    case .failure(.unwritable(let error)):
      if case .encoding = error { return nil }
      if isRefused(error, format) { return nil }
      throw Violation("\(edits) cannot be saved: \(error)")
    }
  }

  /// Whether an error refuses an edit that the format cannot express: a root of another kind; in
  /// tables, a row of which nothing would be read; in cards, a value that is read under another
  /// key.
  private static func isRefused(_ error: UnwritableFile, _ format: FileFormat) -> Bool {
    switch error {
    case .value: format != .json
    case .unequal: format == .csv || format == .tsv || format == .vcard
    default: false
    }
  }

  private static func written(
    _ document: PropertyListDocument
  ) throws(FileWritingError<Never>) -> [UInt8] {
    var bytes: [UInt8] = []
    try document.writeFile { (part: UnsafeBufferPointer<UInt8>) throws(Never) in
      bytes.append(contentsOf: part)
    }
    return bytes
  }
}

/// All keys and values of a tree, as far as its format has them.
private struct Values {
  private(set) var list: [String] = []
  private let tree: EditedTree
  private let format: FileFormat

  init(_ tree: EditedTree, _ format: FileFormat) {
    (self.tree, self.format) = (tree, format)
    append(tree.root)
  }

  private var isTable: Bool { format == .csv || format == .tsv }

  private mutating func append(_ node: NodeIndex) {
    let document = tree.document
    let kind = document.kind(of: node)
    guard kind.isContainer else {
      let text = document.scalar(node).map { document.exactText(of: $0) } ?? ""
      let type = document.isNull(node) ? "null" : isTable ? "" : "\(kind)"
      list.append("\(type) \(Array(text.utf8))")
      return
    }
    list.append("\(kind)")
    // All rows of a table have their columns in the same order, and an empty value counts as none.
    let isRow = isTable && kind == .dict
    let start = list.count
    for member in tree.members(of: node) {
      let value = tree.value(of: member)
      let key = tree.key(of: member).map { Array(document.exactText(of: $0).utf8) }
      if isRow, document.plainText(of: value)?.isEmpty == true { continue }
      list.append("\(key ?? [])")
      append(value)
      if isRow, let text = list.popLast() { list[list.count - 1] += text }
    }
    if isRow { list[start...].sort() }
    list.append("end")
  }
}

/// The place in a file of a single value that an edit changes.
private struct SingleValue {
  private let location: SourceLocation
  private let document: PropertyListDocument

  /// - Returns: `nil` if the edit does anything else.
  init?(_ edit: TreeEdit, _ document: PropertyListDocument) {
    guard case .set(let assignments, _) = edit, assignments.count == 1,
      let found = try? EditedTree(document).find(assignments[0].path), found.values.count == 1,
      !document.kind(of: found.values[0]).isContainer,
      // A property without text may be gone, with the properties that say more about it.
      document.source.format != .vcard
        || assignments[0].path.steps.count == 2 && !assignments[0].value.isEmpty
    else { return nil }
    self.document = document
    location = document.location(of: found.values[0])
  }

  /// Whether all bytes before and after the value are the same.
  func isOnlyChange(_ old: [UInt8], _ new: [UInt8]) -> Bool {
    guard case .text(let line, let column) = location else { return true }
    if document.source.format == .vcard { return isOnlyProperty(old, new, line) }
    let mark = document.source.encoding.byteOrderMarkLength
    var start = mark
    for _ in 1..<line {
      while start < old.count, old[start] != 0x0A, old[start] != 0x0D { start += 1 }
      start += old[start...].starts(with: [0x0D, 0x0A]) ? 2 : 1
    }
    for _ in 1..<column {
      start += 1
      while start < old.count, old[start] & 0xC0 == 0x80 { start += 1 }
    }
    let rest = old[end(of: start, in: old)...]
    return new.count >= start + rest.count && new[..<start] == old[..<start]
      && new.suffix(rest.count).elementsEqual(rest)
  }

  /// Whether all lines are the same but those of one property.
  private func isOnlyProperty(_ old: [UInt8], _ new: [UInt8], _ line: Int) -> Bool {
    func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
      text.split(omittingEmptySubsequences: false) { $0 == 0x0A || $0 == 0x0D }
    }
    let (olds, news) = (lines(old), lines(new))
    if olds == news { return true }
    let before = zip(olds, news).prefix { $0 == $1 }.count
    let most = min(olds.count, news.count) - before
    let after = min(zip(olds.reversed(), news.reversed()).prefix { $0 == $1 }.count, most)
    var isContinued = false
    let changed = olds[before..<(olds.count - after)]
    return before + 1 >= line
      && changed.enumerated().allSatisfy { index, line in
        defer { isContinued = line.last == UInt8(ascii: "=") || line.last == UInt8(ascii: "\\") }
        return index == 0 || isContinued || line.first == 0x20 || line.first == 0x09
          || !line.contains(UInt8(ascii: ":"))
      }
  }

  /// The end of the value that begins at an offset.
  private func end(of start: Int, in text: [UInt8]) -> Int {
    let isTable = document.source.format == .csv || document.source.format == .tsv
    var index = start
    guard let first = text[start...].first, "\"'<".utf8.contains(first), !isTable || first == 0x22
    else {
      let isOpenStep = document.source.format == .openStep || document.source.format == .strings
      let ends = isTable ? "\r\n" : isOpenStep ? " \t\r\n,;={}()\"'" : " \t\r\n,:/{}[]\""
      while index < text.count, !ends.utf8.contains(text[index]) { index += 1 }
      return index
    }
    let quote = first == UInt8(ascii: "<") ? UInt8(ascii: ">") : first
    index += 1
    while index < text.count {
      if text[index] == UInt8(ascii: "\\"), !isTable {
        index += 1
      } else if text[index] == quote {
        guard isTable, text[(index + 1)...].first == quote else { return index + 1 }
        index += 1
      }
      index += 1
    }
    return text.count
  }
}
