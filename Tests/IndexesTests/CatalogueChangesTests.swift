import Catalogues
import Comparing
import PropertyLists
import TestHelpers
import Testing

@Suite("What changed between two readings")
struct CatalogueChangesTests {
  private func catalogue(
    _ text: String, options: ShapeOptions = ShapeOptions()
  ) throws -> Catalogue {
    let text = "<?xml version=\"1.0\"?>\n" + text
    return try Catalogue(PropertyListDocument(FileBytes(Array(text.utf8))), options: options)
  }

  @Test("each change is counted", arguments: 1...300 as ClosedRange<UInt64>)
  func changes(_ seed: UInt64) throws {
    let old = ListModel(seed: seed)
    var new = old
    let expected = new.change()
    // Sections are read as such however little they hold.
    var options = ShapeOptions()
    options.titleKeys = ["title"]
    options.memberKeys = ["cars"]
    let (oldCatalogue, newCatalogue) = (
      try catalogue(old.text, options: options), try catalogue(new.text, options: options)
    )
    try #require(oldCatalogue.sections.count == old.sections.count + 1)
    try #require(newCatalogue.sections.count == new.sections.count + 1)
    let found = CatalogueChanges(from: oldCatalogue, to: newCatalogue)
    #expect(found.newEntries.count == expected.new)
    #expect(found.changedEntries.count == expected.changed)
    #expect(found.goneEntryCount == expected.gone)
    #expect(found.movedEntryCount == expected.moved)
    #expect(found.newSectionCount == expected.sections.new)
    #expect(found.goneSectionCount == expected.sections.gone)
    #expect(found.renamedSectionCount == expected.sections.renamed)
    #expect(found.changedSectionCount == 0 && !found.hasRootChanged)
    #expect(found.isSameText == (old.text == new.text))
  }

  @Test(
    "whatever the lists are, what came less what went is by how much they differ",
    arguments: 1...150 as ClosedRange<UInt64>)
  func anything(_ seed: UInt64) throws {
    var random = RandomCatalogue(seed: seed)
    var rewriting = RandomRewriting(seed: seed)
    let old = try random.catalogue(40)
    let new = try rewriting.reread(old, changes: Int(seed % 12))
    let found = CatalogueChanges(from: old, to: new)
    #expect(found.newEntries.count - found.goneEntryCount == new.entryCount - old.entryCount)
    #expect(found.newEntries == found.newEntries.sorted())
    #expect(found.changedEntries == found.changedEntries.sorted())
    #expect(Set(found.newEntries).isDisjoint(with: found.changedEntries))
    let sections = (old: old.sections(in: .root).count, new: new.sections(in: 0).count)
    #expect(found.newSectionCount - found.goneSectionCount == sections.new - sections.old)
    try checkSuccessors(old, new)
    if !found.isSameText { return }
    #expect(old.entryTexts == new.entryTexts && found.goneEntryCount == 0)
  }

  private func reread(_ catalogue: Catalogue) throws -> RereadCatalogue {
    try RereadCatalogue(catalogue) {
      try Catalogue(PropertyListDocument(current: $0.document))
    }
  }

  /// Checks that each item becomes one other at most, and that entries stay what they were unless
  /// they have changed.
  private func checkSuccessors(_ old: Catalogue, _ new: Catalogue) throws {
    let found = CatalogueChanges(from: try reread(old).reading, to: new)
    var items: Set<Item> = Set(old.sections(in: .root).map { .section($0) })
    old.forEachEntry(in: .root) { items.insert(.entry($0)) }
    let (before, after) = (try reread(old), try reread(new))
    let successors = before.successors(of: items, in: after)
    #expect(Set(successors.values).count == successors.count)
    let sections = successors.keys.count { !$0.isEntry }
    let entries = successors.count - sections
    #expect(items.count { !$0.isEntry } - sections == found.goneSectionCount)
    // One that only its label tells to be the same is followed, too.
    #expect(items.count(where: \.isEntry) - entries <= found.goneEntryCount)
    let changed = Set(found.changedEntries)
    for (item, other) in successors {
      guard let entry = item.entry else { continue }
      let successor = try #require(other.entry)
      // Another field of the same entry may label it when there are other entries beside it.
      #expect(
        changed.contains(successor) || old.label(of: entry) == new.label(of: successor)
          || old.plainEntryText(entry) == new.plainEntryText(successor))
    }
    let some = items.randomElement().map { [$0] } ?? []
    #expect(
      before.successors(of: Set(some), in: after)
        == successors.filter { some.contains($0.key) })
  }

  @Test(
    "an edited catalogue is compared as it is now", arguments: 1...60 as ClosedRange<UInt64>)
  func edited(_ seed: UInt64) throws {
    var random = RandomCatalogue(seed: seed)
    let old = try random.catalogue(30)
    var edits = RandomEdits(old, seed: seed)
    for _ in 0..<8 { edits.step() }
    var text: [UInt8] = []
    old.document.forEachPiece { text.append(contentsOf: $0) }
    let new = try Catalogue(PropertyListDocument(FileBytes(text)))
    let read = try reread(old).reading
    let found = CatalogueChanges(from: read, to: new)
    #expect(found.isSameText)
    try checkSuccessors(old, new)
    #expect(found.newEntries.isEmpty && found.changedEntries.isEmpty && found.goneEntryCount == 0)
    // The same list after a comment, so that the texts differ.
    let commented = Array("<!-- x -->".utf8) + text.drop { $0 != UInt8(ascii: "\n") }
    guard let other = try? Catalogue(PropertyListDocument(FileBytes(commented))) else { return }
    let difference = CatalogueChanges(from: read, to: other)
    #expect(!difference.isSameText)
    let counts = [
      difference.newEntries.count, difference.changedEntries.count, difference.goneEntryCount,
    ]
    // With another shape, there may be different entries.
    #expect(old.entryTexts.sorted() != other.entryTexts.sorted() || counts == [0, 0, 0])
  }

  @Test("sections without titles are known by what they hold, and sections are neighbours, too")
  func nested() throws {
    func list(_ texts: String...) -> String {
      "<array>" + texts.map { "<string>\($0)</string>" }.joined() + "</array>"
    }
    func file(_ lists: String...) -> String { "<plist><array>\(lists.joined())</array></plist>" }
    let untitled = CatalogueChanges(
      from: try catalogue(file(list("a", "b"), list("c", "d"))),
      to: try catalogue(file(list("x"), list("a", "b"), list("c", "e", "d"))))
    #expect(untitled.newEntries == [0, 4] && untitled.movedEntryCount == 0)
    #expect(untitled.newSectionCount == 1 && untitled.goneSectionCount == 0)
    func state(_ title: String, _ cities: String) -> String {
      "<dict><key>state</key><string>\(title)</string><key>cities</key><array>\(cities)</array></dict>"
    }
    func city(_ title: String, _ areas: String) -> String {
      "<dict><key>city</key><string>\(title)</string><key>areas</key>\(areas)</dict>"
    }
    let deep = CatalogueChanges(
      from: try catalogue(
        file(state("A", city("1", list("a", "b")) + city("2", list("c"))), state("B", ""))),
      to: try catalogue(
        file(state("Z", city("1", list("a", "x")) + city("2", list("y"))), state("B", ""))))
    #expect(deep.changedEntries == [1, 2] && deep.newEntries == [] && deep.goneEntryCount == 0)
    #expect(deep.renamedSectionCount == 1 && deep.newSectionCount + deep.goneSectionCount == 0)
  }

  @Test(
    "all changed, all turned around, all alike")
  func large() throws {
    func file(_ texts: some Sequence<String>) -> String {
      "<plist><array>" + texts.map { "<string>\($0)</string>" }.joined() + "</array></plist>"
    }
    let numbers = (0..<20_000).map(String.init)
    let old = try catalogue(file(numbers))
    let other = CatalogueChanges(from: old, to: try catalogue(file(numbers.map { $0 + "x" })))
    #expect(other.changedEntries.count == numbers.count)
    let turned = CatalogueChanges(from: old, to: try catalogue(file(numbers.reversed())))
    #expect(turned.movedEntryCount == numbers.count - 1 && turned.newEntries.isEmpty)
    let same = try catalogue(file(numbers.map { _ in "a" }))
    let more = CatalogueChanges(
      from: same, to: try catalogue(file((0..<30_000).map { _ in "a" })))
    #expect(more.newEntries.count == 10_000 && more.goneEntryCount == 0)
  }
}

extension Catalogue {
  fileprivate var entryTexts: [String] {
    var texts: [String] = []
    forEachEntry(in: .root) { texts.append(entryText($0)) }
    return texts
  }

  /// The bytes of an entry's element without the blanks that tags may have.
  fileprivate func plainEntryText(_ entry: Entry.ID) -> String {
    entryText(entry).replacing("<string >", with: "<string>")
  }

  /// The bytes of an entry's element, and of the key that names it.
  fileprivate func entryText(_ entry: Entry.ID) -> String {
    let node = textNode(of: entry)
    let end = document.kind(of: node) == .key ? document.end(of: node) : node
    let range = document.elementStart(of: node)..<document.elementRange(of: end).upperBound
    return String(decoding: document.text(at: range), as: UTF8.self)
  }
}
