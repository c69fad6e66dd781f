import Cardex
import Foundation
import Testing

@Suite("A catalogue")
struct CatalogueTests {
  @Test("rows of sections are those of a table")
  func rows() throws {
    let rows = try Samples.catalogue().rows()
    #expect(rows.numberOfSections == 2)
    #expect(rows.numberOfRows(inSection: 0) == 2)
    #expect(rows.lines == ["# A", "Audi", "Abarth", "# B", "BMW"])
    #expect(rows.header(ofSection: 0)?.count == 2)
    #expect(rows.row(at: Rows.Position(section: 0, row: 0)).detail == "1909")
    #expect(rows.indexTitles == ["A", "B"])
    #expect(rows.section(forIndexTitle: 1) == 1)
    let position = Rows.Position(section: 1, row: 0)
    #expect(rows.position(of: rows.id(at: position)) == position)
  }

  @Test("a file is opened, folded, filtered, edited and saved")
  func everyday() async throws {
    let text = try String(contentsOfFile: Samples.path("cars_total.plist"), encoding: .utf8)
    try await Samples.withFile(text) { path in
      let catalogue = try await Catalogue.open(path, locale: "zh", preparesSearch: true)
      let rows = catalogue.rows()
      #expect(rows.numberOfSections == 21)
      #expect(rows.indexTitles.prefix(3) == ["A", "B", "C"])
      let section = try #require(rows.header(ofSection: 0)?.id)
      #expect(rows.toggle(section).deleted.count == 7)
      #expect(rows.numberOfRows(inSection: 0) == 0)
      #expect(rows.toggle(section).inserted.count == 7)
      var query: Query = "aodi"
      query.findsReadings = true
      let found = try await rows.show(query)
      #expect(found.deletedSections.count == 20)
      #expect(rows.lines == ["# A", "奥迪"])
      _ = try await rows.show(nil)
      #expect(rows.numberOfSections == 21)
      try catalogue.edit {
        $0.move(rows.id(at: Rows.Position(section: 0, row: 6)), to: section, at: 0)
      }
      #expect(
        rows.update().moved == [
          Rows.Position(section: 0, row: 6): Rows.Position(section: 0, row: 0)
        ])
      #expect(catalogue.hasUnsavedEdits)
      try await catalogue.save()
      #expect(!catalogue.hasUnsavedEdits)
      let saved = try String(contentsOfFile: path, encoding: .utf8)
      #expect(saved != text)
      #expect(saved.split(separator: "\n").sorted() == text.split(separator: "\n").sorted())
    }
  }

  @Test("files of a folder of vCards are edited and saved")
  func folder() async throws {
    func card(_ id: String) -> String {
      "BEGIN:VCARD\nVERSION:3.0\nUID:\(id)\nFN:\(id)\nTEL:1\nEND:VCARD\n"
    }
    try await Samples.withFile(card("a")) { path in
      let folder = URL(filePath: path).deletingLastPathComponent()
      try FileManager.default.moveItem(
        atPath: path, toPath: folder.appending(path: "a.vcf").path())
      try Data(card("b").utf8).write(to: folder.appending(path: "b.vcf"))
      let catalogue = try await Catalogue.open(folder.path())
      let rows = catalogue.rows()
      #expect(rows.lines == ["a", "b"])
      try catalogue.edit {
        $0.set(rows.id(at: Rows.Position(section: 0, row: 0)), "phone", to: "2")
        try $0.insert(["phone": "3"] as Value, named: "c")
      }
      try await catalogue.save()
      #expect(!catalogue.hasUnsavedEdits)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path())
      #expect(names.count == 3)
      let first = try String(
        contentsOf: folder.appending(path: "a.vcf"), encoding: .utf8)
      #expect(first == card("a").replacing("TEL:1", with: "TEL:2"))
      #expect(try catalogue.undo())
      try await catalogue.save()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path()).count == 2)
    }
  }

  @Test("what new cards get is undone with them, also if they could not be saved")
  func stamps() async throws {
    let card = "BEGIN:VCARD\nVERSION:3.0\nUID:a\nFN:a\nTEL:1\nEND:VCARD\n"
    try await Samples.withFile(card) { path in
      let folder = URL(filePath: path).deletingLastPathComponent()
      let file = folder.appending(path: "a.vcf")
      try FileManager.default.moveItem(atPath: path, toPath: file.path())
      let catalogue = try await Catalogue.open(folder.path())
      let rows = catalogue.rows()
      let count = { try catalogue.text.components(separatedBy: "UID:").count - 1 }
      try catalogue.edit {
        try $0.insert(["phone": "2"] as Value, named: "b")
        try $0.insert(["phone": "3"] as Value, named: "c")
      }
      _ = rows.update()
      try Data(card.replacing("TEL:1", with: "TEL:12345").utf8).write(to: file)
      await #expect(throws: CatalogueError.self) { try await catalogue.save() }
      #expect(try count() == 3)
      #expect(!rows.update().isEmpty)
      #expect(try catalogue.undo())
      #expect(try count() == 1)
      _ = rows.update()
      #expect(rows.lines == ["a"])
      #expect(try !catalogue.undo())
      #expect(try catalogue.redo())
      #expect(try count() == 3)
      #expect(try !catalogue.redo())
      #expect(try await catalogue.refresh() == 0)
      _ = rows.update()
      #expect(rows.lines == ["a", "b", "c"])
      try await catalogue.save()
      #expect(try catalogue.undo())
      #expect(try !catalogue.undo())
      _ = rows.update()
      #expect(rows.lines == ["a"])
    }
  }

  @Test("a list without sections is one section without a header")
  func flat() throws {
    let catalogue = try Samples.catalogue(
      #"<plist version="1.0"><array><string>x</string><string>y</string></array></plist>"#)
    let rows = catalogue.rows()
    #expect(rows.numberOfSections == 1)
    #expect(rows.header(ofSection: 0) == nil)
    #expect(rows.lines == ["x", "y"])
    #expect(rows.indexTitles.isEmpty)
    try catalogue.edit { try $0.insert("z", at: 1) }
    #expect(rows.lines == ["x", "y"])
    #expect(rows.update().inserted == [Rows.Position(section: 0, row: 1)])
    #expect(rows.lines == ["x", "z", "y"])
  }

  @Test("an empty list has no rows, and gets some")
  func empty() throws {
    let catalogue = try Samples.catalogue(#"<plist version="1.0"><array></array></plist>"#)
    let rows = catalogue.rows()
    #expect(rows.numberOfSections == 0)
    try catalogue.edit { try $0.insert(Brand(name: "Audi", founded: 1909)) }
    #expect(rows.update().insertedSections == [0])
    #expect(rows.lines == ["Audi"])
  }

  @Test("headers, footers and sections inside others are shown")
  func nested() throws {
    let json = """
      [{"title": "Europe", "header": "old world", "footer": "end of Europe", "items": [
        {"title": "Germany", "items": [{"name": "Audi"}, {"name": "BMW"}]},
        {"title": "France", "items": [{"name": "Alpine"}]}]}]
      """
    let rows = try Samples.catalogue(json).rows()
    #expect(
      rows.lines == [
        "# Europe", "Germany", "  Audi", "  BMW", "France", "  Alpine", "_ end of Europe",
      ])
    #expect(rows.header(ofSection: 0)?.detail == "old world")
    let france = rows.row(at: Rows.Position(section: 0, row: 3))
    #expect(france.style == .section && france.isExpanded == true && france.count == 1)
    let changes = rows.toggle(rows.id(at: Rows.Position(section: 0, row: 0)))
    #expect(changes.deleted == [1, 2].map { Rows.Position(section: 0, row: $0) })
    #expect(changes.reloaded == [Rows.Position(section: 0, row: 0)])
    #expect(rows.lines == ["# Europe", "Germany", "France", "  Alpine", "_ end of Europe"])
  }

  @Test("what is searched for is found, and marked in rows")
  func search() async throws {
    let catalogue = try Samples.catalogue()
    let found = try await catalogue.search("ABAR")
    #expect(try found.map { try catalogue.entry($0).label } == ["Abarth"])
    #expect(try await catalogue.search("Ingolstadt").isEmpty)
    var query: Query = "Ingolstadt"
    query.searchesAllFields = true
    #expect(try await catalogue.search(query).count == 1)
    query.text = "^A.*h$"
    query.isRegularExpression = true
    #expect(try await catalogue.search(query).count == 1)
    var exact: Query = "audi"
    exact.isExact = true
    #expect(try await catalogue.search(exact).isEmpty)
    let rows = catalogue.rows()
    _ = try await rows.show("arth")
    let row = rows.row(at: Rows.Position(section: 0, row: 0))
    #expect(row.titleMatches.map { String(row.title[$0]) } == ["arth"])
  }

  @Test("what is edited while a query is shown is searched, too")
  func filteredEdits() async throws {
    let catalogue = try Samples.catalogue()
    let rows = catalogue.rows()
    _ = try await rows.show("a")
    #expect(rows.lines == ["# A", "Audi", "Abarth"])
    let section = try catalogue.id(at: "B")
    try catalogue.edit { try $0.insert(Brand(name: "Alpina"), in: section) }
    #expect(rows.update().insertedSections == [1])
    #expect(rows.lines == ["# A", "Audi", "Abarth", "# B", "Alpina"])
    #expect(try catalogue.undo())
    #expect(rows.update().deletedSections == [1])
  }

  @Test("a regular expression that is none is refused")
  func expression() async throws {
    let catalogue = try Samples.catalogue()
    var query: Query = "("
    query.isRegularExpression = true
    await #expect {
      try await catalogue.search(query)
    } throws: { error in
      guard case .refused(let reason) = error as? CatalogueError else { return false }
      return reason.contains("parenthesis")
    }
  }

  @Test("addresses lead to entries and sections")
  func addresses() throws {
    let catalogue = try Samples.catalogue()
    let entry = try catalogue.entry(catalogue.id(at: "a/audi"))
    #expect(entry.address == "A/Audi")
    #expect(entry.label == "Audi")
    #expect(entry.value["founded"] == 1909)
    #expect(throws: CatalogueError.self) { try catalogue.id(at: "C") }
    #expect(throws: CatalogueError.self) { try catalogue.id(at: "A/A") }
    #expect(throws: CatalogueError.self) { try catalogue.entry(catalogue.id(at: "A")) }
  }

  @Test("bytes in no format are refused with the line")
  func malformed() async throws {
    #expect(
      throws: CatalogueError.malformed(
        reason: "the end tag does not match the open element <string>", line: 2)
    ) {
      try Samples.catalogue("<plist><array>\n<string>x</array></plist>")
    }
    await #expect {
      try await Catalogue.open("/nowhere/list.plist")
    } throws: { error in
      guard case .file("/nowhere/list.plist", _) = error as? CatalogueError else { return false }
      return true
    }
    await #expect(throws: CatalogueError.self) { try await Catalogue.open("") }
    await #expect(throws: CatalogueError.self) { try await Catalogue.open("a\0b") }
    #expect(throws: CatalogueError.self) {
      try Catalogue(bytes: Array(Samples.brands.utf8), locale: "not a locale")
    }
  }

  @Test("what deserves a look is found, with its place")
  func check() async throws {
    let catalogue = try Samples.catalogue()
    #expect(try await catalogue.check().isEmpty)
    try catalogue.edit {
      try $0.insert(Brand(name: "BMW", founded: 1916), in: catalogue.id(at: "B"))
    }
    let findings = try await catalogue.check()
    #expect(findings.map(\.code) == ["duplicate-entry"])
    #expect(findings[0].address == "B/BMW#2")
    #expect(findings[0].line == 21)
  }

  @Test("what is checked is read as the file was, in whatever format it is saved")
  func checkedFile() async throws {
    let json = #"[{"name": "Audi", "code": "x0"}, {"name": "BMW", "code": "x1"}]"#
    let catalogue = try Catalogue(bytes: Array(json.utf8), labelKeys: ["code"])
    try catalogue.edit { try $0.insert(["name": "BMW", "code": "x1"] as Value) }
    #expect(try await catalogue.check().map(\.address) == ["/x1#2"])
    try await Samples.withFile("") { path in
      // A property list in XML.
      try await catalogue.save(as: path)
      let findings = try await catalogue.check()
      #expect(findings.map(\.address) == ["/x1#2"])
      let read = try await Catalogue.open(path, labelKeys: ["code"]).check()
      #expect(findings == read)
    }
  }

  @Test("another program's changes are not overwritten, and are taken in by a refresh")
  func refresh() async throws {
    try await Samples.withFile(Samples.brands) { path in
      let catalogue = try await Catalogue.open(path)
      let rows = catalogue.rows()
      let bmw = try catalogue.id(at: "B/BMW")
      try catalogue.edit { $0.set(bmw, "founded", to: 1917) }
      _ = rows.update()
      let theirs = Samples.brands.replacing("Abarth", with: "Acura")
      try Data(theirs.utf8).write(to: URL(filePath: path))
      await #expect(throws: CatalogueError.changedByOthers(path: path)) {
        try await catalogue.save()
      }
      #expect(try await catalogue.refresh() == 0)
      #expect(!rows.update().isEmpty)
      #expect(rows.lines == ["# A", "Audi", "Acura", "# B", "BMW"])
      // Identities go on, and so do edits.
      #expect(try catalogue.entry(bmw).value["founded"] == 1917)
      #expect(rows.id(at: Rows.Position(section: 1, row: 0)) == bmw)
      try await catalogue.save()
      let saved = try String(contentsOfFile: path, encoding: .utf8)
      #expect(saved == theirs.replacing("1916", with: "1917"))
      #expect(try await catalogue.refresh() == 0)
      #expect(try catalogue.undo())
      #expect(try catalogue.entry(bmw).value["founded"] == 1916)
    }
  }

  @Test("what both have changed stays, and is counted")
  func conflict() async throws {
    try await Samples.withFile(Samples.brands) { path in
      let catalogue = try await Catalogue.open(path)
      let bmw = try catalogue.id(at: "B/BMW")
      try catalogue.edit { $0.set(bmw, "founded", to: 1917) }
      try Data(Samples.brands.replacing("1916", with: "1918").utf8).write(to: URL(filePath: path))
      #expect(try await catalogue.refresh() == 1)
      #expect(try catalogue.entry(bmw).value["founded"] == 1917)
    }
  }

  @Test("a catalogue in memory is saved under a name only")
  func memory() async throws {
    let catalogue = try Samples.catalogue()
    await #expect(throws: CatalogueError.self) { try await catalogue.save() }
    try await Samples.withFile("") { path in
      try await catalogue.save(as: path)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == Samples.brands)
      try catalogue.edit { $0.delete(try catalogue.id(at: "B")) }
      try await catalogue.save()
      #expect(try String(contentsOfFile: path, encoding: .utf8) == catalogue.text)
    }
  }

  @Test("a file that was touched, or could not be written, is saved later")
  func touched() async throws {
    try await Samples.withFile(Samples.brands) { path in
      let catalogue = try await Catalogue.open(path)
      let bmw = try catalogue.id(at: "B/BMW")
      try catalogue.edit { $0.set(bmw, "founded", to: 1917) }
      let theirs = Samples.brands.replacing("1909", with: "1908")
      try Data(theirs.utf8).write(to: URL(filePath: path))
      await #expect(throws: CatalogueError.changedByOthers(path: path)) {
        try await catalogue.save()
      }
      #expect(catalogue.hasUnsavedEdits)
      try Data(Samples.brands.utf8).write(to: URL(filePath: path))
      try await catalogue.save()
      #expect(!catalogue.hasUnsavedEdits)
      #expect(try catalogue.undo())
      #expect(catalogue.hasUnsavedEdits)
      try await catalogue.save()
      #expect(try String(contentsOfFile: path, encoding: .utf8) == Samples.brands)
    }
  }

  @Test("edits while the file is written stay unsaved", .timeLimit(.minutes(5)))
  func savingMeanwhile() async throws {
    try await Samples.withFile(Samples.brands) { path in
      let catalogue = try await Catalogue.open(path)
      let section = try catalogue.id(at: "B")
      let writer = Task {
        for _ in 0..<20 { try await catalogue.save() }
      }
      for number in 0..<200 {
        try catalogue.edit { try $0.insert(Brand(name: "B\(number)"), in: section) }
        if number % 3 == 0 { try catalogue.undo() }
        await Task.yield()
      }
      try await writer.value
      let saved = try Catalogue(bytes: Array(Data(contentsOf: URL(filePath: path)))).rows().lines
      #expect(catalogue.hasUnsavedEdits == (saved != catalogue.rows().lines))
      try await catalogue.save()
      #expect(!catalogue.hasUnsavedEdits)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == catalogue.text)
    }
  }

  @Test("a table that shows what was found goes on to do so when the file is read again")
  func filteredRefresh() async throws {
    try await Samples.withFile(Samples.brands) { path in
      let catalogue = try await Catalogue.open(path)
      let rows = catalogue.rows()
      _ = try await rows.show("a")
      let theirs = Samples.brands.replacing("BMW", with: "Alpina")
      try Data(theirs.utf8).write(to: URL(filePath: path))
      #expect(try await catalogue.refresh() == 0)
      #expect(rows.lines == ["# A", "Audi", "Abarth"])
      #expect(rows.update().insertedSections == [1])
      #expect(rows.lines == ["# A", "Audi", "Abarth", "# B", "Alpina"])
      _ = try await rows.show(nil)
      #expect(rows.lines == ["# A", "Audi", "Abarth", "# B", "Alpina"])
    }
  }

  @Test("a search in a task that was cancelled says so")
  func cancelled() async throws {
    let entries = (0..<20_000).map { "<string>entry \($0)</string>" }.joined()
    let catalogue = try Samples.catalogue(
      #"<plist version="1.0"><array>\#(entries)</array></plist>"#)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await catalogue.search("entry 7")
    }
    task.cancel()
    await #expect(throws: CatalogueError.cancelled) { try await task.value }
    #expect(try await catalogue.search("entry 19999").count == 1)
  }
}
