import ICUText
import SeededRandom
import TestHelpers
import Testing

@testable import Catalogues

@Suite("Names of items while they are edited")
struct ItemNamesTests {
  /// Names that repeat, are canonically equivalent, fold to the same text, or are prefixes of
  /// others.
  private static let names = [
    "", "a", "A", "á", "a\u{301}", "ab", "AB", "abc", "äbc", "\u{301}", "ﬁ", "fi", "FI x", "Å",
    "\u{212B}", "한", "\u{1112}\u{1161}\u{11ab}", "a long name of sixteen",
    "a long name of sixteen +",
    "A LONG NAME OF SIXTEEN", "z", "|", "b|c", "a#1", "a#2",
    "a#1#1", "fi#2", "#1",
  ]

  private enum Likeness { case exactly, any }

  /// What `AddressBook` should answer for a name in a section, found by examining all items.
  private static func model(
    _ name: String, in section: Section.ID, of catalogue: Catalogue, _ likeness: Likeness = .any
  ) -> Result<Item, AddressError>? {
    let folding = catalogue.names.reader
    let folded = folding.fold(name)
    let items = Array(catalogue.sections[section].items)
    let tests: [(String) -> Bool] = [
      { $0 == name }, { folding.fold($0) == folded }, { folding.fold($0).starts(with: folded) },
    ]
    for test in likeness == .exactly ? [tests[0]] : tests {
      let found = items.filter { test(Self.name(of: $0, in: catalogue)) }
      if found.count == 1 { return .success(found[0]) }
      if found.count > 1 {
        return .failure(
          .ambiguous(
            name: name,
            candidates: found.prefix(10).map {
              .init(address(of: $0, in: catalogue), detail: detail(of: $0, in: catalogue))
            }, count: found.count))
      }
    }
    return nil
  }

  private static func name(of item: Item, in catalogue: Catalogue) -> String {
    switch item {
    case .entry(let entry): catalogue.label(of: entry)
    case .section(let section): catalogue.title(of: section) ?? ""
    }
  }

  private static func address(of item: Item, in catalogue: Catalogue) -> String {
    var steps: [String] = []
    var inner = item
    while inner != .section(0) {
      let parent = catalogue.parent(of: inner)
      let items = Array(catalogue.sections[parent].items)
      let name = name(of: inner, in: catalogue)
      let names = items.map { Self.name(of: $0, in: catalogue) }
      let index = items.firstIndex(of: inner) ?? -2
      let ordinal = names[...index].count { $0 == name }
      if name.isEmpty
        || names.count(where: { $0 == name }) > 1 && names.contains("\(name)#\(ordinal)")
      {
        steps.append("#\(index + 1)")
      } else if names.count(where: { $0 == name }) > 1 {
        steps.append(Address.escaped(name, isWhole: true) + "#\(ordinal)")
      } else {
        let isWhole = NumberedName(name).map { names.contains($0.name) } ?? false
        steps.append(Address.escaped(name, isWhole: isWhole))
      }
      inner = .section(parent)
    }
    return (steps.count == 1 && item.isEntry ? "/" : "") + steps.reversed().joined(separator: "/")
  }

  private static func detail(of item: Item, in catalogue: Catalogue) -> String? {
    let detail =
      switch item {
      case .entry(let entry): catalogue.detail(of: entry)
      case .section(let section): catalogue.titleDetail(of: section)
      }
    return detail?.isEmpty == true ? nil : detail
  }

  private static func catalogue(_ random: inout SeededGenerator) throws -> Catalogue {
    func name() -> Plist { "\(names.randomElement(using: &random) ?? "")" }
    return try Catalogue(
      .array(
        (0..<12).map { index in
          [
            "title": name(),
            "items": .array(
              (0..<(index % 5 * 3 + 1)).map { _ in ["name": name(), "note": "x"] }),
          ]
        }))
  }

  private static func change(
    _ editor: CatalogueEditor, _ random: inout SeededGenerator
  ) throws(EditError) {
    let catalogue = editor.catalogue
    let sections = catalogue.sections(in: .root)
    var entries: [Entry.ID] = []
    catalogue.forEachEntry(in: .root) { entries.append($0) }
    guard let section = sections.randomElement(using: &random),
      let entry = entries.randomElement(using: &random)
    else { return }
    let name = names.randomElement(using: &random) ?? ""
    let item = Item.entry(entry)
    switch Int.random(in: 0..<14, using: &random) {
    case 0: _ = try editor.insert(NewEntry(label: name), at: .after(item))
    case 1: _ = try editor.insert(NewEntry(label: name), at: .last(in: section))
    case 2: try editor.delete([item])
    case 3: try editor.delete(Array(entries.shuffled(using: &random).prefix(18)).map { .entry($0) })
    case 4: try editor.move(item, to: .first(in: section))
    case 5: _ = try editor.copy(item, to: .last(in: section))
    case 6, 7: try editor.rename(item, to: name)
    case 8: try editor.set([FieldAssignment(key: "name", type: nil, value: name)], of: item)
    case 9: try editor.rename(.section(section), to: name)
    case 10: _ = try editor.insertSection(name, at: .after(.section(section)))
    case 11: try editor.move(.section(section), to: .first(in: 0))
    case 12 where sections.count > 6: try editor.delete([.section(section)], force: true)
    case 12: try editor.unset(["name"], of: item)
    default:
      try editor.reorder(section, to: catalogue.sections[section].items.shuffled(using: &random))
    }
    if Int.random(in: 0..<5, using: &random) == 0 { throw .theRoot }
  }

  @Test(
    "whatever is edited, undone or fails, names lead where a look at all of them leads",
    arguments: 1...12 as ClosedRange<UInt64>)
  func agreement(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let catalogue = try Self.catalogue(&random)
    catalogue.names.policy = .init(scansBefore: Int(seed % 3), fewItems: Int(seed % 2) * 4)
    let editor = CatalogueEditor(catalogue)
    let book = AddressBook(catalogue)
    var done: [CatalogueEditor.Edit] = []
    var undone: [CatalogueEditor.Edit] = []
    for _ in 0..<80 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        if let edit = done.popLast() {
          editor.undo(edit)
          undone.append(edit)
        }
      case 1:
        if let edit = undone.popLast() {
          editor.redo(edit)
          done.append(edit)
        }
      default:
        let edit = try? editor.edit { () throws(EditError) in try Self.change(editor, &random) }
        if let edit {
          done.append(edit)
          undone = []
        }
      }
      let section = ([0] + catalogue.sections(in: .root)).randomElement(using: &random) ?? 0
      try check(section, of: catalogue, book)
    }
  }

  private func check(_ section: Section.ID, of catalogue: Catalogue, _ book: AddressBook) throws {
    let path = catalogue.path(to: section).map { catalogue.position(of: .section($0)) + 1 }
    let steps = path.map { Address.Component.position($0) }
    for name in Self.names + ["AÁ", "abcd", "q"] where !name.isEmpty && NumberedName(name) == nil {
      let address = Address(components: steps + [.name(name)])
      let found = Result { () throws(AddressError) in try book.item(at: address) }
      if let wanted = Self.model(name, in: section, of: catalogue) {
        #expect(found == wanted, "'\(name)' in \(section)")
      } else if case .failure(.notFound) = found {
      } else {
        Issue.record("'\(name)' in \(section): \(found)")
      }
    }
    for (index, item) in catalogue.sections[section].items.enumerated() {
      let name = Self.name(of: item, in: catalogue)
      let namesakes = catalogue.sections[section].items.filter {
        Self.name(of: $0, in: catalogue) == name
      }
      let ordinal = (namesakes.firstIndex(of: item) ?? index) + 1
      let last = Address.Component.namesake(name, ordinal: ordinal)
      let whole = last.name.flatMap { Self.model($0, in: section, of: catalogue, .exactly) }
      if !name.isEmpty {
        let found = Result { () throws(AddressError) in
          try book.item(at: Address(components: steps + [last]))
        }
        #expect(found == whole ?? .success(item))
      }
      #expect(try book.item(at: Address(book.address(of: item))) == item)
      #expect(book.address(of: item) == Self.address(of: item, in: catalogue))
      let position = catalogue.position(of: item)
      #expect(catalogue.sections[section].item(at: position) == item)
      #expect(try book.item(at: Address(components: steps + [.position(position + 1)])) == item)
    }
  }

  @Test("rows of a form with the same name are found after one was moved and others deleted")
  func namesakesOfForm() throws {
    func row(_ title: String) -> Plist {
      [
        "isExpandable": false, "isExpanded": false, "isVisible": true, "value": "",
        "primaryTitle": "", "secondaryTitle": "\(title)", "cellIdentifier": "idCell",
        "additionalRows": 0,
      ]
    }
    let catalogue = try Catalogue([
      [row("Other"), row("Same")], [row("Else"), row("Same"), row("Same")],
    ])
    try #require(catalogue.shape.isForm)
    catalogue.names.policy = .init(scansBefore: 0, fewItems: 0)
    let editor = CatalogueEditor(catalogue)
    let book = AddressBook(catalogue)
    try _ = editor.edit { () throws(EditError) in
      try editor.move(.entry(4), to: .first(in: 1))
    }
    #expect(throws: AddressError.self) { try book.item(at: Address("Same")) }
    for (deleted, rest) in [(4, 2), (1, 1)] as [(Entry.ID, Int)] {
      try _ = editor.edit { () throws(EditError) in try editor.delete([.entry(deleted)]) }
      let found = Result { () throws(AddressError) in try book.item(at: Address("Same")) }
      switch found {
      case .failure(.ambiguous(_, _, let count)): #expect(count == rest)
      default: #expect(rest == 1 && found == .success(.entry(3)))
      }
    }
  }

  @Test("names that are canonically equivalent fold alike")
  func folding() {
    let folding = CaseFolding()
    for name in Self.names {
      for other in Self.names where name == other {
        #expect(folding.fold(name) == folding.fold(other))
      }
    }
  }
}
