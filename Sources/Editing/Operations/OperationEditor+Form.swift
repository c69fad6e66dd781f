package import Catalogues
package import Forms
import ICUText
import Platform

/// Filling in forms, and disclosing their rows.
extension OperationEditor {
  private func requireForm() throws(SessionError) -> Form {
    guard let form else { throw .notAForm }
    return form
  }

  /// The row that an entry is in a form or a page of settings; `nil` if it is not a row.
  private func row(_ entry: Entry.ID) -> FormRow? {
    FormRow(entry, of: form, in: catalogue)
  }

  /// The row to fill in, with dates in the style that an operation asks for.
  private func row(_ item: Item, _ style: DateStyle) throws(SessionError) -> FormRow {
    if form == nil, let row = item.entry.flatMap(row) { return row }
    let form = try datedForm(style)
    guard case .entry(let entry) = item else {
      throw .form(.rejected("that is a section, not a row"))
    }
    return form.row(entry)
  }

  func make(_ changes: [Form.Change]) throws(SessionError) {
    try attempt(editor.set(changes.map { (entry: $0.entry, fields: $0.fields) }))
  }

  /// The exact title of the choice that a text means; `nil` if the text is exact or means no
  /// choice.
  func choice(nearestTo text: String, at item: Item, isFilledIn: Bool) -> String? {
    item.entry.flatMap(row)?.choice(nearestTo: text, isFilledIn: isFilledIn)
  }

  // MARK: Keeping rows together

  /// The last of the rows that belong to a row of a form, or the item itself.
  func lastRow(of item: Item) -> Item {
    guard let form, case .entry(let entry) = item, let last = form.row(entry).ownedRows.last else {
      return item
    }
    return .entry(last.entry)
  }

  /// Runs a body that adds, deletes or moves entries. In a form, rows afterwards still belong to
  /// the same rows.
  func keepingForm(
    of operation: Operation, _ body: () throws(SessionError) -> Void
  ) throws(SessionError) {
    guard let form else { return try body() }
    var moved: [Item] = []
    var destination: Destination?
    // The items in whose sections rows are added or removed.
    let touched: [Item]
    switch operation {
    case .insert(_, let place), .copy(_, let place): (destination, touched) = (place, [place.item])
    case .move(let items, let place, _):
      (moved, destination) = (items, place.placement == nil ? nil : place)
      touched = items + [place.item]
    case .delete(let items, _): touched = items
    default: return try body()
    }
    var neighbour: FormStructure.Neighbour?
    if let destination, destination.placement == nil || destination.placement == .after,
      case .entry(let entry) = destination.item
    {
      neighbour = FormStructure.Neighbour(
        row: form.row(entry).ownedRows.last?.entry ?? entry, sibling: entry)
    }
    let structure = FormStructure(
      catalogue, sections: Set(touched.map(sectionAround)).sorted())
    try body()
    let changes = try rethrowing(
      structure.changes(in: form, moved: Set(moved.compactMap(\.entry)), after: neighbour),
      as: SessionError.form)
    try make(changes)
  }

  // MARK: Values

  /// Checks the values that rows of a form or of settings got in the current edit, by whichever
  /// command, as `fill` would. Values that rows had before may stay.
  func checkFormValues(after operation: Operation) throws(SessionError) {
    let namesRow: Bool
    switch operation {
    case .copy, .copySection, .move, .moveSection, .delete, .deleteSections: return
    case .set, .fill, .choose: namesRow = false
    default: namesRow = true
    }
    for (entry, before) in editor.entriesInEdit where catalogue.contains(.entry(entry)) {
      guard let rejection = row(entry)?.rejection(unlessAsIn: before) else { continue }
      guard namesRow, case .rejected(let reason, let hint) = rejection else {
        throw .form(rejection)
      }
      throw .form(.rejected("\(book.address(of: .entry(entry))): \(reason)", hint: hint))
    }
  }

  // MARK: New rows and titles

  /// The entry to insert; in a form, completed like the nearest row that belongs to the same row.
  func completed(
    _ new: NewEntry, at destination: Destination
  ) throws(SessionError) -> NewEntry {
    guard let form, let model = model(at: destination) else { return new }
    return try attempt(form.completed(new, like: form.row(model)))
  }

  /// The row beside a place or, if the place is at an end of a section, the nearest row that
  /// belongs to no other.
  private func model(at destination: Destination) -> Entry.ID? {
    switch destination.placement {
    case nil, .before, .after:
      if case .entry(let entry) = destination.item { return entry }
    case .first, .last, .sorted: break
    }
    let section = catalogue.formSection(sectionAround(destination.item))
    let positions = section.entries.indices.filter { section.owner(of: $0) == nil }
    let nearest = destination.placement == .first ? positions.first : positions.last
    return nearest.map { section.entries[$0] }
  }

  /// The changes that rename a row of a form; `nil` if it is renamed like any other item.
  func formRenaming(_ item: Item, to name: String) throws(SessionError) -> [Form.Change]? {
    guard let form, case .entry(let entry) = item else { return nil }
    return try rethrowing(form.renaming(form.row(entry), to: name), as: SessionError.form)
  }

  // MARK: Filling in

  func fill(
    _ item: Item, with text: String, _ style: DateStyle
  ) throws(SessionError) -> Effect {
    let row = try row(item, style)
    let (filled, changes) = try rethrowing(
      row.form.filling(row, with: text), as: SessionError.form)
    try make(changes)
    return Effect(.filled(filled.entry), current: filled.entry)
  }

  func choose(
    _ title: String?, at item: Item, _ style: DateStyle
  ) throws(SessionError) -> Effect {
    let row = try row(item, style)
    let (chosen, changes) = try rethrowing(
      row.form.choosing(title, at: row), as: SessionError.form)
    try make(changes)
    return Effect(.filled(chosen.entry), current: chosen.entry)
  }

  /// The style of dates at an item. It includes the session's language if none is given, so that
  /// the operation means the same in any session.
  package func dateStyle(_ style: DateStyle = DateStyle(), at item: Item) -> DateStyle {
    guard style.language == nil, let form, case .entry(let entry) = item,
      form.row(entry).concernsDates
    else { return style }
    return DateStyle(language: form.language, pattern: style.pattern)
  }

  /// The form, with dates in the style that an operation asks for.
  private func datedForm(_ style: DateStyle) throws(SessionError) -> Form {
    let own = try requireForm()
    let language = style.language ?? own.language
    if language == own.language, style.pattern == nil { return own }
    // The parser knows neither the session's language nor its calendar.
    if let pattern = style.pattern, DateWriting(language, pattern: pattern) == nil {
      throw .form(
        .rejected("'\(pattern)' does not specify a full date in '\(language.name)'"))
    }
    return Form(catalogue, language: language, pattern: style.pattern) ?? own
  }

  // MARK: Expanding and collapsing

  func disclose(_ rows: DisclosedRows, _ disclosure: Disclosure) throws(SessionError) -> Effect {
    let form = try requireForm()
    let disclosed = form.rows(disclosedBy: rows)
    let changes = try rethrowing(
      rows == .all && disclosure != .toggle
        ? form.changesOfAll(isExpanding: disclosure != .collapse)
        : form.changes(disclosure, disclosed), as: SessionError.form)
    try make(changes)
    let current = disclosed.count == 1 ? disclosed[0].entry : nil
    return Effect(
      rows == .all ? .disclosedAll(disclosure) : .disclosed,
      current: current)
  }
}

extension Form {
  /// The rows that expand for some rows, each once: a row that does not expand itself is replaced
  /// by the row that it belongs to.
  package func rows(disclosedBy rows: DisclosedRows) -> [FormRow] {
    guard case .rows(let entries) = rows else { return disclosableRows }
    var seen: Set<Entry.ID> = []
    return entries.compactMap { entry in
      let row = row(entry)
      let disclosed = row.isDisclosable ? row : row.owner ?? row
      return seen.insert(disclosed.entry).inserted ? disclosed : nil
    }
  }
}
