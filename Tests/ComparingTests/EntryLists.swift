import PropertyLists
import SeededRandom

/// Lists of entries that are known by numbers that are not in the text: what becomes of each is known,
/// however alike they are.
struct EntryLists {
  struct Entry {
    let number: Int
    var fields: [String: String]
    var rows: [[String: String]]
    var tags: [String]
  }

  struct List {
    let number: Int
    var name: String
    var entries: [Entry]
  }

  enum Edit {
    case insert(list: Int, place: Int, Entry)
    case delete(Int)
    case move(Int, list: Int, place: Int)
    case set(Int, key: String, value: String)
    case setRow(Int, row: Int, value: String)
    case addRow(Int, value: String)
    case tag(Int, String)
    case addList(place: Int, List)
    case deleteList(Int)
    case rename(Int, String)
    case reverse(Int)
  }

  /// Whether lists are under keys, not in sections with a title.
  let areKeyed: Bool
  var lists: [List]

  private func find(_ entry: Int) -> (list: Int, place: Int)? {
    for (index, list) in lists.enumerated() {
      if let place = list.entries.firstIndex(where: { $0.number == entry }) {
        return (index, place)
      }
    }
    return nil
  }

  private mutating func change(_ entry: Int, _ body: (inout Entry) -> Void) {
    if let (list, place) = find(entry) { body(&lists[list].entries[place]) }
  }

  private mutating func change(list: Int, _ body: (inout List) -> Void) {
    if let index = lists.firstIndex(where: { $0.number == list }) { body(&lists[index]) }
  }

  private mutating func insert(_ entry: Entry, in list: Int, at place: Int) {
    change(list: list) { $0.entries.insert(entry, at: min(place, $0.entries.count)) }
  }

  mutating func apply(_ edit: Edit) {
    switch edit {
    case .insert(let list, let place, let entry): insert(entry, in: list, at: place)
    case .delete(let entry):
      if let (list, place) = find(entry) { lists[list].entries.remove(at: place) }
    case .move(let entry, let list, let place):
      guard lists.contains(where: { $0.number == list }), let from = find(entry) else { return }
      insert(lists[from.list].entries.remove(at: from.place), in: list, at: place)
    case .set(let entry, let key, let value): change(entry) { $0.fields[key] = value }
    case .setRow(let entry, let row, let value):
      change(entry) { if row < $0.rows.count { $0.rows[row]["b"] = value } }
    case .addRow(let entry, let value): change(entry) { $0.rows.append(["a": value, "b": "x"]) }
    case .tag(let entry, let value): change(entry) { $0.tags.append(value) }
    case .addList(let place, let list): lists.insert(list, at: min(place, lists.count))
    case .deleteList(let list): lists.removeAll { $0.number == list }
    case .rename(let list, let name): change(list: list) { $0.name = name }
    case .reverse(let list): change(list: list) { $0.entries.reverse() }
    }
  }

  func applying(_ edits: [Edit]) -> EntryLists {
    var result = self
    for edit in edits { result.apply(edit) }
    return result
  }

  /// A value of the field of each entry that nobody else has, by its number.
  var marks: [Int: String] {
    Dictionary(
      uniqueKeysWithValues: lists.flatMap(\.entries).map { ($0.number, $0.fields["mark"] ?? "") })
  }

  /// Whether an entry is there and has what it has in other lists.
  func isSame(_ entry: Int, as other: EntryLists) -> Bool {
    guard let (list, place) = find(entry), let (otherList, otherPlace) = other.find(entry)
    else { return false }
    let (one, two) = (lists[list].entries[place], other.lists[otherList].entries[otherPlace])
    return one.fields == two.fields && one.rows == two.rows && one.tags == two.tags
  }

  private static func dict(_ fields: [String: String], _ rest: String = "") -> String {
    let members = fields.sorted { $0.key < $1.key }.map {
      "<key>\($0.key)</key>\n<string>\($0.value)</string>\n"
    }
    return "<dict>\n\(members.joined())\(rest)</dict>\n"
  }

  private static func array(_ key: String, _ elements: [String]) -> String {
    elements.isEmpty ? "" : "<key>\(key)</key>\n<array>\n\(elements.joined())</array>\n"
  }

  var text: String {
    let all = lists.map { list in
      let entries = list.entries.map { entry in
        EntryLists.dict(
          entry.fields,
          EntryLists.array("rows", entry.rows.map { EntryLists.dict($0) })
            + EntryLists.array("tags", entry.tags.map { "<string>\($0)</string>\n" }))
      }
      let array = "<array>\n\(entries.joined())</array>\n"
      return areKeyed
        ? "<key>\(list.name)</key>\n" + array
        : EntryLists.dict(["heading": list.name], "<key>cars</key>\n" + array)
    }
    let (start, end) = areKeyed ? ("<dict>", "</dict>") : ("<array>", "</array>")
    return "<plist version=\"1.0\">\n\(start)\n\(all.joined())\(end)\n</plist>\n"
  }
}

/// Random lists, and what two sides do with them. Each value that a side sets is there once, begins
/// with the name of the side and ends with a dot.
struct EntryBranches: RandomSource {
  /// How much entries are like each other.
  enum Likeness: CaseIterable { case unlike, near, equal }

  var generator: SeededGenerator
  private let likeness: Likeness
  private var number = 0

  init(seed: UInt64, _ likeness: Likeness) {
    generator = SeededGenerator(seed: seed)
    self.likeness = likeness
  }

  private mutating func one<Element>(of all: [Element]) -> Element { all[below(all.count)] }

  private mutating func fresh(_ side: String) -> String {
    number += 1
    return "\(side)\(number)."
  }

  private mutating func entry(_ side: String = "base") -> EntryLists.Entry {
    number += 1
    var fields: [String: String] = [:]
    for key in ["a", "b", "c"] {
      fields[key] = likeness == .unlike ? fresh(side) : key + String(below(3))
    }
    if likeness != .equal { fields["mark"] = "\(side)mark\(number)." }
    let rows = below(4) > 0 ? [] : (0...below(2)).map { _ in ["a": fresh(side), "b": "b"] }
    let tags = below(4) > 0 ? [] : (0...below(2)).map { _ in "tag\(below(6))" }
    return EntryLists.Entry(number: number, fields: fields, rows: rows, tags: tags)
  }

  private mutating func list(_ count: Int, _ side: String = "base") -> EntryLists.List {
    number += 1
    return EntryLists.List(
      number: number, name: fresh(side), entries: (0..<count).map { _ in entry(side) })
  }

  mutating func lists() -> EntryLists {
    EntryLists(areKeyed: below(2) == 0, lists: (0..<2 + below(3)).map { _ in list(1 + below(5)) })
  }

  mutating func edits(of base: EntryLists, side: String) -> [EntryLists.Edit] {
    var model = base
    return (0...below(4)).compactMap { _ in
      let edit = edit(of: model, side)
      if let edit { model.apply(edit) }
      return edit
    }
  }

  private mutating func edit(of model: EntryLists, _ side: String) -> EntryLists.Edit? {
    if model.lists.isEmpty { return .addList(place: 0, list(1, side)) }
    let target = one(of: model.lists)
    let entries = model.lists.flatMap(\.entries)
    let entry = entries.isEmpty ? nil : one(of: entries)
    let place = below(target.entries.count + 1)
    switch (below(14), entry) {
    case (0, _): return .deleteList(target.number)
    case (1, _): return .rename(target.number, fresh(side))
    case (2, _): return .addList(place: below(model.lists.count + 1), list(below(3), side))
    case (3, _): return .insert(list: target.number, place: place, self.entry(side))
    case (4...5, let entry?): return .move(entry.number, list: target.number, place: place)
    case (6, let entry?): return .delete(entry.number)
    case (7, let entry?): return .tag(entry.number, fresh(side))
    case (8, let entry?):
      return entry.rows.isEmpty || below(2) == 0
        ? .addRow(entry.number, value: fresh(side))
        : .setRow(entry.number, row: below(entry.rows.count), value: fresh(side))
    case (9, _): return .reverse(target.number)
    case (_, let entry?):
      return .set(entry.number, key: one(of: ["a", "b", "c", "d"]), value: fresh(side))
    case (_, nil): return nil
    }
  }
}
