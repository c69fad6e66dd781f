import Catalogues
import Forms
import ICUText
import Outlines

/// Filling in forms, and expanding their rows.
extension Session {
  private func requireForm() throws(SessionError) -> Form {
    guard let form else { throw .notAForm }
    return form
  }

  private func row(at word: Word, _ form: Form) throws(SessionError) -> FormRow {
    guard case .entry(let entry) = try item(at: word) else {
      throw .form(.rejected("that is a section, not a row"))
    }
    return form.row(entry)
  }

  private func attemptForm<Result>(
    _ body: () throws(FormError) -> Result
  ) throws(SessionError) -> Result {
    do throws(FormError) {
      return try body()
    } catch {
      throw .form(error)
    }
  }

  private func make(_ changes: [Form.Change]) throws(SessionError) {
    try attempt { () throws(EditError) in
      try editor.set(changes.map { (entry: $0.entry, fields: $0.fields) })
    }
  }

  // MARK: Keeping rows together

  /// The last of the rows that belong to a row of a form, or the item itself.
  func lastRow(of item: Item) -> Item {
    guard let form, case .entry(let entry) = item, let last = form.row(entry).ownedRows.last else {
      return item
    }
    return .entry(last.entry)
  }

  /// Adds, deletes or moves entries; in a form, rows still belong to the rows they belonged to.
  func keepingForm(
    of command: Command, _ body: () throws(SessionError) -> Void
  ) throws(SessionError) {
    guard let form else { return try body() }
    var moved: [Word] = []
    var place: (word: Word, placement: Placement?)?
    // The words that name the sections whose rows come and go; `nil` if these may be any.
    var touched: [Word]?
    switch command {
    case .insert(let word, let placement, _, _): (place, touched) = ((word, placement), [word])
    case .copy(_, let word, let placement): (place, touched) = ((word, placement), [word])
    case .move(let words, let word, let placement):
      (moved, place) = (words, placement == nil ? nil : (word, placement))
      touched = words + [word]
    case .delete(let words): touched = words
    case .deleteAll: break
    default: return try body()
    }
    let items = try items(at: moved)
    let sections = try touched.map { words throws(SessionError) in
      Set(try self.items(at: words).map(sectionAround))
    }
    var neighbour: FormStructure.Neighbour?
    if let place, place.placement == nil || place.placement == .after,
      case .entry(let entry) = try item(at: place.word)
    {
      neighbour = FormStructure.Neighbour(
        row: form.row(entry).ownedRows.last?.entry ?? entry, sibling: entry)
    }
    let structure = FormStructure(
      catalogue, sections: sections?.sorted() ?? [.root] + catalogue.sections(in: .root))
    try body()
    let changes = try attemptForm { () throws(FormError) in
      try structure.changes(
        in: form,
        moved: Set(items.compactMap { if case .entry(let entry) = $0 { entry } else { nil } }),
        after: neighbour)
    }
    try make(changes)
  }

  // MARK: Filling in

  func fill(
    _ word: Word, with text: String, _ style: DateStyle
  ) throws(SessionError) -> Effect {
    let form = try datedForm(style)
    let row = try row(at: word, form)
    let (filled, changes) = try attemptForm { () throws(FormError) in
      try form.filling(row, with: text)
    }
    return try fillIn(filled.entry, changes)
  }

  func pick(_ word: Word, title: String?, _ style: DateStyle) throws(SessionError) -> Effect {
    let form = try datedForm(style)
    let row = try row(at: word, form)
    let (chosen, changes) = try attemptForm { () throws(FormError) in
      try form.choosing(title, at: row)
    }
    return try fillIn(chosen.entry, changes)
  }

  /// The form, with dates written as a command asks.
  private func datedForm(_ style: DateStyle) throws(SessionError) -> Form {
    let own = try requireForm()
    if style.language == nil, style.pattern == nil { return own }
    let language = style.language ?? own.language
    // The parser knows neither the session's language nor its calendar.
    if let pattern = style.pattern, DateWriting(language, pattern: pattern) == nil {
      throw .form(
        .rejected("'\(pattern)' does not specify a full date in '\(language.name)'"))
    }
    return Form(catalogue, language: language, pattern: style.pattern) ?? own
  }

  private func fillIn(_ entry: Entry.ID, _ changes: [Form.Change]) throws(SessionError) -> Effect {
    try make(changes)
    return Effect(current: entry) { [unowned self] in form?.row(entry).report ?? "" }
  }

  /// The options that make a command write dates in any session as it does now.
  func dateOptions(of command: Command) throws(SessionError) -> [String] {
    let (word, style): (Word, DateStyle)
    switch command {
    case .fill(let row, _, let given), .pick(let row, _, let given): (word, style) = (row, given)
    default: return []
    }
    guard style.language == nil, let form, case .entry(let entry) = try item(at: word),
      form.row(entry).concernsDates
    else { return [] }
    return ["--locale=" + Quoting.quotedTail(form.language.name)]
  }

  // MARK: Expanding

  /// Opens or closes what a command names: sections, or rows of a form; the latter is an edit.
  func disclose(
    _ parsed: ParsedCommand, _ part: OutlinePart, _ disclosure: Disclosure
  ) throws(SessionError) {
    guard let form, !view.isOn, let rows = try rows(of: part, form) else {
      return try changeOutline(part, disclosure)
    }
    var sections: [Section.ID] = []
    if case .sections(let words) = part {
      var named: [Word] = []
      for word in words where try !item(at: word).isEntry { named.append(word) }
      if !named.isEmpty { sections = try changeSections(.sections(named), disclosure) }
    }
    if rows.count == 1, outlineState.isAccordion, case .sections(let words) = part,
      disclosure == .expand || disclosure == .toggle && !rows[0].isExpanded
    {
      // The record says what is done, whatever the mode of the session that repeats the command.
      let accordion = ParsedCommand(
        name: .accordion, command: .accordion(.sections(words)), options: [],
        operands: parsed.operands)
      try edit(accordion)
    } else {
      try edit(parsed)
    }
    if part == .all { return }
    // The sections are not printed until the rows are known to expand.
    if reportsEdits || !sections.isEmpty { listing = SessionListing() }
    try list(sections)
    if reportsEdits { try list(rows: rows.map(\.entry)) }
  }

  /// The rows of a form that a command expands; `nil` if it is about sections.
  private func rows(of part: OutlinePart, _ form: Form) throws(SessionError) -> [FormRow]? {
    switch part {
    case .current: return nil
    case .all:
      let rows = form.disclosableRows
      return rows.isEmpty ? nil : rows
    case .sections(let words):
      let items = try items(at: words)
      if !items.contains(where: \.isEntry) { return nil }
      var seen: Set<Entry.ID> = []
      return items.compactMap { item in
        guard case .entry(let entry) = item else { return nil }
        let row = form.row(entry)
        // A row that does not expand itself is replaced by the row that it belongs to.
        let expanded = row.isDisclosable ? row : row.owner ?? row
        return seen.insert(expanded.entry).inserted ? expanded : nil
      }
    }
  }

  func disclose(_ part: OutlinePart, _ disclosure: Disclosure) throws(SessionError) -> Effect {
    let form = try requireForm()
    let rows = try rows(of: part, form) ?? []
    let changes = try attemptForm { () throws(FormError) in
      part == .all && disclosure != .toggle
        ? try form.changesOfAll(isExpanding: disclosure != .collapse)
        : try form.changes(disclosure, rows)
    }
    try make(changes)
    let current = rows.count == 1 ? rows[0].entry : nil
    guard case .all = part else { return Effect(current: current) }
    return Effect(current: current) {
      "\(disclosure == .collapse ? "collapsed" : "expanded") all rows"
    }
  }

  /// Prints rows and those rows belonging to them that are shown.
  private func list(rows: [Entry.ID]) throws(SessionError) {
    guard let form else { return }
    var shown: [Entry.ID] = []
    var seen: Set<Entry.ID> = []
    for entry in rows where !seen.contains(entry) {
      let owned = form.row(entry).ownedRows.map(\.entry).filter { !catalogue.isHidden($0) }
      for row in [entry] + owned where seen.insert(row).inserted { shown.append(row) }
    }
    for entry in rows where catalogue.isHidden(entry) {
      let row = form.row(entry)
      if row.isExpanded, let owner = row.owner {
        let (name, around) = (VisibleText.shown(row.title), VisibleText.shown(owner.title))
        try write(line: "'\(name)' is expanded, but '\(around)' around it is collapsed")
      }
    }
    let items = itemRows
    try write(shown.map { (items.entry($0, depth: 0), $0) }, begins: true, ends: true)
  }
}

extension FormRow {
  /// What has been entered, or what the owning row now shows; both if other rows contribute to it.
  fileprivate var report: String {
    let own = title + FormRow.saying(summary)
    guard let owner else { return own }
    let whole = owner.title + FormRow.saying(owner.shownTitle)
    return isPart ? own + "; " + whole : whole
  }

  private static func saying(_ text: String?) -> String {
    text.flatMap { $0.isEmpty ? nil : " is '\($0)'" } ?? " is empty"
  }
}
