import Editing
import Grammar

/// `set option`: lists, prints or sets options of the session.
struct SetOptionCommand: SessionCommand {
  static let definition = CommandDefinition(
    "set option", in: .session, "list, print or set options of the session",
    operands: [
      .init(.optionName, "NAME", 0...1), .init(.optionValue, "VALUE", 0...1, isNested: true),
    ],
    details: """
      Without NAME, lists all options and their values; without VALUE, prints the value of one. \
      'option' must be written in full; it may be omitted if NAME is written in full. 'by-letter \
      on' shows entries under the letters of a language instead of sections, and 'show', \
      'sections', 'jump', 'next', 'expand' and similar commands use these; 'locale' sets the \
      language, 'by' the field that entries are filed by. A label is then an ADDRESS for 'show' \
      and 'expand', written without escapes; a section of the same name is '/NAME'. 'style' sets \
      where details are shown: 'plain' (nowhere), 'value' (at the right edge), 'aside' (in a \
      column) or 'subtitle' (below). 'grouped on' draws the entries of each section between \
      rules. 'detail' is a template for details, such as '{email}, {phone}'. 'date-format' is a \
      pattern by which dates are shown in local time, such as 'd MMM y HH:mm'. 'collapsed on' \
      closes all sections, and new ones from then on. 'section-titles' gives titles, with commas \
      between them, to the sections that have none, for addresses and 'jump', too. An empty VALUE \
      resets 'locale', 'by', 'style', 'detail', 'date-format' or 'section-titles' to its default. \
      None of this changes the file.
      """,
    examples: [
      .init("set option page-size 40", "set the number of rows per page"),
      .init("set by-letter on", "show entries under letters"),
      .init("set section-titles Personal,Work", "name two sections that have no titles"),
    ],
    shorthand: .before(SessionOption.allCases.map(\.rawValue)))

  private let change: OptionChange

  init(_ given: ParsedCommand) {
    change =
      switch given.operands.count {
      case 0: .list
      case 1: .show(given.text(0))
      default: .set(given.text(0), value: given.text(1))
      }
  }

  func run(_ request: CommandRequest, in session: Session) throws(SessionError) {
    try session.setOption(change)
  }
}

/// `help`: describes the commands.
struct HelpCommand: SessionCommand {
  static let definition = CommandDefinition(
    "help", in: .session, "describe the commands, or one of them",
    operands: [
      .init(.commandName(others: HelpTopic.others.map(\.name)), "COMMAND", 0...1),
      .init(.subcommandName, "SUBCOMMAND", 0...1, isNested: true),
    ],
    details: "'help addresses' and 'help quoting' describe how words are written.",
    examples: [
      .init("help insert", "describe a command"),
      .init("help section", "describe all commands for sections"),
    ])

  private let topic: HelpTopic

  init(_ given: ParsedCommand) throws(CommandError) {
    topic = try HelpTopic(given.operands.map(\.word), among: given.commands)
  }

  func run(_ request: CommandRequest, in session: Session) throws(SessionError) {
    try session.help(topic)
  }
}

/// `quit`: ends the session, unless edits would be lost.
struct QuitCommand: SessionCommand {
  static let definition = CommandDefinition(
    "quit", aliases: ["exit"], in: .session, "leave the session",
    options: [.init(.discard, "drop unsaved edits")],
    details: "If there are unsaved edits, the shell asks; a script fails.",
    examples: [.init("quit --discard", "leave without saving")])

  private let discardsEdits: Bool

  init(_ given: ParsedCommand) {
    discardsEdits = given.has(.discard)
  }

  func run(_ request: CommandRequest, in session: Session) throws(SessionError) {
    if session.isDirty, !discardsEdits { throw .unsavedEdits }
  }

  var ends: Bool { true }
}
