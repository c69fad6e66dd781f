import Catalogues
import SeededRandom

/// Edits a catalogue at random; some edits fail, as those of users do.
struct RandomEdits: RandomSource {
  let editor: CatalogueEditor
  private var random: RandomCatalogue
  var generator: SeededGenerator
  private var done: [CatalogueEditor.Edit] = []
  private var undone: [CatalogueEditor.Edit] = []

  private var catalogue: Catalogue { editor.catalogue }

  init(_ catalogue: Catalogue, seed: UInt64) {
    editor = CatalogueEditor(catalogue)
    random = RandomCatalogue(seed: seed)
    generator = SeededGenerator(seed: seed)
  }

  mutating func step() {
    switch below(12) {
    case 0: undo()
    case 1: redo()
    default:
      let edit = try? editor.edit { () throws(EditError) in try change() }
      if let edit {
        done.append(edit)
        undone = []
      }
    }
  }

  mutating func undo() {
    guard let edit = done.popLast() else { return }
    editor.undo(edit)
    undone.append(edit)
  }

  private mutating func redo() {
    guard let edit = undone.popLast() else { return }
    editor.redo(edit)
    done.append(edit)
  }

  private mutating func change() throws(EditError) {
    let entry = Entry.ID(rawValue: below(max(catalogue.entryCount, 1)))
    guard catalogue.entries.contains(entry), catalogue.contains(.entry(entry)) else {
      _ = try editor.insert(NewEntry(label: text()), at: .last(in: section()))
      return
    }
    switch below(12) {
    case 0, 1: _ = try editor.insert(NewEntry(label: text()), at: .after(.entry(entry)))
    case 2: try editor.delete([.entry(entry)])
    case 3: try editor.move(.entry(entry), to: .first(in: section()))
    case 4: _ = try editor.copy(.entry(entry), to: .last(in: section()))
    case 5: try editor.rename(.entry(entry), to: text())
    case 6: try editor.unset(["phone"], of: .entry(entry))
    case 7: try editor.rename(.section(section()), to: text())
    case 8:
      let section = section()
      let place = Place.first(in: catalogue.sections[section].parent)
      _ =
        below(2) == 0
        ? try editor.copy(.section(section), to: place)
        : try move(.section(section), to: place)
    case 9 where below(10) == 0: try editor.delete([.section(section())], force: true)
    default:
      let key = ["name", "phone", "k1", "k2", "more", "new"][below(6)]
      let field = FieldAssignment(key: below(5) == 0 ? "" : key, type: nil, value: text())
      try editor.set([field], of: .entry(entry))
    }
  }

  private func move(_ item: Item, to place: Place) throws(EditError) -> Item {
    try editor.move(item, to: place)
    return item
  }

  private mutating func section() -> Section.ID {
    ([.root] + catalogue.sections(in: .root)).randomElement(using: &generator) ?? .root
  }

  private mutating func text() -> String {
    random.text(1...3).filter { !"&<>;#![]".contains($0) }
  }
}
