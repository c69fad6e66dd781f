import Catalogues
import Forms
import ICUText
import Outlines

/// Changing the catalogue.
extension Session {
  /// Runs a command that edits the catalogue, as a whole or not at all.
  func edit(_ parsed: ParsedCommand) throws(SessionError) {
    let (command, record) = try describe(parsed)
    var effect: Effect?
    let edit = try editor.edit { () throws(SessionError) in
      try keepingForm(of: parsed.command) { () throws(SessionError) in
        effect = try change(parsed.command)
      }
    }
    commit()
    if let item = effect?.revealed { reveal(item) }
    if let entry = effect?.current { currentEntry = entry }
    guard let edit else {
      if case .deleteAll = parsed.command { return }
      return try report("nothing to change")
    }
    try didEdit(.edit(edit), command: command, record: record)
    if reportsEdits, let report = effect?.report { try self.report(report()) }
  }

  /// Notes an edit that was made, in the history and in the journal.
  func didEdit(
    _ change: EditHistory.Change, command: String, record: String
  ) throws(SessionError) {
    commit()
    history.append(EditHistory.Step(change: change, command: command, record: record))
    didEdit()
    try note(record)
  }

  /// A command as it can be run again in another session, without and with marks of its targets.
  func describe(
    _ parsed: ParsedCommand
  ) throws(SessionError) -> (command: String, record: String) {
    let options = try filingOptions(of: parsed.command) + dateOptions(of: parsed.command)
    // In a script, nothing more is needed.
    guard journal != nil || reportsEdits || isReplaying else {
      let command = parsed.canonicalText(adding: options)
      return (command, command)
    }
    let items = try items(at: parsed.addresses)
    let addresses = zip(parsed.addresses, items).map { absoluteAddress(of: $0, $1) }
    let marks = TargetMarks(items, of: parsed.command, in: catalogue, form)
    let command = parsed.canonicalText(replacingAddresses: addresses, adding: options)
    return (command, marks.record(command))
  }

  /// The consequences of an edit that has been made.
  struct Effect {
    /// The entry that becomes the current one.
    var current: Entry.ID?
    /// The item that becomes visible by opening what contains it.
    var revealed: Item?
    /// The report of the edit; made only if it is printed, since addresses take time.
    var report: (() -> String)?

    init(current: Entry.ID? = nil, revealed: Item? = nil, report: (() -> String)? = nil) {
      self.current = current
      self.revealed = revealed
      self.report = report
    }
  }

  /// Notes an edit in the journal.
  func note(_ command: String) throws(SessionError) {
    try journal { journal throws(OutputFailure) in try journal.record(command) }
    notedEdits += 1
  }

  /// Notes that an edit was undone, whether it is in the journal or in the file.
  func noteUndo() throws(SessionError) {
    if history.isSaved { return try clearJournal() }
    if notedEdits > 0 {
      try journal { journal throws(OutputFailure) in try journal.record("undo") }
      notedEdits -= 1
    } else if journal != nil {
      let state = TextState(TextComparison(catalogue.document, since: file.savedText))
      try journal { journal throws(OutputFailure) in try journal.record(state.record) }
    }
  }

  /// Notes that an edit was redone: the same command in the same state does the same.
  func noteRedo(of command: String) throws(SessionError) {
    if history.isSaved { return try clearJournal() }
    try note(command)
  }

  /// Rewrites the journal so that it leads to the present state.
  package func rewriteJournal() throws(SessionError) {
    try clearJournal()
    guard isDirty else { return }
    if let commands = history.unsavedCommands {
      for command in commands { try note(command) }
    } else {
      try noteUndo()
    }
  }

  func clearJournal() throws(SessionError) {
    notedEdits = 0
    try journal { journal throws(OutputFailure) in try journal.clear() }
  }

  private func journal(
    _ body: (any SessionJournal) throws(OutputFailure) -> Void
  ) throws(SessionError) {
    guard let journal else { return }
    do throws(OutputFailure) {
      try body(journal)
    } catch {
      throw .journal(error)
    }
  }

  /// Makes the changes that a command asks for. Nothing else changes until the edit has been made.
  private func change(_ command: Command) throws(SessionError) -> Effect {
    switch command {
    case .insert(let word, let placement, let label, let fields):
      return try insert(at: word, placement, label: label, fields: fields)
    case .delete(let words): return try delete(try items(at: words))
    case .deleteAll(let query):
      let entries = try allEntries(found: try search(query))
      if entries.isEmpty {
        try write(line: "nothing found")
        return Effect()
      }
      return try delete(entries.map { .entry($0) })
    case .move(let words, let destination, let placement):
      return try move(words, to: destination, placement)
    case .copy(let words, let destination, let placement):
      return try copy(words, to: destination, placement)
    case .set(let word, let fields): return try set(fields, of: word)
    case .unset(let word, let keys):
      let item = try item(at: word)
      try attempt { () throws(EditError) in try editor.unset(keys, of: item) }
      return touched(item, "changed")
    case .rename(let word, let label):
      let item = try item(at: word)
      let old = catalogue.name(of: item)
      try attempt { () throws(EditError) in try editor.rename(item, to: label) }
      return Effect(current: item.entry) {
        "renamed '\(old)' to '\(self.catalogue.name(of: item))'"
      }
    case .fill(let word, let text, let style): return try fill(word, with: text, style)
    case .pick(let word, let title, let style): return try pick(word, title: title, style)
    case .expand(let part): return try disclose(part, .expand)
    case .collapse(let part): return try disclose(part, .collapse)
    case .toggle(let part): return try disclose(part, .toggle)
    case .accordion(.sections(let words)): return try disclose(.sections(words), .accordion)
    default: return try changeSections(command)
    }
  }

  func attempt<Result>(
    _ body: () throws(EditError) -> Result
  ) throws(SessionError) -> Result {
    do throws(EditError) {
      return try body()
    } catch {
      throw .edit(error)
    }
  }

  // MARK: Entries

  private func insert(
    at word: Word, _ placement: Placement?, label: String?, fields: [FieldAssignment]
  ) throws(SessionError) -> Effect {
    let entry = NewEntry(label: label, fields: fields)
    let place = try place(at: word, placement)
    let new = try putting(at: place, placement) { () throws(EditError) in
      try editor.insert(entry, at: place)
    }
    return touched(new, "inserted")
  }

  private func delete(_ items: [Item]) throws(SessionError) -> Effect {
    let items = withoutRepetition(items)
    if items.contains(where: { !$0.isEntry }) { throw .edit(.notAnEntry) }
    let names = items.count == 1 ? "'\(catalogue.name(of: items[0]))'" : "\(items.count) entries"
    try attempt { () throws(EditError) in try editor.delete(items) }
    return Effect { "deleted \(names)" }
  }

  private func withoutRepetition(_ items: [Item]) -> [Item] {
    var seen: Set<Item> = []
    return items.filter { seen.insert($0).inserted }
  }

  /// Moves entries one after another; the first goes to the given place.
  private func move(
    _ words: [Word], to destination: Word, _ placement: Placement?
  ) throws(SessionError) -> Effect {
    let items = withoutRepetition(try items(at: words))
    var place = try destinationPlace(destination, placement)
    for item in items {
      if !item.isEntry { throw .edit(.notAnEntry) }
      try checkInterrupt()
      _ = try putting(at: place, placement) { () throws(EditError) in
        try editor.move(item, to: place)
        return item
      }
      if placement != .sorted { place = .after(item) }
    }
    if items.count > 1 { return Effect { "moved \(items.count) entries" } }
    return touched(items[0], "moved")
  }

  private func copy(
    _ words: [Word], to destination: Word, _ placement: Placement?
  ) throws(SessionError) -> Effect {
    let items = try items(at: words)
    var place = try self.place(at: destination, placement)
    var copies: [Item] = []
    for item in items {
      if !item.isEntry { throw .edit(.notAnEntry) }
      try checkInterrupt()
      let copy = try putting(at: place, placement) { () throws(EditError) in
        try editor.copy(item, to: place)
      }
      copies.append(copy)
      if placement != .sorted { place = .after(copy) }
    }
    if copies.count > 1 { return Effect { "copied \(copies.count) entries" } }
    return touched(copies[0], "copied")
  }

  private func set(_ fields: [FieldAssignment], of word: Word) throws(SessionError) -> Effect {
    let item = try item(at: word)
    try attempt { () throws(EditError) in try editor.set(fields, of: item) }
    return touched(item, "changed")
  }

  /// The effect that makes an item the current one and opens what contains it.
  private func touched(_ item: Item, _ what: String) -> Effect {
    Effect(current: item.entry, revealed: item) { "\(what) \(self.book.address(of: item))" }
  }

  // MARK: Places

  /// The place that an insertion means: after an entry, or at the end of a section.
  func place(at word: Word, _ placement: Placement?) throws(SessionError) -> Place {
    let item = try item(at: word)
    switch placement {
    case .before: return .before(item)
    case .after: return .after(lastRow(of: item))
    case .first: return .first(in: sectionAround(item))
    case .last, .sorted: return .last(in: sectionAround(item))
    case nil:
      if case .section(let section) = item { return .last(in: section) }
      return .after(lastRow(of: item))
    }
  }

  /// The place that a move means: the position of an entry, counted after removing what moves, or
  /// the end of a section.
  private func destinationPlace(
    _ word: Word, _ placement: Placement?
  ) throws(SessionError) -> Place {
    let item = try item(at: word)
    guard placement == nil, item.isEntry else { return try place(at: word, placement) }
    return .position(catalogue.position(of: item), in: sectionAround(item))
  }

  private func sectionAround(_ word: Word) throws(SessionError) -> Section.ID {
    sectionAround(try item(at: word))
  }

  func sectionAround(_ item: Item) -> Section.ID {
    switch item {
    case .entry(let entry): catalogue.section(of: entry)
    case .section(let section): section
    }
  }
}
