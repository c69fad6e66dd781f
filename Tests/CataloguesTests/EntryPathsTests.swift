import PropertyLists
import SeededRandom
import TestHelpers
import Testing

@testable import Catalogues

@Suite("Values in entries that are set by their paths")
struct EntryPathsTests {
  /// A catalogue that is edited, with its text.
  private struct Subject {
    let catalogue: Catalogue
    let editor: CatalogueEditor
    let paths: EntryPaths

    init(_ text: String) throws {
      catalogue = try Catalogue(PropertyListDocument(FileBytes(text.utf8)))
      editor = CatalogueEditor(catalogue)
      paths = EntryPaths(editor)
    }

    func made(_ assignments: [PathAssignment]) throws -> CatalogueEditor.Edit {
      let outcome: CatalogueEditor.Edit? = try #require(paths.set(assignments))
      return try #require(outcome)
    }

    var text: String {
      var bytes: [UInt8] = []
      catalogue.document.forEachPiece { bytes += $0 }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private static let list = """
    <plist version="1.0">
    <array>
    \t<dict>
    \t\t<key>title</key>
    \t\t<string>A</string>
    \t\t<key>cars</key>
    \t\t<array>
    \t\t\t<dict>
    \t\t\t\t<key>name</key>
    \t\t\t\t<string>Audi</string>
    \t\t\t\t<key>sizes</key>
    \t\t\t\t<array><integer>1</integer><integer>2</integer></array>
    \t\t\t</dict>
    \t\t\t<dict>
    \t\t\t\t<key>name</key>
    \t\t\t\t<string>Alfa</string>
    \t\t\t</dict>
    \t\t</array>
    \t</dict>
    </array>
    </plist>

    """

  private static func assignment(
    _ path: String, _ value: String, _ type: FieldType? = nil
  ) throws -> PathAssignment {
    PathAssignment(try ValuePath(path), type: type, value: value)
  }

  @Test(
    "many values are set in one list, and under many keys; equal ones that differ in bytes do not count"
  )
  func manyLookups() throws {
    let names = (0..<20).map { "name\($0)" }
    let subject = try Subject(
      "<plist version=\"1.0\"><array>"
        + names.map { "<dict><key>n</key><string>\($0)</string></dict>" }.joined(separator: "\n")
        + "</array></plist>\n")
    for index in 0..<20 {
      _ = try subject.made([Self.assignment(".\(index).n", "new\(index)")])
      _ = try subject.made([Self.assignment(".-\(20 - index).n", "newer\(index).")])
      #expect(subject.text.contains(">newer\(index).<") && !subject.text.contains(">name\(index)<"))
    }
    #expect(subject.paths.set([try Self.assignment(".20.n", "x")]) == nil)
    #expect(subject.paths.set([try Self.assignment(".-21.n", "x")]) == nil)
    let keys = (0..<9).map { "key\($0)" } + ["e\u{301}", "twice", "twice"]
    let dict = try Subject(
      "<plist version=\"1.0\"><dict>\n"
        + keys.map { "<key>\($0)</key><dict><key>n</key><string>old</string></dict>\n" }.joined()
        + "</dict></plist>\n")
    for key in keys.dropLast(2) {
      _ = try dict.made([Self.assignment(".\(key).n", "new")])
      #expect(dict.text.contains("<key>\(key)</key><dict><key>n</key><string>new<"))
    }
    #expect(dict.paths.set([try Self.assignment(".\u{E9}.n", "x")]) == nil)
    #expect(dict.paths.set([try Self.assignment(".twice.n", "x")]) == nil)
    #expect(dict.text.split(separator: ">old<").count == 3)
  }

  @Test("a value is set in the entry, again and again, and undone; what is so already is no edit")
  func set() throws {
    let subject = try Subject(Self.list)
    let first = try subject.made([Self.assignment(".0.cars.0.sizes.-1", "3")])
    #expect(subject.text == Self.list.replacing(">2<", with: ">3<"))
    let second = try subject.made([
      Self.assignment(".0.cars.0.sizes[1]", "4"), Self.assignment(".0.cars.1.name", "Ariel"),
    ])
    #expect(
      subject.text == Self.list.replacing(">2<", with: ">4<").replacing("Alfa", with: "Ariel"))
    #expect(subject.catalogue.entries.map(subject.catalogue.label) == ["1", "4", "Ariel"])
    let same: CatalogueEditor.Edit? = try #require(
      subject.paths.set([Self.assignment(".0.cars.1.name", "Ariel")]))
    #expect(same == nil)
    let texts = try subject.paths.texts(
      at: [".0.cars.1.name", ".0.cars.0.sizes.-1"].map(ValuePath.init))
    #expect(
      texts?.map { String(decoding: $0, as: UTF8.self) } == [
        "<string>Ariel</string>", "<integer>4</integer>",
      ])
    #expect(try subject.paths.texts(at: [ValuePath(".0.title")]) == nil)
    subject.paths.undoOrRedo { subject.editor.undo(second) }
    let stays: CatalogueEditor.Edit? = try #require(
      subject.paths.set([Self.assignment(".0.cars.0.sizes.1", "3")]))
    #expect(stays == nil)
    subject.paths.undoOrRedo { subject.editor.undo(first) }
    #expect(subject.text == Self.list)
  }

  @Test(
    "what may change more than a value is left to others, and nothing has changed",
    arguments: [
      (".0.title", "B"), (".0.cars.0.size", "1"), (".0.cars.7.name", "x"), (".0.cars.0", "x"),
      (".0.cars.0.sizes.0", "x"), (".0.cars.0.name.x", "1"), (".0.cars", "x"), (".x", "1"),
    ])
  func others(_ path: String, _ value: String) throws {
    let subject = try Subject(Self.list)
    #expect(
      try subject.paths.set([
        Self.assignment(".0.cars.1.name", "x"), Self.assignment(path, value),
      ]) == nil)
    #expect(try subject.paths.set([Self.assignment(".0.cars.1.name", "1", .integer)]) == nil)
    #expect(try subject.paths.set([Self.assignment(".0.cars.1.name", "<true/>", .xml)]) == nil)
    #expect(subject.text == Self.list)
    #expect(try subject.paths.set([Self.assignment(".0.cars.1.name", "x")]) != nil)
  }

  @Test("after another edit of the catalogue, paths are found otherwise")
  func otherEdits() throws {
    let subject = try Subject(Self.list)
    let edit = try #require(
      subject.editor.edit { () throws(EditError) in
        try subject.editor.delete([.entry(Entry.ID(rawValue: 0))])
      })
    #expect(try subject.paths.set([Self.assignment(".0.cars.0.name", "x")]) == nil)
    subject.editor.undo(edit)
    #expect(try subject.paths.set([Self.assignment(".0.cars.0.name", "x")]) == nil)
  }

  @Test("the text is that of an edited tree, in lists of any shape")
  func agreement() throws {
    var made = 0
    for seed in 0..<UInt64(Rounds.of(150)) {
      var random = RandomPlist(seed: seed)
      let text = "<plist version=\"1.0\">\(random.catalogue().xml)</plist>"
      let subject = try Subject(text)
      let document = subject.catalogue.document
      var tree = EditedTree(try PropertyListDocument(FileBytes(text.utf8)))
      let entries = subject.catalogue.entryCount
      var edits: [CatalogueEditor.Edit] = []
      var paths: [ValuePath] = []
      let finder = ValuePaths(document)
      var node = document.root
      while node < document.end(of: document.root) {
        let kind = document.kind(of: node)
        if kind != .key, let path = finder.path(to: node) { paths.append(path) }
        node = kind.isContainer ? document.firstChild(of: node) : document.end(of: node)
      }
      for _ in 0..<10 where !paths.isEmpty {
        let path = paths[random.below(paths.count)]
        let value = ["7", "v<\(random.below(9))", "yes"][random.below(3)]
        let assignment = PathAssignment(path, value: value)
        guard let edit = subject.paths.set([assignment]) else { continue }
        _ = try tree.make(.set([assignment]))
        made += 1
        edits += edit.map { [$0] } ?? []
        var bytes: [UInt8] = []
        tree.withText { tree.document.forEachPiece { bytes += $0 } }
        #expect(subject.text == String(decoding: bytes, as: UTF8.self), "\(seed): \(assignment)")
      }
      #expect(try Subject(subject.text).catalogue.entryCount == entries, "\(text) \(subject.text)")
      for edit in edits.reversed() { subject.paths.undoOrRedo { subject.editor.undo(edit) } }
      #expect(subject.text == text)
    }
    #expect(made > 100)
  }
}

extension EntryPaths {
  /// Makes one edit.
  fileprivate func set(_ assignments: [PathAssignment]) -> CatalogueEditor.Edit?? {
    make([.set(assignments)]).map { $0[0] }
  }
}
