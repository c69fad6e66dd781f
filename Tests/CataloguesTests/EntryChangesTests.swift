import PropertyLists
import SeededRandom
import TestHelpers
import Testing

@testable import Catalogues

@Suite("Changes of entries that are noted, and their order")
struct EntryChangesTests {
  @Test(
    "no entry has another text than before unless it was noted with the node that it had",
    arguments: EditedList.all, 1...3 as ClosedRange<UInt64>)
  func completeness(_ list: EditedList, seed: UInt64) throws {
    let catalogue = try Catalogue(
      PropertyListDocument(FileBytes(Array(list.text.utf8))), options: list.options)
    _ = catalogue.takeEntryChanges()
    var walk = EditWalk(catalogue, seed: seed)
    for step in 0..<60 {
      let entries = catalogue.entries
      let before = entries.map { catalogue.allText(of: $0) }
      let nodes = entries.map { catalogue.textNode(of: $0) }
      let name = try walk.step()
      let log = catalogue.takeEntryChanges()
      #expect(!log.isIncomplete)
      var oldNodes: [Entry.ID: NodeIndex] = [:]
      for change in log.changes where oldNodes[change.entry] == nil {
        oldNodes[change.entry] = change.oldNode
      }
      for (entry, node) in zip(entries, nodes) {
        if let oldNode = oldNodes[entry] {
          #expect(oldNode == node, "step \(step): \(name)")
        } else {
          #expect(catalogue.textNode(of: entry) == node, "step \(step): \(name)")
        }
        if catalogue.textNode(of: entry) == node {
          #expect(catalogue.allText(of: entry) == before[entry.rawValue], "step \(step): \(name)")
        }
      }
    }
    let entries = catalogue.entries
    let before = entries.map { catalogue.textNode(of: $0) }
    walk.undoAll()
    let changed = Set(catalogue.takeEntryChanges().changes.map(\.entry))
    for (entry, node) in zip(entries, before) where catalogue.textNode(of: entry) != node {
      #expect(changed.contains(entry))
    }
  }

  @Test("nothing is noted for nobody, and nothing twice")
  func draining() throws {
    let catalogue = try Catalogue(["a", "b"])
    let editor = CatalogueEditor(catalogue)
    _ = try editor.edit { () throws(EditError) in try editor.rename(.entry(0), to: "c") }
    #expect(catalogue.takeEntryChanges().changes.isEmpty)
    let edit = try editor.edit { () throws(EditError) in try editor.rename(.entry(1), to: "d") }
    #expect(catalogue.takeEntryChanges().changes.map(\.entry) == [1])
    #expect(catalogue.takeEntryChanges().changes.isEmpty)
    editor.undo(try #require(edit))
    #expect(catalogue.takeEntryChanges().changes.map(\.entry) == [1])
  }

  @Test("more changes than are worth noting are not noted")
  func overflow() {
    var changes = EntryChanges()
    for entry in 0..<(1 << 16) { changes.note(Entry.ID(rawValue: entry), was: 0, limit: 3) }
    #expect(changes.changes.count == 1 << 16)
    #expect(!changes.isIncomplete)
    changes.note(0, was: 0, limit: 3)
    #expect(changes.changes.isEmpty)
    #expect(changes.isIncomplete)
  }

  @Test(
    "some entries are brought into the order of the outline, without those that were deleted",
    arguments: EditedList.all, 1...3 as ClosedRange<UInt64>)
  func order(_ list: EditedList, seed: UInt64) throws {
    let catalogue = try Catalogue(
      PropertyListDocument(FileBytes(Array(list.text.utf8))), options: list.options)
    #expect(catalogue.liveEntries == Array(catalogue.entries))
    var walk = EditWalk(catalogue, seed: seed)
    var random = SeededGenerator(seed: seed)
    for step in 0..<60 {
      let name = try walk.step()
      let some = catalogue.entries.filter { _ in Bool.random(using: &random) }
      let expected = catalogue.liveEntries.filter(Set(some).contains)
      #expect(catalogue.inOutline(some) == expected, "step \(step): \(name)")
    }
    #expect(catalogue.inOutline([]) == [])
  }
}

extension Catalogue {
  /// All text that a search could examine.
  fileprivate func allText(of entry: Entry.ID) -> [String] {
    func texts(in value: NodeIndex) -> [String] {
      switch document.kind(of: value) {
      case .array: document.elements(of: value).flatMap(texts)
      case .dict:
        document.members(of: value).flatMap { [document.text(of: $0.key)] + texts(in: $0.value) }
      case let kind: ["\(kind)", document.text(of: value)]
      }
    }
    return [label(of: entry), detail(of: entry) ?? "-"]
      + [key(of: entry).map(document.text) ?? "-"] + texts(in: value(of: entry))
  }
}
