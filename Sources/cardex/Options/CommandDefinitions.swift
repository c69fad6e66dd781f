extension CommandDefinition {
  /// All commands, in the order in which help lists them.
  static let all = [search, show, sections, shell, batch, info, check, index, help]

  static func named(_ name: Name) -> CommandDefinition {
    switch name {
    case .search: search
    case .show: show
    case .sections: sections
    case .shell: shell
    case .batch: batch
    case .info: info
    case .check: check
    case .index: index
    case .help: help
    }
  }

  static let search = CommandDefinition(
    name: .search, operands: "[PATTERN] [FILE…]",
    summary: "find entries by any part of their text",
    details: """
      Prints the entries whose label or detail holds PATTERN, without regard to case; a plain
      letter also finds its accented forms. FILE is '-' for standard input. Exit status: 0 if
      something was found, 1 if not, 2 after an error.
      """,
    options: [
      .init(.regexp, "e", .required("PATTERN"), "look for PATTERN; may be given several times"),
      .init(.file, "f", .required("FILE"), "look for the patterns in FILE, one a line"),
      .init(.extendedRegexp, "E", .none, "patterns are regular expressions (ICU's syntax)"),
      .init(.fixedStrings, "F", .none, "patterns are plain text (the default)"),
      .init(.ignoreCase, "i", .none, "upper and lower case are the same (the default)"),
      .init(.caseSensitive, nil, .none, "upper and lower case differ"),
      .init(.smartCase, "S", .none, "case matters if a pattern has an upper-case letter"),
      .init(.accents, nil, .none, "a plain letter does not find its accented forms"),
      .init(.readings, nil, .none, "Latin letters also find names by how they are read"),
      .init(.wordRegexp, "w", .none, "a match must be whole words"),
      .init(.lineRegexp, "x", .none, "a match must be a whole field"),
      .init(.invertMatch, "v", .none, "print the entries that do not match"),
      .init(.field, nil, .required("KEY"), "search the field KEY instead; may be repeated"),
      .init(.allFields, nil, .none, "search every text and number of an entry"),
      .init(.count, "c", .none, "print only the number of entries found in each file"),
      .init(.filesWithMatches, "l", .none, "print only the names of files with matches"),
      .init(.filesWithoutMatch, "L", .none, "print only the names of files without matches"),
      .init(.maxCount, "m", .required("N"), "stop after N entries in a file"),
      .init(.quiet, "q", .none, "print nothing; the exit status tells"),
      .init(.onlyMatching, "o", .none, "print only the parts that match, each on its line"),
      .init(.position, "n", .none, "print positions (2.16: section 2, entry 16)"),
      .init(.afterContext, "A", .required("N"), "print N entries after each one found"),
      .init(.beforeContext, "B", .required("N"), "print N entries before each one found"),
      .init(.context, "C", .required("N"), "print N entries before and after"),
      .init(.withFilename, "H", .none, "print the name of the file with each line"),
      .init(.noFilename, "h", .none, "never print names of files"),
      .init(.null, "0", .none, "end names of files with NUL"),
      .init(.nullData, "z", .none, "end lines with NUL"),
      .init(.label, nil, .required("NAME"), "the name of standard input in what is printed"),
      .init(.heading, nil, .none, "set entries under their sections (the default at a terminal)"),
      .init(.noHeading, nil, .none, "print one entry a line (the default elsewhere)"),
      .init(.json, nil, .none, "print a JSON object a line for each entry"),
      .init(.format, nil, .required("TEMPLATE"), "print each entry by a template: '{label} {KEY}'"),
      .init(.mutt, nil, .none, "answer as mutt's query_command: mail address, name, section"),
    ] + filing + [
      .init(.recursive, "r", .none, "search the property lists in folders"),
      .init(.noIndex, nil, .none, "read FILE; neither use nor make an index of it"),
      .init(.explain, nil, .none, "tell on standard error how the index was used"),
      .color,
    ] + reading + common)

  static let show = CommandDefinition(
    name: .show, operands: "[FILE [ADDRESS…]]",
    summary: "print the outline, a section, or an entry with all fields",
    details: """
      Without ADDRESS the whole outline. ADDRESS is SECTION/ENTRY, each part a name, a unique
      beginning of one, or #N for the Nth item (#-1 the last). With --index the labels of an
      alphabetic index take the place of the sections, and of ADDRESS.
      """,
    options: [
      .init(.collapsed, nil, .none, "close all sections"),
      .init(.depth, nil, .required("N"), "show N levels of sections, those of the last closed"),
      .init(.accordion, nil, .none, "open only the section at ADDRESS (the first, if none)"),
      .init(.page, nil, .required("N"), "print only page N, and how many rows are left behind it"),
      .init(.pageSize, nil, .required("M"), "M rows a page (20); without --page, the first page"),
      .init(.style, nil, .required("STYLE"), "where details stand: plain, value, aside, subtitle"),
      .init(.grouped, nil, .none, "draw the entries of each section between rules"),
      .init(.detail, nil, .required("TEMPLATE"), "make details by a template: '{label} {KEY}'"),
    ] + filing + [
      .init(.indicators, nil, .required("XY"), "mark open sections with X and closed ones with Y"),
      .init(.width, nil, .required("N"), "cut lines to N columns (the terminal's width)"),
      .init(.noPager, nil, .none, "do not pipe into $PAGER"),
      .color,
    ] + reading + common)

  static let sections = CommandDefinition(
    name: .sections, operands: "[FILE]",
    summary: "print the section index: titles and numbers of entries",
    details: "Exit status 1 if the catalogue has no sections.",
    options: [
      .init(.strip, nil, .none, "print the outermost titles on one line, as many as fit"),
      .init(.column, nil, .none, "with --strip: print one title a line"),
    ] + filing + [
      .init(.noPager, nil, .none, "do not pipe into $PAGER"),
      .color,
    ] + reading + common)

  static let shell = CommandDefinition(
    name: .shell, operands: "[FILE]",
    summary: "look around and edit in an interactive shell",
    details: """
      Reads commands from the terminal, with editing, history and completion, or from a pipe. Type
      'help' for the commands. Unsaved edits survive a crash: the next shell on FILE offers to make
      them again.
      """,
    options: [
      .init(.indicators, nil, .required("XY"), "mark open sections with X and closed ones with Y"),
      .init(.width, nil, .required("N"), "cut lines to N columns (the terminal's width)"),
      .color,
    ] + reading + common)

  static let batch = CommandDefinition(
    name: .batch, operands: "[FILE]",
    summary: "edit with the shell's commands from scripts: all or nothing",
    details: """
      Runs the commands of the scripts and of -e in the order given, else those of standard input,
      and saves FILE once, if all of them succeed. All are checked before the first one runs. Exit
      status: 0 if FILE was changed, 1 if there was nothing to change, 2 after an error.
      """,
    options: [
      .init(.file, "f", .required("SCRIPT"), "run the commands in SCRIPT; may be repeated"),
      .init(.expression, "e", .required("COMMAND"), "run COMMAND; may be repeated"),
      .init(.dryRun, "n", .none, "print a unified diff of what would change; save nothing"),
      .init(.keepGoing, "k", .none, "go on after errors and save what succeeded; status is 2 then"),
      .init(
        .output, "o", .required("FILE"), "write the result to FILE (-: standard output), not back"),
      .init(.backup, nil, .optional("SUFFIX"), "keep the old file with SUFFIX (~) behind its name"),
      .init(.breakLinks, nil, .none, "replace FILE even if other hard links lead to it"),
      .init(.wait, nil, .required("SECONDS"), "how long to wait for other programs' locks (10)"),
      .init(.verbose, "v", .none, "say what each edit has done"),
      .init(.indicators, nil, .required("XY"), "mark open sections with X and closed ones with Y"),
      .init(.width, nil, .required("N"), "cut lines to N columns (the terminal's width)"),
      .color,
    ] + reading + common)

  static let info = CommandDefinition(
    name: .info, operands: "[FILE…]",
    summary: "print how a file is read and why: shape, encoding, keys, counts",
    details: "",
    options: [.init(.noPager, nil, .none, "do not pipe into $PAGER")] + reading + common)

  static let check = CommandDefinition(
    name: .check, operands: "[FILE…]",
    summary: "report what deserves a look: duplicates, missing labels, impossible dates …",
    details: """
      Prints FILE:LINE:COLUMN: [ADDRESS: ]WHAT [CODE] for each finding. Exit status: 0 if there is
      none, 1 if there are some, 2 after an error. --fix runs commands of the shell, all or nothing;
      what it prints is written before FILE is saved.
      """,
    options: [
      .init(.select, nil, .required("CODES"), "look only for what has these codes (CODE,CODE…)"),
      .init(.ignore, nil, .required("CODES"), "do not look for what has these codes"),
      .init(.json, nil, .none, "print a JSON object a line for each finding"),
      .init(.locale, nil, .required("LOCALE"), "the language in which entries are filed"),
      .init(.fix, nil, .none, "put right what can be, save FILE, and report what is left"),
      .init(.unsafeFixes, nil, .none, "with --fix, delete second copies and empty sections, too"),
      .init(.dryRun, "n", .none, "with --fix, print the commands and a diff; save nothing"),
      .init(.backup, nil, .optional("SUFFIX"), "keep the old file with SUFFIX (~) behind its name"),
      .init(.breakLinks, nil, .none, "replace FILE even if other hard links lead to it"),
      .init(.wait, nil, .required("SECONDS"), "how long to wait for other programs' locks (10)"),
      .init(.noPager, nil, .none, "do not pipe into $PAGER"),
    ] + reading + common)

  static let index = CommandDefinition(
    name: .index, operands: "ACTION [FILE…]",
    summary: "build, list, verify and remove indexes, which make searches fast",
    details: """
      'cardex search' makes and uses indexes by itself; this is for those who want to see to them.
      The reading options are part of which index of FILE is meant. Exit status: 0 if all is well, 1
      if 'verify' found an index that is not good or 'remove' had nothing to remove, 2 after an
      error.
      """,
    options: [
      .init(.force, nil, .none, "build: make the index anew even if it is current"),
      .init(.json, nil, .none, "list: print a JSON object a line for each index"),
      .init(.stale, nil, .none, "remove: the indexes that cannot be used any more"),
      .init(.all, nil, .none, "remove: all indexes"),
    ] + reading + common,
    actions: IndexCommand.Action.allCases.map { .init(name: $0.rawValue, summary: $0.summary) })

  static let help = CommandDefinition(
    name: .help, operands: "[COMMAND]",
    summary: "describe the program or a command",
    details: "",
    options: [
      .init(.completions, nil, .required("SHELL"), "print completions for bash, zsh or fish")
    ] + common)

  /// How a property list is read as a catalogue.
  static let reading: [OptionDefinition] = [
    .init(.root, nil, .required("KEYPATH"), "the list with the catalogue: keys joined by dots"),
    .init(.titleKey, nil, .required("KEY"), "the key of sections' titles"),
    .init(.membersKey, nil, .required("KEY"), "the key under which sections hold their entries"),
    .init(.labelKey, nil, .required("KEY"), "the key of entries' labels"),
    .init(.detailKey, nil, .required("KEY"), "the key of entries' details"),
    .init(.flat, nil, .none, "no sections: every element of the root is an entry"),
    .init(.encoding, nil, .required("NAME"), "the encoding of the file, whatever it declares"),
  ]

  /// How entries are set under the labels of an alphabetic index.
  private static let filing: [OptionDefinition] = [
    .init(.alphabetic, nil, .none, "set entries under the letters of a language, not sections"),
    .init(.locale, nil, .required("LOCALE"), "with --index: the language (else the environment's)"),
    .init(.by, nil, .required("KEY"), "with --index: file entries by the field KEY"),
  ]

  private static let common: [OptionDefinition] = [
    .init(.help, nil, .none, "print this help"),
    .init(.version, nil, .none, "print the version"),
  ]
}

extension OptionDefinition {
  fileprivate static let color = OptionDefinition(
    .color, nil, .optional("WHEN"), "colour: auto (the default), always or never")
}
