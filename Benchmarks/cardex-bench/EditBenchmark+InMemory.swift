import Catalogues
import Platform
import PropertyLists
import Storage

/// Edits and saves in one process, without reading the file each time.
extension EditBenchmark {
  static func printInMemory(_ generator: Generator) {
    let source = TemporaryFile(generator.write)
    let copy = TemporaryFile { _ in }
    var file = CatalogueFile(path: FilePath(source.path))
    guard let catalogue = try? file.read() else { fail("\(source.path) could not be read") }
    print("## \(generator.entries) entries in memory\n")
    print("| edit | µs | its undo, µs |")
    print("|---|---|---|")
    let editor = CatalogueEditor(catalogue)
    for kind in Kind.allCases {
      let (edit, undo) = medians(of: kind, editor)
      Results.note("edit \(generator.entries), in memory", kind.rawValue, seconds: edit)
      print("| \(kind.rawValue) | \(rounded(edit * 1e6, 1)) | \(rounded(undo * 1e6, 1)) |")
    }
    let lookup = missingAddress(catalogue)
    Results.note("edit \(generator.entries), in memory", "no such section", seconds: lookup)
    print("| look up an address whose section does not exist | \(rounded(lookup * 1e6, 1)) | |")
    Goals.note(
      "\(generator.entries): an address whose section does not exist", lookup * 1000, "ms",
      .atMost(20))
    print("\n| after one edit | ms | copy and fsync = 1 |\n|---|---|---|")
    let (save, yardstick) = saves(&file, editor, source: source.path, copy: copy.path)
    Results.note("edit \(generator.entries), in memory", "save", seconds: save)
    print("| save | \(rounded(save * 1000, 1)) | \(rounded(save / yardstick, 2)) |")
    print("| copy and fsync | \(rounded(yardstick * 1000, 1)) | 1 |\n")
  }

  private enum Kind: String, CaseIterable {
    case set = "set a field"
    case insert = "insert an entry"
    case delete = "delete an entry"
    case move = "move an entry to the next section"
  }

  private static func medians(
    of kind: Kind, _ editor: CatalogueEditor
  ) -> (edit: Double, undo: Double) {
    var edits: [Double] = []
    var undos: [Double] = []
    let sections = Array(editor.catalogue.root.sections)
    for turn in 0..<1001 {
      // Spread over the catalogue.
      let section = sections[turn * 617 % sections.count]
      let next = sections[(turn * 617 + 1) % sections.count]
      let whole = editor.catalogue.sections[section]
      let item = whole.item(at: turn * 31 % whole.itemCount)
      let start = MonotonicClock.now
      let edit = try? editor.edit { () throws(EditError) in
        switch kind {
        case .set:
          try editor.set(
            [FieldAssignment(key: "phoneNum", type: nil, value: "+1 555 \(turn)")], of: item)
        case .insert: _ = try editor.insert(NewEntry(label: "Name \(turn)"), at: .after(item))
        case .delete: try editor.delete([item])
        case .move: try editor.move(item, to: .last(in: next))
        }
      }
      let middle = MonotonicClock.now
      guard let edit else { fail("an edit failed") }
      editor.undo(edit)
      edits.append(middle - start)
      undos.append(MonotonicClock.now - middle)
    }
    return (median(edits), median(undos))
  }

  /// The seconds that it takes to find that an address does not exist, and to suggest similar ones.
  private static func missingAddress(_ catalogue: Catalogue) -> Double {
    let times = (0..<9).map { turn in
      // Like a command, this makes a new address book, which knows no addresses that were looked up
      // before.
      let book = AddressBook(catalogue)
      let start = MonotonicClock.now
      let item = try? book.item(at: "Missing \(turn)/x")
      guard item == nil else { fail("an address leads to an item") }
      return MonotonicClock.now - start
    }
    return median(times)
  }

  private static func saves(
    _ file: inout CatalogueFile, _ editor: CatalogueEditor, source: String, copy: String
  ) -> (save: Double, copy: Double) {
    var saves: [Double] = []
    var copies: [Double] = []
    let item = editor.catalogue.sections[
      editor.catalogue.root.sections.first { _ in true } ?? .root
    ]
    .item(at: 0)
    sync()
    for turn in 0..<9 {
      _ = try? editor.edit { () throws(EditError) in try editor.rename(item, to: "Name \(turn)") }
      var start = MonotonicClock.now
      guard (try? file.save(editor.catalogue)) != nil else { fail("saving failed") }
      saves.append(MonotonicClock.now - start)
      start = MonotonicClock.now
      guard FileCopy.make(of: source, at: copy) else { fail("copying failed") }
      copies.append(MonotonicClock.now - start)
    }
    return (median(saves), median(copies))
  }

  private static func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }
}
