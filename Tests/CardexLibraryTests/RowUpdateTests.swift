import Cardex
import SeededRandom
import Testing

/// A table that is told what to update, as UIKit's tables are.
private struct Table: Equatable {
  struct Section: Equatable {
    var header: Row?
    var footer: String?
    var rows: [Row]
  }

  var sections: [Section]

  init(_ rows: Rows) {
    sections = (0..<rows.numberOfSections).map { Table.section($0, of: rows) }
  }

  private static func section(_ index: Int, of rows: Rows) -> Section {
    Section(
      header: rows.header(ofSection: index), footer: rows.footer(ofSection: index),
      rows: (0..<rows.numberOfRows(inSection: index)).map {
        rows.row(at: Rows.Position(section: index, row: $0))
      })
  }

  private func inOrder(_ positions: [Rows.Position]) -> [Rows.Position] {
    positions.sorted { ($0.section, $0.row) < ($1.section, $1.row) }
  }

  /// Asks only for what is told to be new or shown differently.
  mutating func apply(_ changes: RowChanges, _ rows: Rows) {
    var moved: [Rows.Position: Row] = [:]
    for (from, to) in changes.moved { moved[to] = sections[from.section].rows[from.row] }
    for position in inOrder(changes.deleted + changes.moved.keys).reversed() {
      sections[position.section].rows.remove(at: position.row)
    }
    for section in changes.deletedSections.reversed() { sections.remove(at: section) }
    for section in changes.insertedSections {
      sections.insert(Table.section(section, of: rows), at: section)
    }
    for position in inOrder(changes.inserted + changes.moved.values) {
      sections[position.section].rows.insert(
        moved[position] ?? rows.row(at: position), at: position.row)
    }
    for position in changes.reloaded {
      sections[position.section].rows[position.row] = rows.row(at: position)
    }
    for section in changes.reloadedHeaders {
      sections[section].header = rows.header(ofSection: section)
      sections[section].footer = rows.footer(ofSection: section)
    }
  }
}

/// Edits of all kinds, at random.
private struct RandomEdits: RandomSource {
  var generator: SeededGenerator
  var count = 0

  mutating func edit(_ catalogue: Catalogue, _ rows: Rows) throws {
    let ids = (0..<rows.numberOfSections).flatMap { section in
      (0..<rows.numberOfRows(inSection: section)).map {
        rows.id(at: Rows.Position(section: section, row: $0))
      }
    }
    let inner = ids.filter { (try? catalogue.entry($0)) == nil }
    let sections = (0..<rows.numberOfSections).compactMap { rows.header(ofSection: $0)?.id } + inner
    let entries = ids.filter { (try? catalogue.entry($0)) != nil }
    let section = sections.randomElement(using: &generator)
    let entry = entries.randomElement(using: &generator)
    count += 1
    let name = "entry \(count)"
    let position = below(3) == 0 ? nil : below(4)
    switch below(12) {
    case 0, 1, 2:
      try catalogue.edit {
        try $0.insert(Brand(name: name, founded: count), in: section, at: position)
      }
    case 3: if let entry { try catalogue.edit { $0.delete(entry) } }
    case 4, 5: if let entry { try catalogue.edit { $0.move(entry, to: section, at: position) } }
    case 6: if let entry { try catalogue.edit { $0.rename(entry, to: name) } }
    case 7: if let entry { try catalogue.edit { $0.set(entry, "note", to: Value.string(name)) } }
    case 8:
      let isInner = below(3) == 0
      try catalogue.edit {
        $0.insertSection("S\(count)", in: isInner ? section : nil, at: position)
      }
    case 9:
      guard let section, let other = sections.randomElement(using: &generator) else { return }
      switch below(4) {
      case 0: try catalogue.edit { $0.rename(section, to: "T\(count)") }
      case 1: if sections.count > 6 { try catalogue.edit { $0.delete(section) } }
      case 2: try catalogue.edit { $0.move(section, to: nil, at: position) }
      default: try catalogue.edit { $0.move(section, to: other, at: position) }
      }
    case 10: try catalogue.undo()
    default: if below(2) == 0 { try catalogue.redo() } else { try catalogue.undo() }
    }
  }
}

@Suite("Rows that update themselves")
struct RowUpdateTests {
  /// Sections, with sections and entries in them.
  private static let nested = """
    <plist version="1.0"><array>
    <dict><key>title</key><string>A</string><key>items</key><array>
      <dict><key>title</key><string>A1</string><key>items</key><array>
        <dict><key>name</key><string>Ada</string></dict>
      </array></dict>
      <dict><key>title</key><string>A2</string><key>items</key><array>
        <dict><key>name</key><string>Anna</string></dict>
        <dict><key>name</key><string>Ann</string></dict>
      </array></dict>
    </array></dict>
    <dict><key>title</key><string>B</string><key>items</key><array>
      <dict><key>title</key><string>B1</string><key>items</key><array>
        <dict><key>name</key><string>Bo</string></dict>
      </array></dict>
    </array></dict>
    </array></plist>
    """

  @Test(
    "a table that applies what becomes of rows has the same as one that asks for all of them",
    arguments: [Samples.brands, nested], [false, true])
  func sameRows(_ text: String, isFiltered: Bool) async throws {
    let catalogue = try Samples.catalogue(text)
    let rows = catalogue.rows()
    if isFiltered { _ = try await rows.show("entry") }
    var table = Table(rows)
    var edits = RandomEdits(generator: SeededGenerator(seed: isFiltered ? 1 : 2))
    let all = catalogue.rows()
    var changeCount = 0
    for round in 0..<Rounds.of(250) {
      // What is refused changes nothing.
      try? edits.edit(catalogue, all)
      _ = all.update()
      if edits.below(5) == 0, rows.numberOfSections > 0,
        let header = rows.header(ofSection: edits.below(rows.numberOfSections))
      {
        table.apply(rows.toggle(header.id), rows)
      }
      // Several edits at a time, now and then.
      if edits.below(4) == 0 { continue }
      let changes = rows.update()
      if !changes.isEmpty { changeCount += 1 }
      table.apply(changes, rows)
      #expect(table == Table(rows), "round \(round): \(changes)")
      if table != Table(rows) { return }
    }
    #expect(changeCount > 50)
    table.apply(rows.update(), rows)
    #expect(table == Table(rows))
    #expect(rows.update().isEmpty)
    // Nothing has gone wrong in what is written, either. A file with sections among entries may be read
    // otherwise.
    if text != Samples.brands { return }
    let read = try Catalogue(bytes: catalogue.bytes()).rows()
    #expect(read.lines == catalogue.rows().lines)
  }

  @Test("an entry that goes into another section is told as one that moves")
  func moves() throws {
    let catalogue = try Samples.catalogue()
    let rows = catalogue.rows()
    try catalogue.edit {
      $0.move(try catalogue.id(at: "B/BMW"), to: try catalogue.id(at: "A"), at: 0)
    }
    let changes = rows.update()
    #expect(changes.moved == [Rows.Position(section: 1, row: 0): Rows.Position(section: 0, row: 0)])
    #expect(changes.deleted.isEmpty && changes.inserted.isEmpty)
    #expect(changes.reloadedHeaders == [0, 1])
  }

  @Test("rows stand still until they are updated")
  func standing() throws {
    let catalogue = try Samples.catalogue()
    let rows = catalogue.rows()
    try catalogue.edit { $0.delete(try catalogue.id(at: "B"), try catalogue.id(at: "A/Audi")) }
    #expect(rows.numberOfSections == 2)
    #expect(rows.numberOfRows(inSection: 0) == 2)
    #expect(rows.lines == ["# A", "", "Abarth", "# ", ""])
    let changes = rows.update()
    #expect(changes.deletedSections == [1])
    #expect(changes.deleted == [Rows.Position(section: 0, row: 0)])
    #expect(rows.update().isEmpty)
  }

  @Test("changes come as soon as something is edited, in whatever task")
  @MainActor func sequence() async throws {
    let catalogue = try Samples.catalogue()
    let rows = catalogue.rows()
    var table = Table(rows)
    let section = try catalogue.id(at: "B")
    let writer = Task.detached {
      for number in 0..<100 {
        try catalogue.edit { try $0.insert(Brand(name: "B\(number)"), in: section) }
        await Task.yield()
      }
    }
    for await changes in rows.changes {
      table.apply(changes, rows)
      if rows.numberOfRows(inSection: 1) == 101 { break }
    }
    try await writer.value
    #expect(table == Table(rows))
  }

  @Test("the sequence ends with its task")
  @MainActor func ending() async throws {
    let catalogue = try Samples.catalogue()
    let task = Task { @MainActor in
      let rows = catalogue.rows()
      var count = 0
      for await _ in rows.changes { count += 1 }
      return count
    }
    await Task.yield()
    task.cancel()
    #expect(await task.value == 0)
  }
}
