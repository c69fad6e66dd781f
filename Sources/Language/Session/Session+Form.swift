import Catalogues
import Editing
import Forms
import Grammar
import Presentation
import Terminal

/// Expanding and collapsing the rows of forms.
extension Session {
  /// Opens or closes what a command names: sections, or rows of a form; the latter is an edit.
  func disclose(
    _ request: CommandRequest, _ part: OutlinePart, _ disclosure: Disclosure
  ) throws(SessionError) {
    if view.isOn { return try changeOutline(part, disclosure, try headings(of: part)) }
    if form == nil, catalogue.isFlat { throw .noSections }
    let resolved = try resolve(request)
    if let form, part != .current {
      let rows = part == .all ? .all : DisclosedRows.rows(resolved.items.compactMap(\.entry))
      let disclosed = form.rows(disclosedBy: rows)
      if !disclosed.isEmpty { return try disclose(rows, disclosed, resolved, disclosure) }
    }
    try changeOutline(part, disclosure, try headings(of: part, resolved.items))
  }

  /// Expands or collapses rows of a form, and opens or closes the sections named beside them.
  private func disclose(
    _ rows: DisclosedRows, _ disclosed: [FormRow], _ resolved: ResolvedCommand,
    _ disclosure: Disclosure
  ) throws(SessionError) {
    let named = resolved.items.filter { !$0.isEntry }
    let sections = named.isEmpty ? [] : try headings(of: .sections([]), named)
    try change(sections, isAll: false, disclosure)
    let isAccordion =
      disclosed.count == 1 && state.outline.isAccordion && rows != .all
      && (disclosure == .expand || disclosure == .toggle && !disclosed[0].isExpanded)
    // The operation says what is done, whatever the mode of the session that repeats it.
    let operation = Operation.disclose(rows, isAccordion ? .accordion : disclosure)
    try perform(operation, as: try record(of: operation, resolved))
    state.outline.forgetRows()
    if rows == .all { return }
    // The sections are not printed until the rows are known to expand.
    if reports || !sections.isEmpty { listing = SessionListing() }
    try write(sections, isNested: false)
    try reporting { () throws(SessionError) in try list(rows: disclosed.map(\.entry)) }
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
        try output.write(line: "'\(name)' is expanded, but '\(around)' around it is collapsed")
      }
    }
    let builder = rowBuilder(Sectioning(catalogue))
    try write(shown.map { (builder.row(of: $0, depth: 0), $0) })
  }
}
