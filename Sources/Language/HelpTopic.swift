import Editing
package import Grammar

/// A topic of `help`.
package enum HelpTopic: Equatable, Sendable {
  case overview
  /// The summary of each command.
  case all
  case addresses
  case quoting
  /// One command, or all commands that begin with the same word.
  case commands([CommandName])
}

extension HelpTopic {
  /// Help topics that are not commands.
  static let others: [(name: String, topic: HelpTopic)] = [
    ("addresses", .addresses), ("all", .all), ("quoting", .quoting),
  ]

  /// Creates the topic named by the operands of `help`.
  package init(_ words: [Word], among commands: CommandSet) throws(CommandError) {
    guard let first = words.first else {
      self = .overview
      return
    }
    let names = commands.firstWords + HelpTopic.others.map(\.name)
    if words.count == 1, case .one(let name) = NameMatch(first.text, among: names),
      let other = HelpTopic.others.first(where: { $0.name == name })
    {
      self = other.topic
      return
    }
    let family = try commands.family(named: first)
    guard words.count > 1 else {
      self = .commands(family.members.map(\.name))
      return
    }
    guard let found = try commands.subcommand(of: family, words[1]) else {
      throw CommandError(
        "unknown command '\(family.name) \(words[1].text)'", columns: words[1].columns,
        hint: "try 'help \(family.name)'")
    }
    self = .commands([found.name])
  }
}

// MARK: Texts

extension HelpTopic {
  /// The help, in lines of at most 80 columns.
  package func text(_ commands: CommandSet) -> String {
    switch self {
    case .overview: HelpTopic.overview(commands)
    case .all: CommandHelp.summaries(of: commands)
    case .addresses: HelpTopic.aboutAddresses
    case .quoting: HelpTopic.aboutQuoting
    case .commands(let names):
      names.compactMap(commands.command).map(CommandHelp.text).joined(separator: "\n\n")
    }
  }

  /// The names of all commands.
  private static func overview(_ commands: CommandSet) -> String {
    CommandHelp.names(of: commands) + "\n"
      + HelpLayout.paragraph(
        """
        'help COMMAND' describes a command, 'help all' says what each does. An ADDRESS is \
        SECTION/ENTRY, where names may be shortened, or a line number of the last listing. \
        Commands may be shortened. 'help addresses' and 'help quoting' describe how words are \
        written.
        """)
  }

  /// How entries and sections are named.
  private static var aboutAddresses: String {
    HelpLayout.paragraph(
      """
      An address names an entry or a section: the titles of the sections that lead to it and its \
      own name, separated by '/'.
      """)
      + "\n"
      + entries([
        ("B", "the section B"),
        ("B/Bentley", "an entry in it"),
        ("Asia/Japan/Kyoto", "an entry in a section in a section"),
        ("/Others", "an entry outside all sections"),
        ("B/Anna#2", "the second of several items of B with that name"),
        ("B/#2", "the second item of B; B/#-1 is the last"),
        ("7", "line 7 of the last listing"),
        (".", "the current entry"),
        ("$", "the last line of the last listing"),
      ]) + "\n"
      + HelpLayout.paragraph(
        """
        A name is first matched as it is written, then without regard to case and accents, then as \
        the beginning of a single name. A name that matches nothing, or several items, is an error \
        that lists candidates. Commands that change something take names as they are written: a \
        script that has another one fails, and the shell asks.
        """)
      + "\n"
      + HelpLayout.paragraph(
        """
        In a name, '\\/' is a slash, '\\\\' a backslash, '\\#' a number sign at the beginning or before \
        a number at the end, and '\\n', '\\t', '\\r' and '\\u{HEX}' are control characters. In quotes a \
        number, '.' and '$' are names: rename '7' Seven.
        """)
  }

  /// How words are written.
  private static var aboutQuoting: String {
    HelpLayout.paragraph("Blanks separate words. Quote a word that contains blanks.")
      + "\n"
      + entries([
        ("'AC Schnitzer'", "every character is itself"),
        ("\"L'Oréal\"", "the same, but \\\" is a quote and \\\\ a backslash"),
        ("$'two\\nlines'", "with \\n \\t \\r \\\\ \\' \\\" \\u{HEX}; in file names \\xHH"),
        ("AC\\ Schnitzer", "a backslash escapes a blank, a quote, '=' and ':'"),
        ("A\\/C", "before other characters it stays, for addresses"),
        ("# x", "a comment up to the end of the line"),
        ("--", "end of the options; operands follow"),
      ]) + "\n"
      + HelpLayout.paragraph(
        """
        Quoted words are only text: never an option, a line number, or a word such as 'to'. In a \
        script, a backslash at the end of a line joins it with the next.
        """)
  }

  private static func entries(_ entries: [(String, String)]) -> String {
    entries.map { HelpLayout.entry($0.0, $0.1, column: 18) }.joined()
  }
}
