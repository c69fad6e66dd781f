import Editing
import Grammar
import ICUText

extension SessionCommand {
  private static let steps = CommandOperand(.number(from: 1), "N", 0...1)

  /// Commands that undo and redo edits.
  static let travelling = [
    SessionCommand(
      .undo, in: .history, "undo the last edit, or the last N",
      operands: [steps],
      examples: [.init("undo 3", "undo three edits")],
      action: .look(
        { $0.steps }, { session, count throws(SessionError) in try session.undo(count) })),
    SessionCommand(
      .redo, in: .history, "redo the last undone edit, or the last N",
      operands: [steps],
      examples: [.init("redo", "redo one edit")],
      action: .look(
        { $0.steps }, { session, count throws(SessionError) in try session.redo(count) })),
    SessionCommand(
      "history", in: .history, "list the edits, and which of them are undone",
      examples: [.init("history", "list all edits since the file was read")],
      action: .look { session throws(SessionError) in try session.showHistory() }),
    SessionCommand(
      "diff", in: .history, "print what saving would change in the file",
      options: [.init(.entries, "print it by entry, as 'cardex diff' does")],
      details: "The changes are printed as a unified diff, or by entry with --entries.",
      examples: [
        .init("diff", "look before you save"), .init("diff --entries", "see which entries differ"),
      ],
      action: .look(
        { given throws(CommandError) in given.has(.entries) },
        { session, byEntry throws(SessionError) in
          let differences = session.differences
          try byEntry ? differences.printEntries() : differences.printText()
        })),
  ]

  /// Commands that read and write the file.
  static let filing = [
    SessionCommand(
      "save", in: .file, "write the edits to the file",
      options: [
        .init(.breakLinks, "replace the file even if it has other hard links"),
        .init(.backup, .optional("SUFFIX", .suffix), "keep the old file as FILE~ or FILESUFFIX"),
      ],
      details: """
        The file is replaced as a whole. If it has changed since it was read, these changes are \
        merged first, as 'refresh' does; a conflict keeps it from being saved. Its mode, owner and \
        extended attributes are kept.
        """,
      examples: [
        .init("save", "write the edits"),
        .init("save --backup=.orig", "write them and keep the old file"),
      ],
      action: .look(
        { given throws(CommandError) in
          (breaksLinks: given.has(.breakLinks), backup: try given.backup())
        },
        { session, arguments throws(SessionError) in
          try session.save(breaksLinks: arguments.breaksLinks, backup: arguments.backup)
        })),
    SessionCommand(
      "save as", in: .file, "write the catalogue to another file and continue with it",
      operands: [.init(.file, "FILE")],
      options: [.init(.force, "replace FILE if it exists")],
      examples: [.init("save as 'cars 2.plist'", "write to another file")],
      action: .look(
        { given throws(CommandError) in
          (file: try given.word(0).path(), isForced: given.has(.force))
        },
        { session, arguments throws(SessionError) in
          try session.save(as: arguments.file, isForced: arguments.isForced)
        })),
    SessionCommand(
      "revert", in: .file, "drop all unsaved edits",
      examples: [.init("revert", "go back to what is in the file")],
      action: .look { session throws(SessionError) in try session.revert() }),
    SessionCommand(
      "refresh", in: .file, "read the file again and repeat unsaved edits on it",
      details: """
        Where others have changed the same entry or section, both changes are kept; if they have \
        changed the same value, that is listed as a conflict, and yours stays as an unsaved edit. \
        Then the entries that others have added are listed, followed by those that they have changed, and by a line that counts \
        new, removed, changed and moved entries. Lines are numbered as in 'find'; 'more' continues.
        """,
      examples: [.init("refresh", "see what others have changed")],
      action: .look { session throws(SessionError) in try session.refresh() }),
    SessionCommand(
      .check, in: .file, "report likely mistakes: duplicates, missing labels …",
      options: [
        .init(.fix, "fix what can be fixed, as one edit, and print the equivalent commands"),
        .init(
          .locale, .required("LOCALE", .optionValue),
          "compare letters with the index of the language LOCALE"),
        .init(
          .unsafeFixes, "with --fix, also delete duplicates and empty sections and change keys"),
      ],
      details: "cardex-check(1) describes what is found and what is fixed.",
      examples: [
        .init("check", "check the catalogue as it is now"),
        .init("check --fix", "fix what can be fixed"),
      ],
      action: .run(
        { given throws(CommandError) in
          (in: try given.locale(), fixing: try given.fixScope())
        },
        { session, _, arguments throws(SessionError) in
          let (locale, scope) = arguments
          if let scope {
            try session.perform(.fix(scope, in: locale))
          } else {
            try session.check(in: locale)
          }
          return .shouldContinue
        })),
    SessionCommand(
      "info", in: .file, "print how the file is read and why",
      examples: [.init("info", "print shape, encoding, keys and counts")],
      action: .look { session throws(SessionError) in try session.info() }),
  ]

  /// Commands about the session.
  static let session = [
    SessionCommand(
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
      shorthand: .before(SessionOption.allCases.map(\.rawValue)),
      action: .look(
        { $0.optionChange },
        { session, change throws(SessionError) in try session.setOption(change) })),
    SessionCommand(
      "help", in: .session, "describe the commands, or one of them",
      operands: [
        .init(.commandName(others: HelpTopic.others.map(\.name)), "COMMAND", 0...1),
        .init(.subcommandName, "SUBCOMMAND", 0...1, isNested: true),
      ],
      details: "'help addresses' and 'help quoting' describe how words are written.",
      examples: [
        .init("help insert", "describe a command"),
        .init("help section", "describe all commands for sections"),
      ],
      action: .look(
        { given throws(CommandError) in
          try HelpTopic(given.operands.map(\.word), among: given.commands)
        },
        { session, topic throws(SessionError) in try session.help(topic) })),
    SessionCommand(
      "quit", aliases: ["exit"], in: .session, "leave the session",
      options: [.init(.discard, "drop unsaved edits")],
      details: "If there are unsaved edits, the shell asks; a script fails.",
      examples: [.init("quit --discard", "leave without saving")],
      action: .run(
        { $0.has(.discard) },
        { session, _, discardsEdits throws(SessionError) in
          try session.quit(discardsEdits: discardsEdits)
        })),
  ]
}
