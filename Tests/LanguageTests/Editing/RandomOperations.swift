import Catalogues
import Forms
import Outlines
import Searching
import SeededRandom

@testable import Editing
@testable import Language

/// Operations on the current state of a session; some of them are impossible.
struct RandomOperations {
  private let editing: EditingSession
  private var random: SeededGenerator

  init(_ editing: EditingSession, seed: UInt64) {
    self.editing = editing
    random = SeededGenerator(seed: seed)
  }

  mutating func index(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  /// An operation; `nil` if there is nothing that this kind of operation is about.
  mutating func next() -> Operation? {
    guard let entry = entry() else {
      return chance() ? byLetter() : .insert(newEntry(), at: Destination(.section(.root)))
    }
    switch index(24) {
    case 0, 1, 2: return .insert(newEntry(), at: destination())
    case 3: return .delete(entries())
    case 4, 5, 6: return .move(entries(), to: destination())
    case 7:
      return chance() ? .copy(entries(), to: destination()) : .unite(entries() + entries())
    case 8, 9: return .set(fields(), of: item())
    case 10: return .unset([["name", "phone", "year", "a key"][index(4)]], of: item())
    case 11: return .rename(item(), to: text())
    case 12, 13:
      let item = Item.entry(entry)
      let text = ["on", "1990-02-03", "7.5", "Ada 1  2", "", "Daily"][index(6)]
      return .fill(item, with: text, editing.operations.dateStyle(at: item))
    case 14:
      let item = Item.entry(entry)
      return .choose(
        [nil, nil, "Weekly"][index(3)], at: item, editing.operations.dateStyle(at: item))
    case 15:
      // Where no rows expand, the command is about sections.
      guard let form = editing.form, !form.disclosableRows.isEmpty else { return nil }
      let disclosure = [Disclosure.expand, .collapse, .toggle, .accordion][index(4)]
      return chance() && disclosure != .accordion
        ? .disclose(.all, disclosure) : .disclose(.rows(entries().compactMap(\.entry)), disclosure)
    case 16: return .fix([.safe, .all][index(2)], in: chance() ? nil : editing.locale)
    case 17: return byLetter()
    case 18:
      let replacement = TextReplacement(
        ["a", "new", "e", "-", "1"][index(5)], by: text(), ignoresCase: chance())
      return .replace(replacement, in: chance() ? [] : ["name", "phone"])
    default: return sectionOperation()
    }
  }

  private mutating func byLetter() -> Operation {
    .insertByLetter(
      label: text(), fields: fields().filter { !$0.key.isEmpty }, editing.locale)
  }

  private mutating func sectionOperation() -> Operation {
    let (section, other) = (section(), section())
    switch index(9) {
    case 0, 1:
      let placement = Placement.allCases[index(Placement.allCases.count)]
      return .insertSection(text(), at: Destination(.section(section), placement))
    case 2: return .deleteSections([section], isForced: chance())
    case 3:
      let placement = [nil, Placement.before, .after, .first, .last][index(5)]
      return .moveSection(section, to: Destination(.section(other), placement))
    case 4: return .renameSection(section, to: text())
    case 5: return .sort(.sections, FilingOrder(editing.locale))
    case 6:
      let part: SortedPart = chance() ? .entriesOfAllSections : .entries(of: [section, other])
      return .sort(part, FilingOrder(editing.locale, by: [nil, "name"][index(2)]))
    case 7:
      let placement = [nil, Placement.before, .after, .first, .last][index(5)]
      return .copySection(section, to: Destination(.section(other), placement))
    default:
      let keys = SectionKeys(
        title: ["title", "T 1"][index(2)], entries: ["items", "rows"][index(2)])
      return .build(
        FilingOrder(editing.locale, by: [nil, "name"][index(2)]), keys, isForced: chance())
    }
  }

  // MARK: Parts

  private mutating func chance() -> Bool { index(2) == 0 }

  private mutating func entry() -> Entry.ID? {
    var entries: [Entry.ID] = []
    editing.catalogue.forEachEntry(in: .root) { entries.append($0) }
    return entries.randomElement(using: &random)
  }

  private mutating func entries() -> [Item] {
    (0...index(2)).compactMap { _ in entry().map { .entry($0) } }
  }

  private mutating func section() -> Section.ID {
    let sections = editing.catalogue.sections(in: .root)
    return index(10) == 0 ? .root : sections.randomElement(using: &random) ?? .root
  }

  private mutating func item() -> Item {
    guard index(4) > 0, let entry = entry() else { return .section(section()) }
    return .entry(entry)
  }

  private mutating func destination() -> Destination {
    Destination(item(), ([nil] + Placement.allCases)[index(Placement.allCases.count + 1)])
  }

  private mutating func newEntry() -> NewEntry {
    switch index(3) {
    case 0: NewEntry(label: text())
    case 1: NewEntry(label: text(), fields: fields().filter { !$0.key.isEmpty })
    default: NewEntry(fields: fields())
    }
  }

  private mutating func fields() -> [FieldAssignment] {
    if index(4) == 0 { return [FieldAssignment(key: "", type: nil, value: text())] }
    let keys = ["name", "year", "phone", "a key", "x=y:z", "to"].shuffled(using: &random)
    return keys.prefix(1 + index(2)).map { key in
      let type = [nil, nil, FieldType.string, .integer, .boolean, .xml][index(6)]
      return FieldAssignment(key: key, type: type, value: chance() ? "\(index(90))" : text())
    }
  }

  private mutating func text() -> String {
    let texts = [
      "new", "Ä <b> & 'c'", "中文", "a\nb", "", "to", "all", "12", ".", "-x", "#1", "a/b", "a\\b",
      "e\u{301}", " lead", "a=b", "\u{7}", "one", "\"q\"", "apple", "A",
    ]
    return texts[index(texts.count)] + (chance() ? String(index(3)) : "")
  }
}
