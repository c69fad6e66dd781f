import Editing
import Grammar

/// `show`: prints the outline, parts of it, or entries with all their fields.
struct ShowCommand: SessionCommand {
  static let definition = CommandDefinition(
    "show", aliases: ["list"], in: .look, "print the outline, sections, or entries in full",
    operands: [.anyAddresses],
    options: [
      .init(
        .page, .required("N", .number(from: 1)),
        "print the Nth page and continue from there"),
      .init(.pageSize, .required("N", .number(from: 1)), "print N rows per page"),
      .init(.all, "print all at once, without pages"),
      .init(.collapsed, "close all sections"),
      .init(.expanded, "open all sections, and rows of forms, for this listing"),
      .init(.fields, "print all fields of the catalogue, or of what is at ADDRESS"),
    ],
    rules: [
      .apart([.page, .pageSize], [.all, .fields]), .either([.collapsed, .expanded, .fields]),
    ],
    details: """
      Without ADDRESS, prints the outline from the current section on; '/' is the whole outline. \
      A section is printed with its contents, an entry with all its fields, of which long ones \
      are wrapped instead of cut at a terminal; the fields of the catalogue itself, or of the \
      section, are above its rows. Lines are numbered; \
      these numbers are addresses until the next listing. A long outline is printed in pages of \
      20 rows, or fewer if the terminal is shorter. The last line of a page says how many rows are \
      left; 'more' continues, and 'show / --page 3' prints the third page of the outline. \
      Several ADDRESSes are printed at once. Sections that say so, by 'isCollapsed', are closed at \
      first; those whose 'isCollapsible' is false are always open. With 'set by-letter on', the index is printed instead, \
      and an ADDRESS that is one of its labels prints that label with its entries.
      """,
    examples: [
      .init("show B", "print the section B"),
      .init("show B/马自达 3", "print an entry, and line 3 of the last listing"),
    ])

  private let addresses: [Word]
  private let paging: Paging?
  private let shown: ListedRows.Shown
  private let showsFields: Bool

  init(_ given: ParsedCommand) throws(CommandError) {
    addresses = given.operandAddresses
    paging = try ShowCommand.paging(given)
    shown = given.has(.collapsed) ? .collapsed : given.has(.expanded) ? .expanded : .asIs
    showsFields = given.has(.fields)
  }

  func run(_ request: CommandRequest, in session: Session) throws(SessionError) {
    if showsFields { return try session.showFields(addresses) }
    try session.show(addresses, paging: paging, as: shown)
  }

  private static func paging(_ given: ParsedCommand) throws(CommandError) -> Paging? {
    if given.has(.all) { return .all }
    if let option = given.first(of: [.page, .pageSize]), given.operandAddresses.count > 1 {
      throw CommandError(
        "\(option.option.spelling) takes at most one ADDRESS", columns: option.columns,
        hint: "several addresses are printed at once, without pages")
    }
    let rows = given.value(.pageSize)?.number
    if let page = given.value(.page)?.number { return .page(page, rows: rows) }
    return rows.map(Paging.rows)
  }
}

/// `more`: prints the next page of the last listing.
struct MoreCommand: SessionCommand {
  static let definition = CommandDefinition(
    "more", in: .look, "print the next page of the last listing",
    examples: [.init("more", "print the next page")])

  init(_ given: ParsedCommand) {}

  func run(_ request: CommandRequest, in session: Session) throws(SessionError) {
    try session.more()
  }
}

/// `sections`: prints the index of titles.
struct SectionsCommand: SessionCommand {
  static let definition = CommandDefinition(
    "sections", in: .look, "print the section index: titles and numbers of entries",
    examples: [.init("sections", "print the titles of all sections")])

  init(_ given: ParsedCommand) {}

  func run(_ request: CommandRequest, in session: Session) throws(SessionError) {
    try session.listSections()
  }
}

/// `jump`: goes to the section with a title, or with the nearest one.
struct JumpCommand: SessionCommand {
  static let definition = CommandDefinition(
    "jump", in: .look, "go to a section by its title",
    operands: [.init(.sectionTitle, "TITLE", 1...Int.max, isJoined: true)],
    details: """
      Prints a page of the outline, starting at the section, and makes it the current section \
      for 'next' and 'previous'. If no section has that title, goes to the nearest one before it \
      in the index, or else to the first. Chinese titles are also found by their pronunciation: \
      by the beginning of it or its first letter. ':TITLE' does the same; there the whole rest \
      of the line is the title, quotes included.
      """,
    examples: [
      .init("jump M", "go to the section M"),
      .init(":New York", "go to the section New York"),
    ],
    shorthand: .colon)

  private let title: String

  init(_ given: ParsedCommand) {
    title = given.text(0)
  }

  func run(_ request: CommandRequest, in session: Session) throws(SessionError) {
    try session.jump(to: title)
  }
}

/// `next`: goes to the section after the current one.
struct NextCommand: SessionCommand {
  static let definition = CommandDefinition(
    "next", in: .look, "go to the section after the current one",
    examples: [.init("next", "go to the next section")])

  init(_ given: ParsedCommand) {}

  func run(_ request: CommandRequest, in session: Session) throws(SessionError) {
    try session.step(by: 1)
  }
}

/// `previous`: goes to the section before the current one.
struct PreviousCommand: SessionCommand {
  static let definition = CommandDefinition(
    "previous", in: .look, "go to the section before the current one",
    examples: [.init("previous", "go back a section")])

  init(_ given: ParsedCommand) {}

  func run(_ request: CommandRequest, in session: Session) throws(SessionError) {
    try session.step(by: -1)
  }
}
