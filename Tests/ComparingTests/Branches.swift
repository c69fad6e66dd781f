import PropertyLists
import SeededRandom

/// A catalogue whose entries and sections are known by numbers, whatever becomes of them: what a
/// merge is held against.
struct Model: Equatable {
  struct Entry: Equatable {
    let number: Int
    var fields: [String: String]
  }

  struct Section: Equatable {
    let number: Int
    var title: String
    var entries: [Entry]
  }

  var sections: [Section]

  /// What a branch does.
  enum Edit {
    case insertEntry(section: Int, after: Int?, Entry)
    case deleteEntry(Int)
    case moveEntry(Int, section: Int, after: Int?)
    case setField(Int, key: String, value: String)
    case unsetField(Int, key: String)
    case sort(section: Int)
    case insertSection(after: Int?, Section)
    case deleteSection(Int)
    case retitle(Int, String)
  }

  private func place(of entry: Int) -> (section: Int, entry: Int)? {
    for (index, section) in sections.enumerated() {
      if let place = section.entries.firstIndex(where: { $0.number == entry }) {
        return (index, place)
      }
    }
    return nil
  }

  private func index(of section: Int) -> Int? { sections.firstIndex { $0.number == section } }

  private mutating func insert(_ entry: Entry, in section: Int, after: Int?) {
    guard let index = index(of: section) else { return }
    let place = after.flatMap { after in
      sections[index].entries.firstIndex { $0.number == after }.map { $0 + 1 }
    }
    sections[index].entries.insert(entry, at: place ?? 0)
  }

  mutating func apply(_ edit: Edit) {
    switch edit {
    case .insertEntry(let section, let after, let entry): insert(entry, in: section, after: after)
    case .deleteEntry(let entry):
      if let place = place(of: entry) { sections[place.section].entries.remove(at: place.entry) }
    case .moveEntry(let entry, let section, let after):
      guard index(of: section) != nil, let place = place(of: entry) else { return }
      insert(sections[place.section].entries.remove(at: place.entry), in: section, after: after)
    case .setField(let entry, let key, let value):
      guard let place = place(of: entry) else { return }
      sections[place.section].entries[place.entry].fields[key] = value
    case .unsetField(let entry, let key):
      guard let place = place(of: entry) else { return }
      sections[place.section].entries[place.entry].fields[key] = nil
    case .sort(let section):
      guard let index = index(of: section) else { return }
      sections[index].entries.sort { $0.fields["name"] ?? "" < $1.fields["name"] ?? "" }
    case .insertSection(let after, let section):
      sections.insert(section, at: after.flatMap { index(of: $0).map { $0 + 1 } } ?? 0)
    case .deleteSection(let section):
      if let index = index(of: section) { sections.remove(at: index) }
    case .retitle(let section, let title):
      if let index = index(of: section) { sections[index].title = title }
    }
  }

  /// What there may be in a merge without conflicts: what both sides did, in either order.
  ///
  /// That one side has only put an entry elsewhere in its section does not keep the other one from
  /// moving it to another one. What one side has moved and changed, and the other has deleted, may be
  /// taken for something new, which stays.
  func contents(ofMerged ours: [Edit], _ theirs: [Edit]) -> [[String]] {
    let (ours, theirs) = (withoutReordering(ours), withoutReordering(theirs))
    let (ownKept, otherKept) = (
      ours.keeping(rewrittenBy: theirs), theirs.keeping(rewrittenBy: ours)
    )
    let (own, other) = (withoutVain(ours), withoutVain(theirs))
    return [
      ours + theirs, theirs + ours, ownKept + otherKept, otherKept + ownKept, own + other,
      other + own,
    ].map { applying($0).content }
  }

  /// Without changes of entries that are gone in the end: the other side may have them without these.
  private func withoutVain(_ edits: [Edit]) -> [Edit] {
    let result = applying(edits)
    return edits.filter { edit in
      switch edit {
      case .setField(let entry, _, _), .unsetField(let entry, _): result.place(of: entry) != nil
      default: true
      }
    }
  }

  private func withoutReordering(_ edits: [Edit]) -> [Edit] {
    let result = applying(edits)
    return edits.filter { edit in
      guard case .moveEntry(let entry, _, _) = edit, let before = section(of: entry, in: self)
      else { return true }
      return before != section(of: entry, in: result)
    }
  }

  private func section(of entry: Int, in model: Model) -> Int? {
    model.place(of: entry).map { model.sections[$0.section].number }
  }

  func applying(_ edits: [Edit]) -> Model {
    var model = self
    for edit in edits { model.apply(edit) }
    return model
  }

  // MARK: Text

  /// - Parameter indentation: What one level is indented by.
  func text(indentedBy indentation: String = "\t") -> String {
    func line(_ depth: Int, _ text: String) -> String {
      String(repeating: indentation, count: depth) + text + "\n"
    }
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n<array>\n"
    for section in sections {
      text += line(1, "<dict>") + line(2, "<key>title</key>")
      text += line(2, "<string>\(section.title)</string>")
      text += line(2, "<key>items</key>") + line(2, "<array>")
      for entry in section.entries {
        text += line(3, "<dict>")
        for (key, value) in entry.fields.sorted(by: { $0.key < $1.key }) {
          text += line(4, "<key>\(key)</key>") + line(4, "<string>\(value)</string>")
        }
        text += line(3, "</dict>")
      }
      text += line(2, "</array>") + line(1, "</dict>")
    }
    return text + "</array>\n</plist>\n"
  }

  /// What it holds, in any order.
  var content: [String] {
    sections.map { section in
      let entries = section.entries.map { entry in
        entry.fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(
          separator: ",")
      }
      return section.title + ": " + entries.sorted().joined(separator: "; ")
    }.sorted()
  }
}

extension Model {
  /// The names that each entry has in some models, by its number.
  static func names(of models: [Model]) -> [Int: Set<String>] {
    var names: [Int: Set<String>] = [:]
    for entry in models.flatMap(\.sections).flatMap(\.entries) {
      names[entry.number, default: []].insert(entry.fields["name"] ?? "")
    }
    return names
  }

  /// The names of the entries in the content of a section.
  static func names(in section: String) -> [String] {
    section.matches(of: #/name=([a-z]*)/#).map { String($0.1) }
  }
}

extension PropertyListDocument {
  /// What a model that was written has in it.
  var content: [String] {
    elements(of: root).map { section in
      guard let title = value(of: "title", in: section).flatMap(scalar),
        let items = value(of: "items", in: section)
      else { return "not a section" }
      let entries = elements(of: items).map { entry in
        members(of: entry).map { (text(of: $0.key), scalar($0.value).map(text) ?? "?") }
          .sorted { $0.0 < $1.0 }.map { "\($0.0)=\($0.1)" }.joined(separator: ",")
      }
      return text(of: title) + ": " + entries.sorted().joined(separator: "; ")
    }.sorted()
  }
}

/// Random models, and what two sides do with them.
struct RandomBranches: RandomSource {
  var generator: SeededGenerator
  private var number = 0

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private mutating func one<Element>(of all: [Element]) -> Element { all[below(all.count)] }

  private mutating func word() -> String {
    String((0..<6).map { _ in Character(Unicode.Scalar(UInt8(97 + below(26)))) })
  }

  mutating func entry() -> Model.Entry {
    number += 1
    return Model.Entry(
      number: number,
      fields: [
        "name": word(), "founded": String(1850 + below(170)),
        "country": one(of: ["CN", "DE", "JP"]),
        "note": word(),
      ])
  }

  mutating func section(_ count: Int) -> Model.Section {
    number += 1
    return Model.Section(number: number, title: word(), entries: (0..<count).map { _ in entry() })
  }

  mutating func model() -> Model {
    Model(sections: (0..<2 + below(4)).map { _ in section(1 + below(6)) })
  }

  enum Kind: String, CaseIterable {
    case insert, delete, move, change, rename, sort, sections
  }

  /// Edits of one side.
  mutating func edits(of base: Model, kinds: [Kind], count: Int) -> [Model.Edit] {
    var model = base
    return (0..<count).compactMap { _ in
      let edit = edit(of: model, one(of: kinds))
      if let edit { model.apply(edit) }
      return edit
    }
  }

  private mutating func edit(of model: Model, _ kind: Kind) -> Model.Edit? {
    let section = model.sections.isEmpty ? nil : one(of: model.sections)
    let entries = model.sections.flatMap(\.entries)
    let entry = entries.isEmpty ? nil : one(of: entries)
    let target = section.flatMap { section in
      below(3) == 0 || section.entries.isEmpty ? nil : one(of: section.entries).number
    }
    switch kind {
    case .insert:
      return section.map { .insertEntry(section: $0.number, after: target, self.entry()) }
    case .delete: return entry.map { .deleteEntry($0.number) }
    case .move:
      guard let section, let entry else { return nil }
      return .moveEntry(
        entry.number, section: section.number, after: target == entry.number ? nil : target)
    case .change:
      guard let entry else { return nil }
      let key = one(of: ["founded", "country", "note", "phone"])
      return below(5) == 0
        ? .unsetField(entry.number, key: key)
        : .setField(entry.number, key: key, value: self.word())
    case .rename: return entry.map { .setField($0.number, key: "name", value: self.word()) }
    case .sort: return section.map { .sort(section: $0.number) }
    case .sections:
      switch below(3) {
      case 0: return .insertSection(after: section?.number, self.section(1 + below(3)))
      case 1: return section.map { .deleteSection($0.number) }
      default: return section.map { .retitle($0.number, self.word()) }
      }
    }
  }
}

extension [Model.Edit] {
  /// Without the deletions of entries that others move and change.
  fileprivate func keeping(rewrittenBy others: [Model.Edit]) -> [Model.Edit] {
    let (moved, changed) = others.reduce(into: (Set<Int>(), Set<Int>())) { result, edit in
      switch edit {
      case .moveEntry(let entry, _, _): result.0.insert(entry)
      case .setField(let entry, _, _), .unsetField(let entry, _): result.1.insert(entry)
      default: break
      }
    }
    return filter { edit in
      guard case .deleteEntry(let entry) = edit else { return true }
      return !moved.contains(entry) || !changed.contains(entry)
    }
  }
}
