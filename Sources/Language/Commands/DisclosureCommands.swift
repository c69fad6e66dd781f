import Catalogues
import Editing
import Forms
import Grammar
import Presentation
import Terminal

/// `expand`: opens sections, or rows of a form.
struct ExpandCommand: SessionCommand {
  static let definition = CommandDefinition(
    .expand, in: .look, "open sections, or expand rows of a form",
    operands: [.outlinePart],
    details: OutlinePart.details + " What is opened is listed, unless it is 'all'.",
    examples: [
      .init("expand B C", "open two sections"),
      .init("expand Fullname", "show the rows that belong to a row of a form"),
    ])

  private let part: OutlinePart

  init(_ given: ParsedCommand) {
    part = OutlinePart(given)
  }

  func run(_ request: CommandRequest, in session: Session) throws(SessionError) {
    try session.disclose(request, part, .expand)
  }
}

/// `collapse`: closes sections, or rows of a form.
struct CollapseCommand: SessionCommand {
  static let definition = CommandDefinition(
    .collapse, in: .look, "close sections, or collapse rows of a form",
    operands: [.outlinePart], details: OutlinePart.details,
    examples: [.init("collapse all", "close all sections")])

  private let part: OutlinePart

  init(_ given: ParsedCommand) {
    part = OutlinePart(given)
  }

  func run(_ request: CommandRequest, in session: Session) throws(SessionError) {
    try session.disclose(request, part, .collapse)
  }
}

/// `toggle`: opens closed sections or rows of a form, and closes open sections or rows.
struct ToggleCommand: SessionCommand {
  static let definition = CommandDefinition(
    .toggle, in: .look, "open what is closed, and close what is open",
    operands: [.outlinePart], details: OutlinePart.details,
    examples: [.init("toggle B", "open B if it is closed, else close it")])

  private let part: OutlinePart

  init(_ given: ParsedCommand) {
    part = OutlinePart(given)
  }

  func run(_ request: CommandRequest, in session: Session) throws(SessionError) {
    try session.disclose(request, part, .toggle)
  }
}

/// `accordion`: opens a section and closes the others, now or from now on.
struct AccordionCommand: SessionCommand {
  static let definition = CommandDefinition(
    .accordion, in: .look, "open a section and close the others, now or always",
    operands: [
      .init(.sectionAddress, "ADDRESS", 1...Int.max, alternatives: ["on", "off"])
    ],
    details: """
      With an ADDRESS, does so once; after 'accordion on', whenever a section is opened. In a \
      form this applies to the rows that expand, and is an edit. What is opened is listed.
      """,
    examples: [
      .init("accordion on", "opening a section closes the others"),
      .init("accordion B", "open B, close the others"),
    ])

  private let change: AccordionChange

  init(_ given: ParsedCommand) {
    let mode = given.operands.first(where: \.isAlternative)
    change = mode.map { .mode($0.word.isKeyword("on")) } ?? .sections(given.operandAddresses)
  }

  func run(_ request: CommandRequest, in session: Session) throws(SessionError) {
    switch change {
    case .mode(let isOn): try session.setAccordion(isOn)
    case .sections(let words): try session.disclose(request, .sections(words), .accordion)
    }
  }
}

extension CommandOperand {
  fileprivate static let outlinePart = CommandOperand(
    .sectionAddress, "ADDRESS", 0...Int.max, alternatives: ["all"])
}

extension OutlinePart {
  fileprivate static let details = """
    Without ADDRESS, the current section is meant; 'all' means every section. The address of an \
    entry means its section. In a form, the address of a row means the row itself or the one that \
    it belongs to, and 'all' means every row that expands; since a form stores in the file which \
    rows are expanded and shown, this is an edit. The rows are printed with numbers.
    """

  fileprivate init(_ given: ParsedCommand) {
    let addresses = given.operandAddresses
    self =
      given.operands.contains(where: \.isAlternative)
      ? .all : addresses.isEmpty ? .current : .sections(addresses)
  }
}

/// Opening and closing sections, and rows of forms.
extension Session {
  /// Opens or closes the sections that a command names, or expands or collapses rows of a form,
  /// which is an edit.
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

  /// Expands or collapses rows of a form, and opens or closes sections that are named with them.
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
    // The accordion mode is part of the operation, because a session that repeats it may have the
    // other mode.
    let operation = Operation.disclose(rows, isAccordion ? .accordion : disclosure)
    try perform(operation, as: try record(of: operation, resolved))
    state.outline.forgetRows()
    if rows == .all { return }
    // Sections are printed only now, when the rows are known to expand.
    if reports || !sections.isEmpty { listing = SessionListing() }
    try write(sections, isNested: false)
    try reporting { () throws(SessionError) in try list(rows: disclosed.map(\.entry)) }
  }

  /// Prints rows, and the visible rows that belong to them.
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
