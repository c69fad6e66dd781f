import Catalogues
import ICUText
import PropertyLists
import SeededRandom
import Testing

@testable import Editing
@testable import Language

@Suite("Forms in a session")
struct SessionFormTests {
  /// A model of a row of a form and of what commands do with it, as simple as possible.
  private struct ModelRow {
    var kind: String
    var title: String
    var value = ""
    var summary = ""
    var count: Int
    var isExpanded: Bool
    var isVisible: Bool

    var isDisclosable: Bool { count > 0 }
  }

  private struct Model: Equatable {
    var sections: [[ModelRow]]

    static func == (one: Model, other: Model) -> Bool { one.rows == other.rows }

    /// The rows that are shown.
    var rows: [[String]] {
      sections.map { section in
        section.map { "\($0.isExpanded) \($0.isVisible) \($0.value) \($0.summary)" }
      }
    }

    /// The rows that a row owns.
    func owned(_ place: Place) -> [Int] {
      let section = sections[place.section]
      return section.indices.filter { $0 > place.row && $0 <= place.row + section[place.row].count }
    }

    /// The nearest row that owns a row.
    func owner(_ place: Place) -> Place? {
      (0..<place.row).last { owned(Place(place.section, $0)).contains(place.row) }
        .map { Place(place.section, $0) }
    }

    func direct(_ place: Place) -> [Place] {
      owned(place).map { Place(place.section, $0) }.filter { owner($0) == place }
    }

    subscript(place: Place) -> ModelRow {
      get { sections[place.section][place.row] }
      set { sections[place.section][place.row] = newValue }
    }

    var places: [Place] {
      sections.indices.flatMap { section in
        sections[section].indices.map { Place(section, $0) }
      }
    }

    mutating func expand(_ place: Place) {
      self[place].isExpanded = true
      guard self[place].isVisible else { return }
      for row in owned(place) {
        let isInFolded = (place.row + 1..<row).contains { between in
          let other = Place(place.section, between)
          return self[other].isDisclosable && !self[other].isExpanded && owned(other).contains(row)
        }
        self[Place(place.section, row)].isVisible = !isInFolded
      }
    }

    mutating func collapse(_ place: Place) {
      self[place].isExpanded = false
      for row in owned(place) { self[Place(place.section, row)].isVisible = false }
    }

    mutating func accordion(_ place: Place) {
      var line: [Place?] = [place]
      while let last = line.last, let inner = last { line.append(owner(inner)) }
      for other in places where self[other].isExpanded && self[other].isDisclosable {
        if !line.contains(other), line.dropFirst().contains(owner(other)) { collapse(other) }
      }
      expand(place)
    }

    mutating func fill(_ place: Place, _ text: String) {
      switch self[place].kind {
      case "Switch": self[place].value = text == "on" ? "true" : "false"
      case "Slider": self[place].value = text + ".0"
      case "ValuePicker": return pick(place)
      default: self[place].value = text
      }
      summarize(place)
    }

    mutating func pick(_ place: Place) {
      let group =
        owner(place).map(direct)
        ?? sections[place.section].indices.map { Place(place.section, $0) }
        .filter { owner($0) == nil }
      for other in group where self[other].kind == "ValuePicker" && self[other].value == "true" {
        self[other].value = "false"
      }
      self[place].value = "true"
      if let owner = owner(place) { collapse(owner) }
      summarize(place)
    }

    private mutating func summarize(_ place: Place) {
      guard let owner = owner(place) else { return }
      var parts: [(text: String, isText: Bool)] = []
      for place in direct(owner) {
        let row = self[place]
        switch row.kind {
        case "Textfield" where !row.value.isEmpty:
          if let last = parts.last, last.isText {
            parts[parts.count - 1].text += " " + row.value
          } else {
            parts.append((row.value, true))
          }
        case "Switch": parts.append((row.value == "true" ? "On" : "Off", false))
        case "Slider": parts.append((String(row.value.prefix { $0 != "." }), false))
        case "ValuePicker" where row.value == "true": parts.append((row.title, false))
        case "DatePicker" where !row.value.isEmpty: parts.append((row.value, false))
        default: break
        }
      }
      self[owner].summary = parts.map(\.text).joined(separator: ", ")
    }
  }

  private struct Place: Equatable {
    let section: Int
    let row: Int

    init(_ section: Int, _ row: Int) { (self.section, self.row) = (section, row) }

    var address: String { "#\(section + 1)/#\(row + 1)" }
  }

  private static let kinds = [
    "Textfield", "DatePicker", "Switch", "Slider", "ValuePicker", "Other",
  ]

  /// A form of nested rows, which may extend beyond the rows around them.
  private func randomForm(_ random: inout SeededGenerator) -> Model {
    var sections: [[ModelRow]] = []
    for section in 0..<Int.random(in: 1...3, using: &random) {
      let size = Int.random(in: 1...12, using: &random)
      var rows: [ModelRow] = []
      for row in 0..<size {
        let isOwner = row + 1 < size && Int.random(in: 0..<3, using: &random) == 0
        let kind =
          isOwner ? "Normal" : SessionFormTests.kinds[Int.random(in: 0..<6, using: &random)]
        rows.append(
          ModelRow(
            kind: kind, title: "row \(section).\(row)",
            value: kind == "Slider" ? "0.0" : kind == "Switch" ? "false" : "",
            count: isOwner ? Int.random(in: 1..<size - row, using: &random) : 0,
            isExpanded: isOwner && Bool.random(using: &random),
            isVisible: Int.random(in: 0..<3, using: &random) > 0))
      }
      sections.append(rows)
    }
    return Model(sections: sections)
  }

  private func text(of model: Model) -> String {
    func flag(_ isOn: Bool) -> String { isOn ? "<true/>" : "<false/>" }
    let sections = model.sections.map { rows in
      let rows = rows.map { row in
        "<dict><key>isExpandable</key>\(flag(row.isDisclosable))<key>isExpanded</key>"
          + "\(flag(row.isExpanded))<key>isVisible</key> \(flag(row.isVisible))\n"
          + "<key>value</key><string>\(row.value)</string><key>primaryTitle</key><string>"
          + (row.isDisclosable ? "" : row.title) + "</string><key>secondaryTitle</key><string>"
          + (row.isDisclosable ? row.title : "") + "</string><!-- c --><key>cellIdentifier</key>"
          + "<string>idCell\(row.kind)</string><key>additionalRows</key>"
          + "<integer>\(row.count)</integer></dict>\n"
      }
      return "<array>\n" + rows.joined() + "</array>\n"
    }
    return "<plist version=\"1.0\"><array>\n" + sections.joined() + "</array></plist>\n"
  }

  /// The rows of a catalogue in the form that the model uses.
  private func rows(of catalogue: Catalogue) -> [[String]] {
    let document = catalogue.document
    return catalogue.sections(in: .root).map { section in
      catalogue.formSection(section).entries.map { entry in
        func field(_ key: FormKey) -> NodeIndex? { catalogue.formField(key, of: entry) }
        let isExpanded = field(.isExpanded).flatMap(document.boolean) ?? false
        let isVisible = field(.isVisible).flatMap(document.boolean) ?? false
        let isDisclosable = field(.isExpandable).flatMap(document.boolean) ?? false
        return
          "\(isExpanded) \(isVisible) \(field(.value).flatMap(document.scalar).map(document.text) ?? "") "
          + (isDisclosable
            ? field(.primaryTitle).flatMap(document.scalar).map(document.text) ?? "" : "")
      }
    }
  }

  @Test("rows of a form without sections expand and collapse")
  func noSections() throws {
    func row(_ title: String, owning count: Int, isVisible: Bool) -> String {
      """
      <dict><key>isExpandable</key><\(count > 0)/><key>isExpanded</key><false/>
      <key>isVisible</key><\(isVisible)/><key>primaryTitle</key><string>\(title)</string>
      <key>secondaryTitle</key><string></string><key>cellIdentifier</key>
      <string>idCellNormal</string><key>additionalRows</key><integer>\(count)</integer></dict>
      """
    }
    let rows =
      row("a", owning: 1, isVisible: true) + row("b", owning: 0, isVisible: false)
      + row("c", owning: 1, isVisible: true) + row("d", owning: 0, isVisible: false)
    let output = RecordingOutput()
    let session = try EditedCatalogue(Array("<plist><array>\(rows)</array></plist>".utf8))
      .session(output)
    try #require(session.catalogue.shape.isForm && session.catalogue.isFlat)
    for (line, shown) in [
      ("expand a", 3), ("toggle c", 4), ("accordion a", 3), ("collapse a", 2), ("expand all", 4),
    ] {
      try session.run(line)
      let visible = session.catalogue.entries.filter { !session.catalogue.isHidden($0) }
      #expect(visible.count == shown, "\(line)")
    }
  }

  @Test(
    "rows are shown and hold what a plain model says, after every command",
    arguments: 0..<Rounds.of(10))
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var model = randomForm(&random)
    let original = Array(text(of: model).utf8)
    let file = try EditedCatalogue(original)
    let output = RecordingOutput()
    let session = try file.session(output)
    // A single row does not show which rows own which.
    guard session.catalogue.shape.isForm else { return }
    var past: [Model] = []
    for _ in 0..<Rounds.of(40) {
      let before = model
      let disclosable = model.places.filter { model[$0].isDisclosable }
      let filling = model.places.filter { !["Normal", "Other"].contains(model[$0].kind) }
      var line = ""
      switch Int.random(in: 0..<9, using: &random) {
      case 0:
        guard let place = disclosable.randomElement(using: &random) else { continue }
        line = "expand " + place.address
        model.expand(place)
      case 1:
        guard let place = disclosable.randomElement(using: &random) else { continue }
        line = "collapse " + place.address
        model.collapse(place)
      case 2:
        guard let place = disclosable.randomElement(using: &random) else { continue }
        line = "toggle " + place.address
        if model[place].isExpanded { model.collapse(place) } else { model.expand(place) }
      case 3:
        guard let place = disclosable.randomElement(using: &random) else { continue }
        line = "accordion " + place.address
        model.accordion(place)
      case 4 where !disclosable.isEmpty:
        line = "expand all"
        for place in disclosable { model.expand(place) }
      case 5 where !disclosable.isEmpty:
        line = "collapse all"
        for place in disclosable { model.collapse(place) }
      case 6:
        guard let last = past.popLast() else { continue }
        model = last
        line = "undo"
      default:
        guard let place = filling.randomElement(using: &random) else { continue }
        let number = Int.random(in: 0...9, using: &random)
        let value: String
        switch model[place].kind {
        case "Textfield": value = ["Ada", "de la Cruz", "王 x"][number % 3]
        case "DatePicker": value = "199\(number)-02-0\(1 + number % 9)"
        case "Switch": value = number % 2 == 0 ? "on" : "off"
        case "Slider": value = "\(number)"
        default: value = "on"
        }
        line = "fill \(place.address) \(value)"
        if model[place].kind == "ValuePicker", number % 2 == 0 { line = "pick " + place.address }
        model.fill(place, value)
      }
      if line != "undo", model != before {
        past.append(before)
      }
      try session.run(line)
      #expect(rows(of: session.catalogue) == model.rows, "\(line), seed \(seed)")
      _ = output.take()
      try session.run("show --all /")
      let shown = session.listing.items.compactMap { item in
        if case .entry(let entry) = item { entry } else { nil }
      }
      let expected = zip(session.catalogue.sections(in: .root), model.sections).flatMap {
        section, rows in
        zip(session.catalogue.formSection(section).entries, rows).filter(\.1.isVisible).map(\.0)
      }
      #expect(shown == expected, "\(line), seed \(seed)")
    }
    let edited = session.text
    let again = try EditedCatalogue(edited)
    #expect(rows(of: try again.session(RecordingOutput()).catalogue) == model.rows)
    if !past.isEmpty { try session.run("undo \(past.count)") }
    #expect(session.text == original)
    #expect(!session.isDirty)
  }

  /// The label of the row that each row belongs to, by labels, which are unique.
  private func owners(in catalogue: Catalogue) -> [String: String?] {
    var owners: [String: String?] = [:]
    for section in catalogue.sections(in: .root) {
      let rows = catalogue.formSection(section)
      for (position, entry) in rows.entries.enumerated() {
        let owner = rows.owner(of: position).map { catalogue.label(of: rows.entries[$0]) }
        owners.updateValue(owner, forKey: catalogue.label(of: entry))
      }
    }
    return owners
  }

  @Test("rows that come, go and move leave the others with what they belong to", arguments: 0..<60)
  func structure(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let model = randomForm(&random)
    let original = Array(text(of: model).utf8)
    let session = try EditedCatalogue(original).session(RecordingOutput())
    guard session.catalogue.shape.isForm else { return }
    for number in 0..<Rounds.of(30) {
      let before = owners(in: session.catalogue)
      let labels = before.keys.sorted()
      func label() -> String {
        "'" + labels[Int.random(in: 0..<labels.count, using: &random)] + "'"
      }
      guard labels.count > 2 else { break }
      let (one, other) = (label(), label())
      let section = "#\(Int.random(in: 1...model.sections.count, using: &random))"
      let owned = session.catalogue.sections(in: .root).flatMap { number -> [String] in
        let rows = session.catalogue.formSection(number)
        guard
          let position = rows.entries.indices.first(where: {
            "'" + session.catalogue.label(of: rows.entries[$0]) + "'" == one
          })
        else { return [] }
        return rows.rows(of: position).map {
          "'" + session.catalogue.label(of: rows.entries[$0]) + "'"
        }
      }
      let group = ([one] + owned).joined(separator: " ")
      let line = [
        "insert \(one) 'new \(number)'", "insert \(one) 'new \(number)' --before",
        "insert \(section) 'new \(number)'", "delete \(one)", "delete \(group)",
        "move \(one) to \(other)", "move \(group) to \(section)",
        "move \(group) to \(other) --before",
        "move \(one) to \(section) --first",
      ][Int.random(in: 0..<9, using: &random)]
      let text = session.text
      do {
        try session.run(line)
      } catch {
        #expect(session.text == text, "\(line), seed \(seed)")
        continue
      }
      let after = owners(in: session.catalogue)
      let isMove = line.hasPrefix("move")
      for (row, owner) in after {
        guard let old = before[row] else {
          // A new row belongs to the same row as the row before it.
          if line.hasPrefix("insert '"), !line.hasSuffix("--before") {
            #expect(owner == before[String(one.dropFirst().dropLast())], "\(line), seed \(seed)")
          }
          continue
        }
        if isMove, row == one.dropFirst().dropLast() { continue }
        #expect(owner == old, "\(line): \(row), seed \(seed)")
      }
    }
    let edits = session.editing.history.count
    if edits > 0 { try session.run("undo \(edits)") }
    #expect(session.text == original)
  }

  @Test("a script, a person and a journal write the same bytes")
  func journal() throws {
    let lines = [
      "fill 'First name' Ada Augusta", "fill Born 1815-12-10", "fill Mail on",
      "expand 'Full name' Mail",
      "pick 'How often' Weekly", "fill Level 7", "accordion Since", "toggle Mail", "toggle Mail",
    ]
    let file = try EditedCatalogue(fixture: "form")
    let script = try file.session(RecordingOutput())
    script.reportsEdits = false
    let journal = RecordedCommands()
    let language = DateLanguage.locale(try LocaleIdentifier("de"))
    let person = try file.session(RecordingOutput(), dateLanguage: language)
    person.editing.journal = journal
    for line in lines {
      try script.run(line.hasPrefix("fill Born") ? "fill --locale=de Born 1815-12-10" : line)
      try person.run(line)
    }
    #expect(script.text == person.text)
    // The commands are repeated by somebody who uses another language.
    let other = try file.session(RecordingOutput())
    #expect(try other.replay(journal.commands) == EditingSession.Replay())
    #expect(other.text == person.text)
    #expect(String(decoding: other.text, as: UTF8.self).contains("10. Dezember 1815"))
  }

  @Test("a choice beside a date writes the date in the chooser's language")
  func choiceBesideDate() throws {
    func row(_ kind: String, _ title: String, _ value: String, rows: Int = 0) -> String {
      "<dict><key>isVisible</key><true/><key>additionalRows</key><integer>\(rows)</integer>"
        + "<key>cellIdentifier</key><string>\(kind)</string><key>value</key>"
        + "<string>\(value)</string><key>primaryTitle</key><string>\(title)</string></dict>"
    }
    let rows =
      "<dict><key>secondaryTitle</key><string>Both</string><key>isVisible</key><true/>"
      + "<key>primaryTitle</key><string></string><key>additionalRows</key><integer>2</integer></dict>"
      + row("DateCell", "Day", "1990-02-03") + row("RadioCell", "Red", "")
    let file = try EditedCatalogue(
      Array("<plist><array><array>\(rows)</array></array></plist>".utf8))
    let german = DateLanguage.locale(try LocaleIdentifier("de"))
    let person = try file.session(RecordingOutput(), dateLanguage: german)
    let journal = RecordedCommands()
    person.editing.journal = journal
    try person.run("pick Red")
    #expect(String(decoding: person.text, as: UTF8.self).contains(">3. Februar 1990, Red<"))
    let other = try file.session(RecordingOutput())
    #expect(try other.replay(journal.commands) == EditingSession.Replay())
    #expect(other.text == person.text)
  }

  @Test("with one row open at a time, the record says what was done")
  func accordion() throws {
    let file = try EditedCatalogue(fixture: "form")
    let person = try file.session(RecordingOutput())
    let journal = RecordedCommands()
    person.editing.journal = journal
    for line in ["expand Mail", "accordion on", "expand Born", "toggle Level", "toggle Level"] {
      try person.run(line)
    }
    let other = try file.session(RecordingOutput())
    #expect(try other.replay(journal.commands) == EditingSession.Replay())
    #expect(other.text == person.text)
  }
}

/// A journal that keeps its records in memory.
private final class RecordedCommands: SessionJournal {
  private(set) var commands: [String] = []

  func record(_ command: String) { commands.append(command) }

  func clear() { commands = [] }
}
