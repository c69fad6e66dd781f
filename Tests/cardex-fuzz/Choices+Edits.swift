import Catalogues
import PropertyLists

/// Edits of files in any format.
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
  private static let newCardKeys = [
    "phone", "mobile", "mobile2", "note", "categories", "X-FOO", "X-FOO2", "company", "department",
    "lastName", "namePrefix", "address", "workAddress", "street", "photo", "phoneLabel", "birthday",
    "name", "TZ", "a",
  ]

  /// An edit, most of the time a valid one.
  mutating func edit(of tree: EditedTree) -> TreeEdit {
    let format = tree.document.source.format
    switch below(8) {
    case 0, 1, 2: return .set([assignment(at: path(in: tree, isNew: flip()), format)])
    case 3: return .insert([assignment(at: path(in: tree, isNew: true), format)])
    case 4: return .delete([path(in: tree, isNew: false)])
    case 5:
      return .rename(
        path(in: tree, isNew: false),
        to: one(of: format == .vcard ? Choices.newCardKeys : Choices.newKeys))
    case 6: return .move(path(in: tree, isNew: false), to: path(in: tree, isNew: true))
    default: return .copy(path(in: tree, isNew: false), to: path(in: tree, isNew: true))
    }
  }

  private mutating func assignment(at path: ValuePath, _ format: FileFormat) -> PathAssignment {
    let hasData = format == .openStep || format == .strings || format == .vcard && below(8) == 0
    return switch format.isJSON ? below(6) : hasData ? below(2) : 0 {
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
    let format = tree.document.source.format
    // Most paths lead into cards or rows, which can seldom be anything else.
    let hasRows = [.vcard, .csv, .tsv].contains(format) && below(8) < 7
    let newKeys = format == .vcard ? Choices.newCardKeys : Choices.newKeys
    while tree.document.kind(of: node).isContainer {
      let members = tree.members(of: node)
      let isDict = tree.document.kind(of: node) == .dict
      let isRow = hasRows && node == tree.root && !members.isEmpty
      let choice = below(min(members.count + (isRow ? 0 : 1), 256))
      if choice == members.count || members.isEmpty {
        if !isNew { return path }
        return path.appending(isDict ? .name(one(of: newKeys)) : .position(members.count))
      }
      let key = tree.key(of: members[choice]).map { tree.document.exactText(of: $0) }
      path = path.appending(key.map { .name($0) } ?? .position(choice))
      node = tree.value(of: members[choice])
      if !isRow, below(3) == 0 { break }
    }
    return path
  }
}
