import Catalogues
import PropertyLists

/// Fuzzing of files that are edited where they are: what is saved is read as what was edited, and where
/// only a single value was changed, no byte beside it is another.
enum SpliceFuzzing {
  private static let formats = FileFormat.allCases.filter(\.isSplicedInPlace)
  private static let editLimit = 8

  /// The first byte chooses the format, the second says how many bytes are choices of edits. The rest is
  /// the file.
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
    guard let saved = try saved(tree, after: edits, format) else { return }
    guard let again = try? PropertyListDocument(FileBytes(saved), format: format) else {
      throw Violation("what is saved after \(edits) is not read: \(saved)")
    }
    let found = Values(EditedTree(again), format).list
    try require(found == wanted, "\(edits): \(wanted) is read as \(found)")
    try require(try written(document) == file, "what is not edited is saved otherwise")
    if edits.count == 1, let single = SingleValue(edits[0], document) {
      try require(single.isOnlyChange(file, saved), "\(edits) changes what is beside it")
    }
  }

  /// The file of an edited tree; `nil` if its format cannot have it.
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

  /// Whether an edit is refused that some formats cannot have: a root of another kind and, in tables, a
  /// row of which nothing would be read.
  private static func isRefused(_ error: UnwritableFile, _ format: FileFormat) -> Bool {
    switch error {
    case .value: format != .json && format != .openStep
    case .unequal: format == .csv || format == .tsv
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
    // The columns of a table have one order, and an empty value of it is none.
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

/// The place in a file of a single value that is set to another one.
private struct SingleValue {
  private let location: SourceLocation
  private let document: PropertyListDocument

  /// - Returns: `nil` unless an edit does no more than that.
  init?(_ edit: TreeEdit, _ document: PropertyListDocument) {
    guard case .set(let assignments, _) = edit, assignments.count == 1,
      document.source.encoding.isUTF8,
      let found = try? EditedTree(document).find(assignments[0].path), found.values.count == 1,
      !document.kind(of: found.values[0]).isContainer
    else { return nil }
    self.document = document
    location = document.location(of: found.values[0])
  }

  /// Whether all bytes before and after the value are the same.
  func isOnlyChange(_ old: [UInt8], _ new: [UInt8]) -> Bool {
    guard case .text(let line, let column) = location else { return true }
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

  /// Where the value ends that begins at an offset.
  private func end(of start: Int, in text: [UInt8]) -> Int {
    let isTable = document.source.format == .csv || document.source.format == .tsv
    var index = start
    guard let first = text[start...].first, "\"'<".utf8.contains(first), !isTable || first == 0x22
    else {
      let ends = isTable ? Array("\r\n".utf8) : Array(" \t\r\n,;:=/{}[]()\"".utf8)
      while index < text.count, !ends.contains(text[index]) { index += 1 }
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

// MARK: Edits

extension Choices {
  private static let values = [
    "", "a", "two words", "\"", "'", "\\", "//x", "/* y */", "a;b,c\td|e", "é奥\u{1F600}", "l\nm",
    "l\r\nm", "12",
    "1.50", "true", "null", "\u{1}\u{7F}", "=1+2", " x ", "{1}", "$(A)/b-c", "<0a>", "\u{2028}",
    "-", "\u{FFFF}",
  ]
  private static let newKeys = [
    "", "a", "b", "name", "a b", "é", "\"", "\\", "//", "1", "l\nm", "=", ",", ";",
  ]

  /// An edit, most of the time a valid one.
  fileprivate mutating func edit(of tree: EditedTree) -> TreeEdit {
    let format = tree.document.source.format
    switch below(8) {
    case 0, 1, 2: return .set([assignment(at: path(in: tree, isNew: flip()), format)])
    case 3: return .insert([assignment(at: path(in: tree, isNew: true), format)])
    case 4: return .delete([path(in: tree, isNew: false)])
    case 5: return .rename(path(in: tree, isNew: false), to: one(of: Choices.newKeys))
    case 6: return .move(path(in: tree, isNew: false), to: path(in: tree, isNew: true))
    default: return .copy(path(in: tree, isNew: false), to: path(in: tree, isNew: true))
    }
  }

  private mutating func assignment(at path: ValuePath, _ format: FileFormat) -> PathAssignment {
    switch format.isJSON ? below(6) : format == .openStep || format == .strings ? below(2) : 0 {
    case 0, 2: PathAssignment(path, type: .string, value: one(of: Choices.values))
    case 1:
      PathAssignment(path, type: format.isJSON ? .null : .data, value: format.isJSON ? "" : "YWJj")
    case 3: PathAssignment(path, type: .integer, value: "\(below(256))")
    case 4: PathAssignment(path, type: .boolean, value: flip() ? "true" : "false")
    default: PathAssignment(path, type: .real, value: one(of: ["1.50", "-2e10", "0.1"]))
    }
  }

  private mutating func path(in tree: EditedTree, isNew: Bool) -> ValuePath {
    var path = ValuePath.root
    var node = tree.root
    while tree.document.kind(of: node).isContainer {
      let members = tree.members(of: node)
      let isDict = tree.document.kind(of: node) == .dict
      let choice = below(min(members.count + 1, 256))
      if choice == members.count || members.isEmpty {
        if !isNew { return path }
        return path.appending(isDict ? .name(one(of: Choices.newKeys)) : .position(members.count))
      }
      let key = tree.key(of: members[choice]).map { tree.document.exactText(of: $0) }
      path = path.appending(key.map { .name($0) } ?? .position(choice))
      node = tree.value(of: members[choice])
      if below(3) == 0 { break }
    }
    return path
  }
}
