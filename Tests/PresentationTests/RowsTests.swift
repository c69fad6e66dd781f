import Catalogues
import Comparing
import Forms
import ICUText
import Platform
import PropertyLists
import Searching
import SeededRandom
import Storage
import TestHelpers
import Testing

@testable import Presentation

@Suite("Rows against a model that walks through everything")
struct RowsTests {
  private static let seeds: ClosedRange<UInt64> =
    1...Rounds.of(60)

  /// Rows of a random catalogue, and random changes of them.
  private final class Trial {
    var random: RandomOutline
    private(set) var catalogue: Catalogue
    private var editor: CatalogueEditor
    let rows: Rows
    private var undoable: [CatalogueEditor.Edit] = []
    /// What the items before the last change have become, if the file was read again.
    private var successors: [Item: Item]?

    init(seed: UInt64) throws {
      random = RandomOutline(seed: seed)
      let kinds = [
        { (random: inout RandomOutline) in random.outline() }, { $0.flat() }, { $0.form() },
        { $0.expandableForm() }, { _ in Trial.repeatedTitles },
      ]
      let text = kinds[random.below(kinds.count)](&random)
      catalogue = try Catalogue(PropertyListDocument(FileBytes(text)))
      editor = CatalogueEditor(catalogue)
      rows = Rows(Sectioning(catalogue))
    }

    /// Sections with one title, and without any.
    private static let repeatedTitles = Array(
      """
      <plist><array>
        <dict><key>title</key><string>A</string><key>items</key><array><string>a</string>
          <string>a</string></array></dict>
        <dict><key>title</key><string>A</string><key>items</key><array/></dict>
        <dict><key>title</key><string></string><key>items</key><array><string></string></array>
        </dict>
        <dict><key>items</key><array><string>b</string></array></dict>
      </array></plist>
      """.utf8)

    var model: RowsModel { RowsModel(sectioning: rows.sectioning, state: rows.state) }

    /// What is shown of each row.
    var contents: [Row.ID: Row] {
      let form = Form(catalogue, language: .iso)
      let book = AddressBook(catalogue)
      let builder = RowBuilder(
        rows.sectioning, contents: EntryContents(catalogue, form: form, book: book, fileName: "f"),
        form: form)
      return Dictionary(
        uniqueKeysWithValues: model.rows.map {
          ($0.id, rows.row(at: rows.index(of: $0.id) ?? -1, by: builder))
        })
    }

    private var items: [Item] {
      var items: [Item] = catalogue.sections(in: .root).map { .section($0) }
      catalogue.forEachEntry(in: .root) { items.append(.entry($0)) }
      return items
    }

    private func item() -> Item? {
      let items = items
      return items.isEmpty ? nil : items[random.below(items.count)]
    }

    /// Changes something.
    func change() throws -> RowChanges {
      successors = nil
      if random.below(12) == 0 { return try refresh() }
      let headings = rows.sectioning.headings
      let heading = headings.isEmpty ? nil : headings[random.below(headings.count)]
      let disclosures: [Disclosure] = [.expand, .collapse, .toggle, .toggle, .accordion]
      let disclosure = disclosures[random.below(disclosures.count)]
      switch random.below(10) {
      case 0, 1, 2: return heading.map { rows.apply(disclosure, to: $0) } ?? RowChanges()
      case 3: return rows.applyToAll(disclosure)
      case 4: return item().map { rows.reveal($0).changes } ?? RowChanges()
      case 5: return rows.show(sectioning())
      case 6:
        rows.setAccordion(random.below(2) == 0)
        return RowChanges()
      case 7:
        guard let edit = undoable.popLast() else { return RowChanges() }
        return rows.changes(of: edit.items) {
          editor.undo(edit)
          regroup()
        }
      default:
        // What will have changed is not known before; an edit that is made, undone and redone
        // tells.
        guard let edit = try? editor.edit({ () throws(EditError) in try makeEdit() }) else {
          return RowChanges()
        }
        editor.undo(edit)
        undoable.append(edit)
        return rows.changes(of: edit.items) {
          editor.redo(edit)
          regroup()
        }
      }
    }

    private func makeEdit() throws(EditError) {
      guard let one = item(), let other = item() else { return }
      let places: [Place] = [.before(other), .after(other), .last(in: catalogue.parent(of: other))]
      let place = places[random.below(places.count)]
      switch random.below(6) {
      case 0:
        _ = try editor.insert(NewEntry(label: "new \(random.below(99))", fields: []), at: place)
      case 1: try editor.delete([one], force: true)
      case 2: try editor.move(one, to: place)
      case 3: _ = try editor.copy(one, to: place)
      case 4: _ = try editor.insertSection("section", at: place)
      default: try editor.rename(one, to: "name \(random.below(99))")
      }
    }

    /// The file's sections, letters, or some entries under their sections.
    private func sectioning() -> Sectioning {
      switch random.below(3) {
      case 0: return Sectioning(catalogue)
      case 1:
        let share = [2, 20][random.below(2)]
        var chosen: Set<Entry.ID> = []
        catalogue.forEachEntry(in: .root) { if random.below(share) == 0 { chosen.insert($0) } }
        return grouped(chosen)
      default: return lettered
      }
    }

    private var lettered: Sectioning {
      Sectioning(
        catalogue, letters: EntryFiling(NameFiling(.english)).listing(of: catalogue) { _, _ in })
    }

    private func grouped(_ chosen: Set<Entry.ID>) -> Sectioning {
      var groups: [(heading: Heading, entries: [Entry.ID])] = []
      for section in [.root] + catalogue.sections(in: .root) {
        let entries = catalogue.sections[section].items.compactMap(\.entry).filter(chosen.contains)
        if !entries.isEmpty { groups.append((.section(section), entries)) }
      }
      return Sectioning(catalogue, groups: groups)
    }

    /// The catalogue as it is now, divided as another one is; of entries in groups those that have
    /// become of the ones there.
    private func dividedAgain(
      like old: Sectioning, _ successor: (Entry.ID) -> Entry.ID?
    ) -> Sectioning {
      if old.isOwn { return Sectioning(catalogue) }
      if old.letters != nil { return lettered }
      return grouped(Set(old.headings.flatMap(old.entries).compactMap(successor)))
    }

    /// Groups the entries as they are after an edit, if they are grouped.
    private func regroup() {
      if !rows.sectioning.isOwn { rows.show(dividedAgain(like: rows.sectioning) { $0 }) }
    }

    // MARK: Reading the file again

    /// Reads the file again after others have changed it.
    private func refresh() throws -> RowChanges {
      let (old, state) = (catalogue, rows.state)
      try reread()
      for _ in 0..<random.below(4) {
        _ = try? editor.edit { () throws(EditError) in try makeEdit() }
      }
      try reread()
      undoable = []
      var items: Set<Item> = [.section(.root)]
      items.formUnion(old.sections(in: .root).map { .section($0) })
      old.forEachEntry(in: .root) { items.insert(.entry($0)) }
      let before = try RereadCatalogue(old) {
        try Catalogue(PropertyListDocument(current: $0.document))
      }
      let successors = before.successors(of: items, in: RereadCatalogue(catalogue) { $0 })
      self.successors = successors
      let changes = rows.refresh(
        dividedAgain(like: rows.sectioning) { successors[.entry($0)]?.entry },
        successors: successors)
      let closed = state.closed.compactMap { successor(of: .heading($0)) }
      #expect(Set(rows.state.closed.map { .heading($0) }) == Set(closed))
      #expect(rows.state.isAccordion == state.isAccordion)
      return changes
    }

    private func reread() throws {
      var text: [UInt8] = []
      catalogue.document.forEachPiece { text.append(contentsOf: $0) }
      catalogue = try Catalogue(PropertyListDocument(FileBytes(text)))
      editor = CatalogueEditor(catalogue)
    }

    /// What a row before the last change is now about; `nil` if that is gone.
    func successor(of row: Row.ID) -> Row.ID? {
      guard let successors else { return row }
      func heading(_ old: Heading) -> Heading? {
        guard let section = old.section else { return old }
        guard case .section(let new)? = successors[.section(section)] else { return nil }
        return .section(new)
      }
      switch row {
      case .entry(let entry): return successors[.entry(entry)]?.entry.map { .entry($0) }
      case .heading(let old): return heading(old).map { .heading($0) }
      case .footer(let old): return heading(old).map { .footer(of: $0) }
      }
    }
  }

  @Test(
    "after any changes, rows are where they are found, and the changes lead there",
    arguments: seeds)
  func walk(_ seed: UInt64) throws {
    let trial = try Trial(seed: seed)
    for _ in 0..<30 {
      let rows = trial.model.rows.map(\.id)
      let looks = trial.contents
      let changes = try trial.change()
      let before = (
        ids: rows.map(trial.successor),
        contents: Dictionary(
          uniqueKeysWithValues: looks.compactMap { id, row in
            trial.successor(of: id).map { ($0, row) }
          })
      )
      let model = trial.model.rows
      let ids = model.map(\.id)
      #expect(trial.rows.count == ids.count)
      #expect(ids.indices.map { trial.rows.id(at: $0) } == ids)
      #expect(ids.map { trial.rows.index(of: $0) } == ids.indices.map { $0 })
      for hidden in Set(before.ids.compactMap(\.self)).subtracting(ids) {
        #expect(trial.rows.index(of: hidden) == nil)
      }
      let start = ids.isEmpty ? 0 : trial.random.below(ids.count)
      let runs = trial.rows.runs(in: start...).flatMap(\.rows)
      #expect(runs.map(\.id) == Array(ids[start...]))
      #expect(runs.map(\.depth) == model[start...].map(\.depth))
      #expect(changes.applied(to: before.ids, now: ids) == ids)
      let stayed = Set(ids)
      #expect(
        Set(changes.deleted.joined())
          == Set(before.ids.indices.filter { before.ids[$0].map(stayed.contains) != true }))
      #expect(
        Set(changes.inserted.joined().map { ids[$0] }) == stayed.subtracting(before.contents.keys))
      let reloaded = Set(changes.reloaded.joined().map { ids[$0] })
      let contents = trial.contents
      for id in ids where before.contents[id] != nil && before.contents[id] != contents[id] {
        // A row without a name is shown by its position.
        #expect(reloaded.contains(id) || contents[id]?.label.value.hasPrefix("#") == true)
      }
    }
  }

  @Test(
    "under any heading, rows are those of the model, and so is any part of them", arguments: seeds)
  func parts(_ seed: UInt64) throws {
    var random = RandomOutline(seed: seed)
    let catalogue = try Catalogue(PropertyListDocument(FileBytes(random.outline())))
    let sectioning = Sectioning(catalogue)
    var state = OutlineState()
    for heading in sectioning.headings where random.below(3) == 0 { state.close(heading) }
    for top in [.top] + sectioning.headings {
      let rows = Rows(sectioning, state: state, under: top)
      let model = RowsModel(sectioning: sectioning, state: state, top: top).rows
      #expect(rows.count == model.count)
      #expect(model.indices.map { rows.id(at: $0) } == model.map(\.id))
      #expect(model.map { rows.index(of: $0.id) } == model.indices.map { $0 })
      let start = random.below(model.count + 1)
      let end = start + random.below(model.count + 1 - start)
      let part = rows.runs(in: start..<end).flatMap(\.rows)
      #expect(part.map(\.id) == model[start..<end].map(\.id))
      #expect(part.map(\.depth) == model[start..<end].map(\.depth))
    }
  }

  @Test("the rows of a section that is deleted are gone")
  func deletedTop() throws {
    var random = RandomOutline(seed: 2)
    let catalogue = try Catalogue(PropertyListDocument(FileBytes(random.outline())))
    let editor = CatalogueEditor(catalogue)
    let section = try #require(catalogue.root.sections.first { _ in true })
    let rows = Rows(Sectioning(catalogue), under: .section(section))
    #expect(rows.index(of: .heading(.section(section))) == 0)
    _ = try editor.edit { () throws(EditError) in
      try editor.delete([.section(section)], force: true)
    }
    #expect(rows.count == 0)
    #expect(rows.index(of: .heading(.section(section))) == nil)
    #expect(rows.runs(in: 0...).first { _ in true } == nil)
  }

  @Test("when a file is read again, rows are under the same section, or under all if it is gone")
  func refreshedTop() throws {
    let text = { (titles: [String]) in
      let sections = titles.map {
        "<dict><key>title</key><string>\($0)</string><key>items</key><array><string>in \($0)</string>"
          + "</array></dict>"
      }
      return "<plist><array>\(sections.joined())</array></plist>"
    }
    let old = try Catalogue(PropertyListDocument(FileBytes(text(["A", "B"]).utf8)))
    let rows = Rows(Sectioning(old), under: .section(2))
    for (titles, expected) in [
      (["X", "Y", "B"], [.heading(.section(3)), .entry(2)]),
      (["X"], [.heading(.section(1)), .entry(0)]),
    ] as [([String], [Row.ID])] {
      let before = rows.sectioning.catalogue
      let new = try Catalogue(PropertyListDocument(FileBytes(text(titles).utf8)))
      let items =
        before.sections(in: .root).map { Item.section($0) } + before.entries.map { .entry($0) }
      let successors = CatalogueChanges(from: before, to: new).successors(of: Set(items))
      let changes = rows.refresh(Sectioning(new), successors: successors)
      #expect((0..<rows.count).map(rows.id) == expected)
      #expect(changes.reloaded == [0..<2])
      #expect(changes.deleted == (titles.count == 1 ? [0..<2] : []))
    }
    #expect(rows.top == .top)
  }

  @Test("few hits among many rows are found, and so are all rows after them")
  func filter() throws {
    let catalogue = try Catalogue(sections: (0..<100).map { ("\($0)", ["in \($0)"]) })
    let rows = Rows(Sectioning(catalogue))
    let hits = rows.show(
      Sectioning(
        catalogue, groups: [(.section(91), [90]), (.section(6), [5]), (.section(7), [6])]))
    #expect(hits.deleted == [0..<10, 14..<180, 182..<200])
    #expect(hits.moved == [.init(from: 180..<182, to: 0..<2)])
    #expect(hits.inserted.isEmpty)
    let all = rows.show(Sectioning(catalogue))
    #expect(all.inserted == [0..<10, 14..<180, 182..<200])
    #expect(all.moved == [.init(from: 0..<2, to: 180..<182)])
    #expect(all.deleted.isEmpty)
  }

  @Test("closing what has no heading changes nothing")
  func closingTop() throws {
    var random = RandomOutline(seed: 2)
    let catalogue = try Catalogue(PropertyListDocument(FileBytes(random.outline())))
    let rows = Rows(Sectioning(catalogue))
    let count = rows.count
    #expect(rows.apply(.collapse, to: .top).isEmpty)
    #expect(rows.count == count)
  }

  @Test("of rows that change places, as few as possible move")
  func moves() {
    let entries = { (range: Range<Int>) in
      Rows.Run(
        content: .entries(
          Entry.ID(rawValue: range.lowerBound)..<Entry.ID(rawValue: range.upperBound)),
        depth: 0)
    }
    let changes = RowChanges(
      from: [entries(0..<1000)], to: [entries(1..<1000), entries(0..<1)], edited: [])
    #expect(changes.moved == [.init(from: 0..<1, to: 999..<1000)])
    #expect(changes.deleted.isEmpty && changes.inserted.isEmpty && changes.reloaded.isEmpty)
  }

  /// The rows of entries with these names under the letters of a language.
  private func rows(_ names: [String], _ locale: String) throws -> Rows {
    let text = "<plist><array>\(names.map { "<string>\($0)</string>" }.joined())</array></plist>"
    let catalogue = try Catalogue(PropertyListDocument(FileBytes(text.utf8)))
    let filing = EntryFiling(NameFiling(try LocaleIdentifier(locale)))
    return Rows(Sectioning(catalogue, letters: filing.listing(of: catalogue) { _, _ in }))
  }

  @Test("the index has the locale's letters and those with entries")
  func letters() throws {
    let titles = try rows(["Åsa", "жук", "жар", ""], "sv").sectioning.indexTitles
    #expect(titles.map(\.text).joined() == "ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖЖ#")
    #expect(titles.filter { $0.entryCount > 0 }.map(\.entryCount) == [1, 2, 1])
  }

  @Test(
    "a letter leads to its row, to that of the one before it, or to the first",
    arguments: [("B", "B"), ("D", "B"), ("A", "B"), ("Z", "X"), ("#", "#")])
  func indexTitle(_ title: String, _ expected: String) throws {
    let rows = try rows(["bee", "xylophone", "1"], "en")
    let titles = rows.sectioning.indexTitles
    let index = rows.row(forIndexTitle: try #require(titles.first { $0.text == title }))
    let wanted = try #require(titles.first { $0.text == expected })
    #expect(try rows.id(at: #require(index)) == .heading(wanted.heading))
    let empty = try self.rows([], "en")
    for title in empty.sectioning.indexTitles { #expect(empty.row(forIndexTitle: title) == nil) }
  }

  @Test("the titles of sections lead to their rows, as long as they are shown")
  func sectionTitles() throws {
    var random = RandomOutline(seed: 3)
    let catalogue = try Catalogue(PropertyListDocument(FileBytes(random.outline())))
    let rows = Rows(Sectioning(catalogue))
    let titles = rows.sectioning.indexTitles
    #expect(titles.map(\.heading) == catalogue.root.sections.map { .section($0) })
    for title in titles {
      let index = try #require(rows.row(forIndexTitle: title))
      #expect(rows.id(at: index) == .heading(title.heading))
    }
  }
}

extension Rows.Run {
  /// The rows of the run, one by one.
  fileprivate var rows: [(id: Row.ID, depth: Int)] {
    switch content {
    case .heading(let heading, _): [(.heading(heading), depth)]
    case .footer(let heading): [(.footer(of: heading), depth)]
    case .entries(let entries): entries.map { (.entry($0), depth) }
    }
  }
}
