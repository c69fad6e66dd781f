extension CommandDefinition {
  private static let steps = CommandOperand(.number(from: 1), "N", 0...1)

  /// Commands that go back and forth between edits.
  static let travelling = [
    CommandDefinition(
      .undo, in: .history, "take back the last edit, or the last N",
      operands: [steps],
      examples: [.init("undo 3", "take back three edits")]),
    CommandDefinition(
      .redo, in: .history, "do the last undone edit again, or the last N",
      operands: [steps],
      examples: [.init("redo", "do one edit again")]),
    CommandDefinition(
      .history, in: .history, "list the edits, and which are undone",
      examples: [.init("history", "list all edits since the file was read")]),
    CommandDefinition(
      .diff, in: .history, "print what saving would change in the file",
      details: "The changes are printed as a unified diff.",
      examples: [.init("diff", "look before you save")]),
  ]

  /// Commands that read and write the file.
  static let filing = [
    CommandDefinition(
      .save, in: .file, "write the edits to the file",
      options: [
        .init(.breakLinks, "write a file of its own if it has other hard links"),
        .init(
          .backup, takes: .optional("SUFFIX", .suffix),
          "keep the old file, called FILE~ or FILESUFFIX"
        ),
      ],
      details: """
        The file is replaced as a whole, and only if nobody has changed it since it was read. Its \
        mode, owner and extended attributes are kept.
        """,
      examples: [
        .init("save", "write the edits"),
        .init("save --backup=.orig", "write them, and keep the old file"),
      ]),
    CommandDefinition(
      .saveAs, in: .file, "write the catalogue to another file, and go on with that",
      operands: [.init(.file, "FILE")],
      options: [.init(.force, "replace FILE if it exists")],
      examples: [.init("save as 'cars 2.plist'", "write to another file")]),
    CommandDefinition(
      .revert, in: .file, "drop all edits that are not saved",
      examples: [.init("revert", "go back to what is in the file")]),
    CommandDefinition(
      .refresh, in: .file, "read the file again, and repeat unsaved edits on it",
      details: """
        Edits that are no longer possible are listed and dropped. Then the entries are listed that \
        others have added, behind them those that they have changed, and a line says how many came, \
        went, changed and moved. Lines are numbered as those of 'find' are; 'more' continues.
        """,
      examples: [.init("refresh", "see what others have changed")]),
    CommandDefinition(
      .check, in: .file, "report what deserves a look: duplicates, missing labels …",
      options: [
        .init(.fix, "put right what can be, as one edit, and print the commands that do the same"),
        .init(
          .locale, takes: .required("LOCALE", .optionValue),
          "compare letters in the order of the language LOCALE"),
        .init(.unsafeFixes, "with --fix, delete copies and empty sections and change keys, too"),
      ],
      details: "cardex-check(1) describes what is found and what is put right.",
      examples: [
        .init("check", "check the catalogue as it is now"),
        .init("check --fix", "put right what can be"),
      ]),
    CommandDefinition(
      .info, in: .file, "print how the file is read and why",
      examples: [.init("info", "print shape, encoding, keys and counts")]),
  ]

  /// Commands about the session.
  static let session = [
    CommandDefinition(
      .setOption, in: .session, "list, print or change options of the session",
      operands: [
        .init(.optionName, "NAME", 0...1), .init(.optionValue, "VALUE", 0...1, isNested: true),
      ],
      details: """
        Without NAME, all options and their values; without VALUE, that of one. 'option' is \
        written in full; with NAME in full it may be left out. 'index on' shows entries \
        under the letters of a language instead of sections, and 'show', 'sections', 'jump', \
        'next', 'expand' and their like go by these; 'locale' says of which language, 'by' which \
        field they are filed by. A label is an ADDRESS of 'show' and 'expand' then, written as it \
        is; a section of the same name is '/NAME'. 'style' says where details stand: 'plain' \
        (nowhere), 'value' (at the right edge), 'aside' (in a column) or 'subtitle' (below). \
        'grouped on' draws the entries of each section between rules. 'detail' is a template of \
        which details are made, as '{email}, {phone}'. An empty VALUE of 'locale', 'by', 'style' \
        and 'detail' means the usual one. Nothing of this changes the file.
        """,
      examples: [
        .init("set option page-size 40", "change one"),
        .init("set index on", "show entries under letters"),
      ]),
    CommandDefinition(
      .help, in: .session, "describe the commands, or one of them",
      operands: [
        .init(.commandName, "COMMAND", 0...1),
        .init(.subcommandName, "SUBCOMMAND", 0...1, isNested: true),
      ],
      details: "'help addresses' and 'help quoting' are about how words are written.",
      examples: [
        .init("help insert", "describe a command"),
        .init("help section", "describe all commands for sections"),
      ]),
    CommandDefinition(
      .quit, aliases: ["exit"], in: .session, "leave",
      options: [.init(.discard, "drop edits that are not saved")],
      details: "With edits that are not saved, the shell asks; a script fails.",
      examples: [.init("quit --discard", "leave without saving")]),
  ]
}
