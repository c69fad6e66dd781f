import PropertyLists
import SeededRandom
import TestHelpers
import Testing

@testable import Catalogues

/// Compares an edited catalogue with one that is read from its text.
@Suite struct CatalogueEditorAgreementTests {
  @Test(
    "after each random edit the text reads as the catalogue shows; undoing all restores the bytes",
    arguments: EditedList.all, 1...Rounds.of(8) as ClosedRange<UInt64>)
  func agreement(_ list: EditedList, seed: UInt64) throws {
    let original = Array(list.text.utf8)
    let catalogue = try Catalogue(
      PropertyListDocument(FileBytes(original)), options: list.options)
    var walk = EditWalk(catalogue, seed: seed)
    for step in 0..<60 {
      let name = try walk.step()
      let text = catalogue.currentText
      let reread = try Catalogue(PropertyListDocument(FileBytes(text)), options: list.options)
      guard reread.shape.reading == catalogue.shape.reading, !catalogue.readsAsEntries else {
        continue
      }
      #expect(
        reread.outline(isGrouped: list.isGrouped) == catalogue.outline(isGrouped: list.isGrouped),
        "step \(step): \(name)\n\(String(decoding: text, as: UTF8.self))")
      if reread.outline(isGrouped: list.isGrouped)
        != catalogue.outline(isGrouped: list.isGrouped)
      {
        break
      }
    }
    walk.undoAll()
    #expect(catalogue.currentText == original)
    walk.redoAll()
    walk.undoAll()
    #expect(catalogue.currentText == original)
    #expect(
      catalogue.outline(isGrouped: false)
        == (try Catalogue(PropertyListDocument(FileBytes(original)), options: list.options))
        .outline(isGrouped: false))
  }
}

extension Catalogue {
  /// Whether all sections in a section are empty, so that they are entries for whoever reads the
  /// file.
  fileprivate var readsAsEntries: Bool {
    sections(in: .root).contains {
      let inner = Array(sections[$0].sections)
      return !inner.isEmpty && inner.allSatisfy { self.sections[$0].itemCount == 0 }
    }
  }
}

/// A property list to edit at random.
struct EditedList: CustomTestStringConvertible, Sendable {
  let name: String
  let text: String
  var options = ShapeOptions()
  /// Whether sections are made of entries' values, so that their order is that of the entries.
  var isGrouped = false

  var testDescription: String { name }

  static let all = [
    EditedList(name: "sections of dictionaries", text: sections),
    EditedList(name: "sections, CR LF, no white space", text: compact),
    EditedList(name: "keyed sections of strings", text: keyed),
    EditedList(name: "arrays in an array", text: arrays),
    EditedList(name: "flat strings", text: strings),
    EditedList(name: "named records", text: named),
    EditedList(name: "terms", text: terms),
    EditedList(name: "grouped by a column", text: column, isGrouped: true),
    EditedList(name: "rows with headers", text: headers),
    EditedList(name: "numbered", text: numbered),
    EditedList(name: "three levels", text: levels),
  ]

  private static let opening = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """

  private static func list(_ value: String) -> String { opening + value + "\n</plist>\n" }

  private static func entry(_ name: String, _ indentation: String) -> String {
    """
    \(indentation)<dict>
    \(indentation)\t<key>name</key>
    \(indentation)\t<string>\(name)</string>
    \(indentation)\t<key>year</key> <!-- of foundation -->
    \(indentation)\t<integer>0\(name.utf8.count)</integer>
    \(indentation)</dict>
    """
  }

  private static let sections = list(
    "<array>\n"
      + ["A", "B", "C"].map { title in
        """
        \t<!-- section \(title) -->
        \t<dict>
        \t\t<key>cars</key>
        \t\t<array> <!-- cars of \(title) -->
        \(["x", "y", "z"].map { entry(title + $0, "\t\t\t") }.joined(separator: "\n\n\t\t\t<!-- next -->\n"))
        \t\t</array>
        \t\t<key>title</key>
        \t\t<string>\(title)</string>
        \t</dict>

        """
      }.joined()
      + "\t<dict>\n\t\t<key>cars</key>\n\t\t<array/>\n\t\t<key>title</key>\n\t\t<string>E</string>\n\t</dict>\n"
      + "\t<!-- the end -->\n</array>")

  private static let compact =
    "<plist><array>\r\n"
    + ["A", "B"].map { title in
      "<dict><key>title</key><string>\(title)</string><key>members</key><array>"
        + ["1", "2", "3"].map {
          "<dict><key>name</key><string>\(title)\($0)</string><key>tel</key><string>5</string></dict>"
        }
        .joined() + "</array></dict>\r\n"
    }.joined() + "</array></plist>"

  private static let keyed = list(
    "<dict>\n"
      + ["A", "B", "C"].map { title in
        "  <key>\(title)</key> <array>\n"
          + ["x", "y", "z"].map { "    <string>\(title)&amp;\($0)</string><!-- \($0) -->\n" }
          .joined() + "  </array>\n"
      }.joined() + "  <key>D</key><array/>\n  <!-- end --></dict>")

  private static let arrays = list(
    "<array>\n"
      + [["a", "b"], ["c", "d", "e"]].map { names in
        "\t<array>\n" + names.map { entry($0, "\t\t") + "\n" }.joined() + "\t</array>\n"
      }.joined() + "</array>")

  private static let strings = list(
    "<array><string>one</string><string>two</string>\n<string>three</string><!-- 3 -->"
      + "<string/><string>four</string> <!-- 4 -->\n</array>")

  private static let named = list(
    "<dict>\n"
      + ["Ann", "Bob", "Cid"].map { "\t<key>\($0)</key>\n" + entry($0 + "!", "\t") + "\n" }
      .joined() + "</dict>")

  private static let terms = list(
    "<dict>\n\t<key>a</key>\n\t<string>first</string>\n\t<key>b</key>\n\t<string>second</string>\n"
      + "\t<key>c</key>\n\t<string>third</string>\n</dict>")

  private static let column = list(
    "<array>\n"
      + [("a", "X"), ("b", "Y"), ("c", "X"), ("d", "Y"), ("e", "X"), ("f", "Y")].map {
        "\t<dict>\n\t\t<key>category</key>\n\t\t<string>\($0.1)</string>\n\t\t<key>name</key>\n"
          + "\t\t<string>\($0.0)</string>\n\t</dict>\n"
      }.joined() + "</array>")

  private static let headers = list(
    "<array>\n"
      + ["One", "Two"].map { title in
        "\t<dict>\n\t\t<key>Title</key>\n\t\t<string>\(title)</string>\n\t\t<key>Type</key>\n"
          + "\t\t<string>PSGroupSpecifier</string>\n\t</dict>\n"
          + ["p", "q"].map {
            "\t<dict>\n\t\t<key>Title</key>\n\t\t<string>\(title)\($0)</string>\n\t\t<key>Type</key>\n"
              + "\t\t<string>PSToggle</string>\n\t</dict>\n"
          }.joined()
      }.joined() + "</array>")

  private static let numbered = list(
    "<dict>\n"
      + (0..<3).map { item in
        "\t<key>Item\(item)</key>\n\t<dict>\n\t\t<key>Title</key>\n\t\t<string>T\(item)</string>\n"
          + (0..<3).map {
            "\t\t<key>Site\($0)</key>\n\t\t<dict>\n\t\t\t<key>Name</key>\n"
              + "\t\t\t<string>s\(item)\($0)</string>\n\t\t</dict>\n"
          }.joined() + "\t</dict>\n"
      }.joined() + "</dict>")

  private static let levels = list(
    "<array>\n"
      + ["P", "Q"].map { province in
        "\t<dict>\n\t\t<key>state</key>\n\t\t<string>\(province)</string>\n\t\t<key>cities</key>\n"
          + "\t\t<array>\n"
          + ["1", "2"].map { city in
            "\t\t\t<dict>\n\t\t\t\t<key>city</key>\n\t\t\t\t<string>\(province)\(city)</string>\n"
              + "\t\t\t\t<key>areas</key>\n\t\t\t\t<array>\n"
              + ["x", "y"].map { "\t\t\t\t\t<string>\(province)\(city)\($0)</string>\n" }.joined()
              + "\t\t\t\t</array>\n\t\t\t</dict>\n"
          }.joined() + "\t\t</array>\n\t</dict>\n"
      }.joined() + "</array>")
}

/// Edits a catalogue at random.
struct EditWalk {
  private let editor: CatalogueEditor
  private var random: SeededGenerator
  private var done: [CatalogueEditor.Edit] = []
  private var undone: [CatalogueEditor.Edit] = []
  private(set) var appliedCount = 0

  private var catalogue: Catalogue { editor.catalogue }

  init(_ catalogue: Catalogue, seed: UInt64) {
    editor = CatalogueEditor(catalogue)
    random = SeededGenerator(seed: seed)
  }

  mutating func undoAll() {
    while let edit = done.popLast() {
      editor.undo(edit)
      undone.append(edit)
    }
  }

  mutating func redoAll() {
    while let edit = undone.popLast() {
      editor.redo(edit)
      done.append(edit)
    }
  }

  /// Makes a random edit, which may fail as a user's edit may.
  mutating func step() throws -> String {
    let kind = Int.random(in: 0..<14, using: &random)
    if kind == 12, let edit = done.popLast() {
      editor.undo(edit)
      undone.append(edit)
      return "undo"
    }
    if kind == 13, let edit = undone.popLast() {
      editor.redo(edit)
      done.append(edit)
      return "redo"
    }
    let before = catalogue.currentText
    var name = ""
    do {
      let edit = try editor.edit { () throws(EditError) in name = try self.change(kind) }
      if let edit {
        done.append(edit)
        undone = []
        appliedCount += 1
      }
      return name
    } catch {
      #expect(catalogue.currentText == before, "what fails changes nothing")
      return "\(kind) failed: \(error)"
    }
  }

  private mutating func change(_ kind: Int) throws(EditError) -> String {
    let entry = pick(catalogue.liveEntries.map { .entry($0) })
    let section = pick(catalogue.sections(in: .root).map { .section($0) })
    let place = place()
    switch kind {
    case 0, 1:
      let new = NewEntry(
        label: Bool.random(using: &random) ? text() : nil,
        fields: Bool.random(using: &random) ? [field()] : [])
      _ = try editor.insert(new, at: place)
      return "insert \(new) at \(place)"
    case 2:
      guard let entry else { return "" }
      try editor.delete([entry])
      return "delete \(entry)"
    case 3, 4:
      guard let entry else { return "" }
      try editor.move(entry, to: place)
      return "move \(entry) to \(place)"
    case 5:
      guard let entry else { return "" }
      _ = try editor.copy(entry, to: place)
      return "copy \(entry) to \(place)"
    case 6:
      guard let entry else { return "" }
      let field = field()
      try editor.set([field], of: entry)
      return "set \(field) of \(entry)"
    case 7:
      guard let item = Bool.random(using: &random) ? entry : section else { return "" }
      let name = text()
      try editor.rename(item, to: name)
      return "rename \(item) \(name)"
    case 8:
      let title = text()
      _ = try editor.insertSection(title, at: place)
      return "section \(title) at \(place)"
    case 9:
      guard let section else { return "" }
      let force = Int.random(in: 0..<3, using: &random) == 0
      try editor.delete([section], force: force)
      return "delete \(section)"
    case 10:
      guard let section else { return "" }
      if Bool.random(using: &random) {
        try editor.move(section, to: place)
      } else {
        _ = try editor.copy(section, to: place)
      }
      return "move or copy \(section) to \(place)"
    default:
      if Bool.random(using: &random), let entry {
        try editor.unset(
          [["name", "year", "extra"][Int.random(in: 0..<3, using: &random)]], of: entry)
        return "unset of \(entry)"
      }
      guard case .section(let section)? = Bool.random(using: &random) ? section : .section(0)
      else { return "" }
      let items = catalogue.sections[section].items.sorted {
        catalogue.name(of: $0) < catalogue.name(of: $1)
      }
      try editor.reorder(section, to: items)
      return "sort \(section)"
    }
  }

  private mutating func pick(_ items: [Item]) -> Item? { items.randomElement(using: &random) }

  private mutating func place() -> Place {
    let sections = [0] + catalogue.sections(in: .root)
    let section = sections.randomElement(using: &random) ?? 0
    let items =
      catalogue.liveEntries.map { Item.entry($0) } + sections.dropFirst().map { .section($0) }
    guard let item = pick(items) else { return .last(in: section) }
    return [.before(item), .after(item), .first(in: section), .last(in: section)]
      .randomElement(using: &random) ?? .last(in: section)
  }

  private mutating func text() -> String {
    let words = ["new", "Ä<b>&c", "中文", "a\nb", "", "T1", "one", "\"q\" 'r'", "]]>", "z"]
    return (words.randomElement(using: &random) ?? "")
      + String(Int.random(in: 4..<8, using: &random))
  }

  private mutating func field() -> FieldAssignment {
    let fields: [FieldAssignment] = [
      .init(key: "name", type: nil, value: text()), .init(key: "year", type: nil, value: "12"),
      .init(key: "extra", type: .boolean, value: "yes"), .init(key: "", type: nil, value: text()),
      .init(key: "list", type: .xml, value: "<real> 1.5 </real>"),
      .init(key: "year", type: nil, value: "no number"), .init(key: "tel", type: nil, value: "7"),
    ]
    return fields.randomElement(using: &random) ?? fields[0]
  }
}

extension Catalogue {
  /// The text as it would be saved, in UTF-8.
  var currentText: [UInt8] {
    var text: [UInt8] = []
    document.forEachPiece { text.append(contentsOf: $0) }
    return text
  }

  var liveEntries: [Entry.ID] {
    var entries: [Entry.ID] = []
    forEachEntry(in: .root) { entries.append($0) }
    return entries
  }

  func name(of item: Item) -> String {
    switch item {
    case .entry(let entry): label(of: entry)
    case .section(let section): fullTitle(of: section) ?? ""
    }
  }

  /// What a person sees: one line per item, with its position and contents.
  func outline(isGrouped: Bool) -> [String] {
    var lines: [String] = []
    func add(_ section: Section.ID, _ prefix: String) {
      for (index, item) in sections[section].items.enumerated() {
        let number = isGrouped && section == 0 ? "" : String(index)
        switch item {
        case .entry(let entry):
          let fields = fields(of: entry).map { "\($0.key ?? "")=\(description(of: $0.value))" }
          lines.append("\(prefix)/\(number) \(fields)")
        case .section(let inner):
          let path = "\(prefix)/\(number)\(fullTitle(of: inner) ?? "-")"
          lines.append(path)
          add(inner, path)
        }
        #expect(position(of: item) == index)
      }
    }
    add(0, "")
    return isGrouped ? lines.sorted() : lines
  }

  private func description(of value: NodeIndex) -> String {
    document.kind(of: value).isContainer
      ? String(decoding: document.text(at: document.elementRange(of: value)), as: UTF8.self)
      : "\(document.kind(of: value)) \(document.text(of: value))"
  }
}

extension Shape {
  /// The properties that determine how a list is read.
  var reading: String { "\(rootPath) \(levels) \(grouping) \(isForm) \(isFlat)" }
}
