import PropertyLists
import SeededRandom
import TestHelpers
import Testing

@testable import Catalogues

/// Sections whose items are under keys that count them.
@Suite struct NumberedKeysTests {
  @Test(
    "no edit makes a key twice, and keys that ascend do so afterwards",
    arguments: 1...Rounds.of(300) as ClosedRange<UInt64>)
  func edits(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let isAscending = Bool.random(using: &generator)
    var name = 0
    func site() -> String {
      name += 1
      return "<dict><key>Name</key><string>n\(name)</string></dict>"
    }
    func section() -> String {
      var keys = Array(
        (0..<9).shuffled(using: &generator).prefix(Int.random(in: 1...4, using: &generator)))
      if isAscending { keys.sort() }
      var members = keys.map { "<key>Site\($0)</key>" + site() }
      name += 1
      members.insert("<key>Title</key><string>t\(name)</string>", at: 0)
      // A field whose key is like those of items.
      let free = (0..<9).filter { !keys.contains($0) }.randomElement(using: &generator) ?? 9
      if Bool.random(using: &generator) {
        members.append("<key>Site\(free)</key><string>v</string>")
      }
      return "<dict>\(members.joined())</dict>"
    }
    let sections = (0..<3).map { "<key>Item\($0)</key>" + section() }
    let document = try PropertyListDocument(
      FileBytes("<plist><dict>\(sections.joined())</dict></plist>".utf8))
    let catalogue = try Catalogue(document)
    let editor = CatalogueEditor(catalogue)
    // Other keys are names.
    let isNumbered = catalogue.sections(in: .root).allSatisfy {
      editor.listKind(of: $0) == .numbered
    }
    var (done, undone): ([CatalogueEditor.Edit], [CatalogueEditor.Edit]) = ([], [])
    for _ in 0..<8 {
      let sections = catalogue.sections(in: .root)
      guard let section = sections.randomElement(using: &generator),
        let other = sections.randomElement(using: &generator)
      else { break }
      let items = Array(catalogue.sections[section].items)
      let place = Place.position(
        Int.random(in: 0...catalogue.sections[other].itemCount, using: &generator), in: other)
      let kind = Int.random(in: 0..<8, using: &generator)
      let edit: CatalogueEditor.Edit?
      switch kind {
      case 0:
        if let last = done.popLast() {
          editor.undo(last)
          undone.append(last)
        }
        edit = nil
      case 1:
        if let last = undone.popLast() {
          editor.redo(last)
          done.append(last)
        }
        edit = nil
      case 2:
        let field = FieldAssignment(
          key: "Site\(Int.random(in: 0..<9, using: &generator))", type: .string, value: "w")
        edit = try? editor.edit { try editor.set([field], of: .section(section)) }
      case 3:
        edit = try? editor.edit {
          _ = try editor.insert([NewEntry(label: "x\(kind)", fields: [])], at: place)
        }
      case 4 where items.count > 1:
        edit = try? editor.edit {
          try editor.delete([items.randomElement(using: &generator) ?? items[0]])
        }
      case 5:
        edit = try? editor.edit { _ = try editor.copy(items.last ?? .section(section), to: place) }
      default:
        guard let item = items.randomElement(using: &generator) else { continue }
        // A position is counted after the item has been removed.
        let isLast = section == other && place == .position(items.count, in: other)
        let place = isLast ? .last(in: other) : place
        edit = try? editor.edit { try editor.move(item, to: place) }
      }
      if let edit {
        done.append(edit)
        undone = []
      }
      let now = try PropertyListDocument(FileBytes(catalogue.currentText))
      #expect(now.duplicateKeyCount() == 0, "\(kind): \(catalogue.currentText)")
      guard isAscending, isNumbered else { continue }
      now.forEachDict { dict in
        let numbers = now.members(of: dict).filter { now.kind(of: $0.value) == .dict }.compactMap {
          Int(now.text(of: $0.key).drop { !$0.isNumber })
        }
        #expect(numbers == numbers.sorted(), "\(kind): \(catalogue.currentText)")
      }
    }
  }

  @Test("a key that is only a number is taken, even if entries are called otherwise")
  func numbersAsKeys() throws {
    let text =
      "<key>3</key><dict><key>Name</key><string>a</string></dict>"
      + "<key>1</key><dict><key>Name</key><string>b</string></dict>"
    let catalogue = try Catalogue(
      PropertyListDocument(FileBytes("<plist><dict>\(text)</dict></plist>".utf8)))
    let editor = CatalogueEditor(catalogue)
    let item = catalogue.sections[.root].item(at: 0)
    #expect(throws: EditError.self) {
      try editor.edit { _ = try editor.copy(item, to: .last(in: .root)) }
    }
    #expect(throws: EditError.self) {
      try editor.edit {
        _ = try editor.insert([NewEntry(label: "1", fields: [])], at: .last(in: .root))
      }
    }
  }
}
