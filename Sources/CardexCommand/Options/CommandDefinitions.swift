import Editing
import Exchange

extension CommandDefinition {
  /// The commands that have a definition and a page of the manual of their own, in the order in
  /// which help lists them.
  static let main = [
    search, show, sections, browse, shell, batch, info, check, convert, diff, merge, index,
    publish, new, help,
  ]

  /// All commands.
  static let all = main + Name.editing.map(named)

  static func named(_ name: Name) -> CommandDefinition {
    switch name {
    case .search: search
    case .show: show
    case .sections: sections
    case .browse: browse
    case .shell: shell
    case .batch: batch
    case .info: info
    case .check: check
    case .convert: convert
    case .diff: diff
    case .merge: merge
    case .index: index
    case .publish: publish
    case .new: new
    case .help: help
    case .insert, .delete, .move, .copy, .set, .unset, .rename, .replace, .section, .fill, .pick,
      .expand, .collapse, .importing:
      editing(name)
    }
  }

  static let search = CommandDefinition(
    name: .search, operands: "[PATTERN] [FILE…]",
    summary: "find entries by any part of their text",
    details: """
      Prints the entries whose label or detail contains PATTERN, ignoring case; a plain letter also
      finds its accented forms. FILE is '-' for standard input. Exit status: 0 if something was
      found, 1 if not, 2 after an error.
      """,
    options: [
      .init(.regexp, "e", .required("PATTERN"), "look for PATTERN; may be repeated"),
      .init(.file, "f", .required("FILE"), "look for the patterns in FILE, one per line"),
      .init(.extendedRegexp, "E", .none, "patterns are regular expressions (ICU's syntax)"),
      .init(.fixedStrings, "F", .none, "patterns are plain text (the default)"),
      .init(.ignoreCase, "i", .none, "ignore case (the default)"),
      .init(.caseSensitive, nil, .none, "match case"),
      .init(.smartCase, "S", .none, "match case if a pattern has an upper-case letter"),
      .init(.accents, nil, .none, "a plain letter finds only itself, not é, ł or ホ"),
      .init(.readings, nil, .none, "Latin letters also find names by their reading"),
      .init(.fixedDigits, nil, .none, "4930 does not find '49 30'"),
      .init(.words, nil, .none, "all words of PATTERN must match, in any field and order"),
      .init(.wordRegexp, "w", .none, "match only whole words"),
      .init(.lineRegexp, "x", .none, "match only whole fields"),
      .init(.invertMatch, "v", .none, "print the entries that do not match"),
      .init(.field, nil, .required("KEY"), "search the field KEY instead; may be repeated"),
      .init(.allFields, nil, .none, "search every value of an entry"),
      .init(
        .inside, nil, .required("PARTS"), "search only these: label, detail, title (PART,PART…)"),
      .init(.titles, nil, .required("WHEN"), "find titles of sections: yes, no or only"),
      .init(.count, "c", .none, "print only the number of entries found in each file"),
      .init(.filesWithMatches, "l", .none, "print only the names of files with matches"),
      .init(.filesWithoutMatch, "L", .none, "print only the names of files without matches"),
      .init(.maxCount, "m", .required("N"), "stop after N entries in a file"),
      .page, .pageSize,
      .init(.quiet, "q", .none, "print nothing; only set the exit status"),
      .init(.onlyMatching, "o", .none, "print only the parts that match, one per line"),
      .init(.position, "n", .none, "print positions (2.16: section 2, entry 16)"),
      .init(.afterContext, "A", .required("N"), "print N entries after each one found"),
      .init(.beforeContext, "B", .required("N"), "print N entries before each one found"),
      .init(.context, "C", .required("N"), "print N entries before and after"),
      .init(.withFilename, "H", .none, "print the name of the file with each line"),
      .init(.noFilename, "h", .none, "never print file names"),
      .init(.null, "0", .none, "end file names with NUL"),
      .init(.nullData, "z", .none, "end lines with NUL"),
      .init(.label, nil, .required("NAME"), "the name to print for standard input"),
      .init(.heading, nil, .none, "group entries by section (the default at a terminal)"),
      .init(.noHeading, nil, .none, "print one entry per line (the default elsewhere)"),
      .init(.json, nil, .none, "print one JSON object per line for each entry"),
      .init(.format, nil, .required("TEMPLATE"), "print each entry by a template: '{label} {KEY}'"),
      .init(.mutt, nil, .none, "print results for mutt: mail address, name, section"),
      .dateFormat,
    ] + filing + [
      .init(.recursive, "r", .none, "search the property lists in directories"),
      .init(.noIndex, nil, .none, "read FILE itself; neither use nor make an index"),
      .init(.explain, nil, .none, "report on standard error how the index was used"),
      .color,
    ] + parsing + [sectionTitles] + common)

  static let show = CommandDefinition(
    name: .show, operands: "[FILE [ADDRESS…]]",
    summary: "print the outline, a section, or an entry with all fields",
    details: """
      Without ADDRESS, prints the whole outline. ADDRESS is SECTION/ENTRY; each part is a name, a
      unique beginning of one, or #N for the Nth item (#-1 is the last). With --by-letter, the labels
      of an alphabetic index replace the sections, and ADDRESS is one of them.
      """,
    options: [
      .init(.collapsed, nil, .none, "close all sections"),
      .init(.expanded, nil, .none, "open all sections, and rows of forms"),
      .init(.depth, nil, .required("N"), "show N levels of sections, the last of them closed"),
      .init(.accordion, nil, .none, "open only the section at ADDRESS (the first, if none)"),
      .page, .pageSize,
      .init(.style, nil, .required("STYLE"), "place of details: plain, value, aside, subtitle"),
      .init(.grouped, nil, .none, "draw the entries of each section between rules"),
      .init(.detail, nil, .required("TEMPLATE"), "make details by a template: '{label} {KEY}'"),
      .dateFormat,
      .init(.fields, nil, .none, "print all fields of the catalogue, or of what is at ADDRESS"),
      .init(.showSecrets, nil, .none, "show what fields marked as secure hold"),
      .init(.json, nil, .none, "print one JSON object per line for each section and entry"),
    ] + filing + [
      .init(.indicators, nil, .required("OPEN,CLOSED"), "mark open and closed sections with these"),
      .init(.width, nil, .required("N"), "cut or wrap lines at N columns (the terminal's)"),
      .init(.lines, nil, .required("N"), "wrap titles, headers and footers up to N lines (1)"),
      .init(.noPager, nil, .none, "do not pipe into $PAGER"),
      .color,
    ] + parsing + [sectionTitles] + common)

  static let sections = CommandDefinition(
    name: .sections, operands: "[FILE]",
    summary: "print the section index: titles and numbers of entries",
    details: "Exit status 1 if the catalogue has no sections.",
    options: [
      .init(.strip, nil, .none, "print the outermost titles on one line, as many as fit"),
      .init(.column, nil, .none, "with --strip: print one title per line"),
      .init(.json, nil, .none, "print one JSON object per line for each section"),
    ] + filing + [
      .init(.noPager, nil, .none, "do not pipe into $PAGER"),
      .color,
    ] + parsing + [sectionTitles] + common)

  static let browse = CommandDefinition(
    name: .browse, operands: "[FILE]",
    summary: "look, filter and edit on the full screen",
    details: """
      Shows the outline with an index strip and the fields of what is selected; '?' lists the keys.
      'cardex FILE' at a terminal does the same. Exit status: 0; with --pick or --print 1 if nothing
      was chosen; 2 after an error.
      """,
    options: [
      .init(.filter, nil, .required("TEXT"), "begin with only the entries that match TEXT"),
      .init(.pick, nil, .none, "Enter prints the addresses of what is chosen, and ends"),
      .init(.print, nil, .none, "print the addresses of what is chosen at the end"),
      .init(.format, nil, .required("TEMPLATE"), "print entries by a template: '{label} {KEY}'"),
      .init(.record, nil, .required("FILE"), "write all edits as a script for 'cardex batch'"),
      .init(.pictures, nil, .required("FOLDER"), "draw pictures of FOLDER, if the terminal can"),
      .init(.style, nil, .required("STYLE"), "place of details: plain, value, aside, subtitle"),
      .init(.grouped, nil, .none, "draw the entries of each section between rules"),
      .init(.detail, nil, .required("TEMPLATE"), "make details by a template: '{label} {KEY}'"),
      .dateFormat,
    ] + filing + [
      .init(.indicators, nil, .required("OPEN,CLOSED"), "mark open and closed sections with these"),
      .init(.lines, nil, .required("N"), "wrap titles, headers and footers up to N lines (1)"),
      .init(.ascii, nil, .none, "draw marks and rules in ASCII"),
      .color,
    ] + parsing + [sectionTitles] + common)

  static let shell = CommandDefinition(
    name: .shell, operands: "[FILE]",
    summary: "browse and edit in an interactive shell",
    details: """
      Reads commands from the terminal, with editing, history and completion, or from a pipe. Type
      'help' for the commands. Unsaved edits survive a crash: the next shell on FILE offers to make
      them again.
      """,
    options: [
      .init(.indicators, nil, .required("OPEN,CLOSED"), "mark open and closed sections with these"),
      .init(.width, nil, .required("N"), "cut or wrap lines at N columns (the terminal's)"),
      .init(.lines, nil, .required("N"), "wrap titles, headers and footers up to N lines (1)"),
      .color,
    ] + parsing + [sectionTitles] + common)

  static let batch = CommandDefinition(
    name: .batch, operands: "[FILE]",
    summary: "run the shell's commands from scripts: all or nothing",
    details: """
      Runs the commands from -f and -e in the order given, or else from standard input, and saves
      FILE once, if all of them succeed. All are checked before the first one runs. Exit status: 0
      if FILE was changed, 1 if there was nothing to change, 2 after an error.
      """,
    options: [
      .init(.file, "f", .required("SCRIPT"), "run the commands in SCRIPT; may be repeated"),
      .init(.expression, "e", .required("COMMAND"), "run COMMAND; may be repeated"),
      .init(.keepGoing, "k", .none, "continue after errors, save what succeeded; exit status 2"),
    ] + saving + [
      .init(.indicators, nil, .required("OPEN,CLOSED"), "mark open and closed sections with these"),
      .init(.width, nil, .required("N"), "cut or wrap lines at N columns (the terminal's)"),
      .init(.lines, nil, .required("N"), "wrap titles, headers and footers up to N lines (1)"),
      .color,
    ] + parsing + [sectionTitles] + common)

  static let info = CommandDefinition(
    name: .info, operands: "[FILE…]",
    summary: "print how a file is read and why: shape, encoding, keys, counts",
    details: "",
    options: [.init(.noPager, nil, .none, "do not pipe into $PAGER")] + parsing + common)

  static let check = CommandDefinition(
    name: .check, operands: "[FILE…]",
    summary: "report likely mistakes: duplicates, missing labels, impossible dates …",
    details: """
      Prints FILE:LINE:COLUMN: [ADDRESS: ]WHAT [CODE] for each finding. Exit status: 0 if there are
      none, 1 if there are some, 2 after an error. --fix runs the shell's commands, all or nothing;
      what it prints is written before FILE is saved.
      """,
    options: [
      .init(.select, nil, .required("CODES"), "report only these codes (CODE,CODE…)"),
      .init(.ignore, nil, .required("CODES"), "do not report these codes"),
      .init(.json, nil, .none, "print one JSON object per line for each finding"),
      .init(.locale, nil, .required("LOCALE"), "the language in which entries are filed"),
      .init(.pictures, nil, .required("FOLDER"), "report pictures without a file in FOLDER"),
      .init(.fix, nil, .none, "fix what can be fixed, save FILE, and report the rest"),
      .init(.unsafeFixes, nil, .none, "with --fix, also delete duplicates and empty sections"),
      .init(.dryRun, "n", .none, "with --fix, print the commands and a diff; save nothing"),
      .init(.backup, nil, .optional("SUFFIX"), "keep the old file as FILE~ or FILESUFFIX"),
      .init(.breakLinks, nil, .none, "replace FILE even if other hard links lead to it"),
      .init(.wait, nil, .required("SECONDS"), "how long to wait for other programs' locks (10)"),
      .init(.noPager, nil, .none, "do not pipe into $PAGER"),
    ] + parsing + common)

  static let convert = CommandDefinition(
    name: .convert, operands: "[FILE…]",
    summary: "write a file in another format: JSON, CSV, strings, text …",
    details: """
      Writes FILE to OUT, or to standard output, and says what FORMAT cannot hold. FORMAT is one of
      \(Listing.alternatives(ExportFormat.allCases.map(\.rawValue))); without --to it is that of
      OUT's name. If OUT is a directory, each FILE is written into it, under its own name with the
      ending of FORMAT.
      """,
    options: [
      .init(
        .to, nil, .required("FORMAT"), "the format to write",
        choices: ExportFormat.allCases.map(\.rawValue)),
      .init(.output, "o", .required("OUT"), "the file or directory to write (-: standard output)"),
      .init(.force, nil, .none, "replace OUT if it exists"),
      .init(.strict, nil, .none, "if FORMAT cannot hold everything, fail and write nothing"),
      .init(.excel, nil, .none, "csv, tsv: for spreadsheets, with formulas disarmed"),
      .init(.title, nil, .required("TEXT"), "html: the title of the page (the file's name)"),
      .init(.css, nil, .required("FILE"), "html: a style sheet that follows the page's own"),
      .init(.style, nil, .required("STYLE"), "html: place of details, as for 'cardex show'"),
      .init(.grouped, nil, .none, "html: draw each section as a group"),
      .init(.detail, nil, .required("TEMPLATE"), "html: make details by a template"),
      .dateFormat,
      .init(.readings, nil, .none, "html: Latin letters also find names by their reading"),
      .init(.pictures, nil, .required("FOLDER"), "html: embed the pictures that entries name"),
      .init(.showSecrets, nil, .none, "html: write what fields marked as secure hold"),
    ] + filing + parsing + [sectionTitles] + common)

  static let diff = CommandDefinition(
    name: .diff, operands: "OLD NEW",
    summary: "print what differs between two property lists, by entry",
    details: """
      Compares values, however they are written: what was added, removed, moved, renamed and
      changed. One of the files may be '-' for standard input. Exit status: 0 if there are no
      differences, 1 if there are some, 2 after an error.
      """,
    options: [
      .init(.json, nil, .none, "print one JSON object per line for each difference"),
      .init(.unified, "u", .none, "print how the texts differ, as 'diff -u' does"),
      .init(.script, nil, .none, "print commands for 'cardex batch' that make NEW of OLD"),
      .init(.stat, nil, .none, "print only how many differences there are of each kind"),
      .init(.quiet, "q", .none, "print nothing; only set the exit status"),
      .init(.field, nil, .required("KEY"), "only differences in the field KEY; may be repeated"),
      .init(.ignoreOrder, nil, .none, "entries in another order in their section are the same"),
      .init(.key, nil, .required("KEY"), "entries with the same KEY are the same; may be repeated"),
      .init(.noPager, nil, .none, "do not pipe into $PAGER"),
      .color,
    ] + parsing + common)

  static let merge = CommandDefinition(
    name: .merge, operands: "BASE OURS THEIRS",
    summary: "merge two branches of a property list, by entry; set up git for it",
    details: """
      Prints OURS with the changes that THEIRS has made since BASE. Conflicts are listed on standard
      error, and marked in the result as git does. An empty BASE means that there was none. Exit
      status: 0 if there was no conflict, 1 if there were some, 2 after an error.
      """,
    options: [
      .init(.output, "o", .required("FILE"), "write the result to FILE"),
      .init(.wait, nil, .required("SECONDS"), "how long to wait for other programs' locks (10)"),
      .init(.ours, nil, .none, "decide conflicts for OURS"),
      .init(.theirs, nil, .none, "decide conflicts for THEIRS"),
      .init(.union, nil, .none, "delete nothing in conflict; of two values, take that of OURS"),
      .init(.json, nil, .none, "list conflicts as JSON objects, one a line"),
      .init(.key, nil, .required("KEY"), "entries with the same KEY are the same; may be repeated"),
      .init(.markerSize, nil, .required("N"), "the length of conflict markers (7)"),
      .init(.label, nil, .required("NAME"), "what messages call the files"),
      .init(.conflictStyle, nil, .required("STYLE"), "merge, or with BASE's values: diff3, zdiff3"),
      .init(.install, nil, .none, "set up this git repository to merge and show by entry"),
      .init(.uninstall, nil, .none, "take that back"),
    ] + parsing + common)

  static let index = CommandDefinition(
    name: .index, operands: "ACTION [FILE…]",
    summary: "build, list, verify and remove indexes, which make searches fast",
    details: """
      'cardex search' makes and uses indexes by itself; this command manages them by hand. FILE has
      a separate index for each set of reading options. Exit status: 0 if all is well, 1 if
      'verify' found a bad index or 'remove' had nothing to remove, 2 after an error.
      """,
    options: [
      .init(.force, nil, .none, "build: rebuild the index even if it is current"),
      .init(.json, nil, .none, "list: print one JSON object per line for each index"),
      .init(.stale, nil, .none, "remove: indexes that can no longer be used"),
      .init(.all, nil, .none, "remove: all indexes"),
    ] + parsing + common,
    actions: IndexCommand.Action.allCases.map { .init(name: $0.rawValue, summary: $0.summary) })

  static let publish = CommandDefinition(
    name: .publish, operands: "[FILE] URL",
    summary: "load a catalogue into PostgreSQL, or what speaks its language",
    details: """
      Loads FILE into the database at URL, postgresql://[USER@]HOST[:PORT]/DATABASE, as the
      catalogue NAME of '?catalogue=NAME' at its end, or else of FILE's name. 'search', 'sections'
      and 'convert' take such a URL instead of FILE. Exit status: 0, or 2 after an error.
      """,
    options: [
      .init(.update, nil, .none, "write only what differs from what is published"),
      .init(.list, nil, .none, "list what is published at URL"),
      .init(.remove, nil, .none, "remove the catalogue at URL"),
    ] + parsing + common)

  static let new = CommandDefinition(
    name: .new, operands: "FILE [KEY…]",
    summary: "make a new, empty catalogue",
    details: """
      Writes a property list without entries to FILE, which must not exist. KEYs are the fields that
      its entries are to have, such as name and phone; they are kept in a comment until there are
      entries. 'cardex insert FILE --by-letter NAME KEY=VALUE…' adds entries.
      """,
    options: common)

  static let help = CommandDefinition(
    name: .help, operands: "[COMMAND]",
    summary: "describe the program or a command",
    details: "",
    options: [
      .init(.completions, nil, .required("SHELL"), "print completions for bash, zsh or fish")
    ] + common)

  /// The options for reading a property list as a catalogue.
  static let parsing: [OptionDefinition] = [
    .init(.root, nil, .required("KEYPATH"), "the list that is the catalogue: keys joined by dots"),
    .init(.titleKey, nil, .required("KEY"), "the key of sections' titles"),
    .init(.membersKey, nil, .required("KEY"), "the key under which sections hold their entries"),
    .init(.labelKey, nil, .required("KEY"), "the key of entries' labels"),
    .init(.detailKey, nil, .required("KEY"), "the key of entries' details"),
    .init(.flat, nil, .none, "no sections: every element of the root is an entry"),
    .init(.from, nil, .required("FORMAT"), "the format of the file: binary, json, csv …"),
    .init(.encoding, nil, .required("NAME"), "the encoding of the file, whatever it declares"),
    .init(.sectionColumn, nil, .required("KEY"), "csv, tsv: rows are in sections by this column"),
    .init(.skipNull, nil, .none, "json: leave out what is null"),
    .init(.tagged, nil, .none, "json: {\"$date\": …} and {\"$data\": …} are dates and data"),
  ]

  static let sectionTitles = OptionDefinition(
    .sectionTitles, nil, .required("A,B,…"), "titles of the sections that have none, in order")

  /// The options for filing entries under the labels of an alphabetic index.
  private static let filing: [OptionDefinition] = [
    .init(.byLetter, nil, .none, "show entries under the letters of a language, not sections"),
    .init(.locale, nil, .required("LOCALE"), "with --by-letter: its language (the environment's)"),
    .init(.by, nil, .required("KEY"), "with --by-letter: file entries by the field KEY"),
  ]

  /// The options for saving what was edited.
  static let saving: [OptionDefinition] = [
    .init(.dryRun, "n", .none, "print a unified diff of what would change; save nothing"),
    .init(.output, "o", .required("FILE"), "write the result to FILE (-: standard output)"),
    .init(.backup, nil, .optional("SUFFIX"), "keep the old file as FILE~ or FILESUFFIX"),
    .init(.breakLinks, nil, .none, "replace FILE even if other hard links lead to it"),
    .init(.wait, nil, .required("SECONDS"), "how long to wait for other programs' locks (10)"),
    .init(.verbose, "v", .none, "report what each edit does"),
  ]

  static let common: [OptionDefinition] = [
    .init(.noConfig, nil, .none, "ignore the options in the user's settings"),
    .init(.noProgress, nil, .none, "do not say what takes long"),
    .init(.help, nil, .none, "print this help"),
    .init(.version, nil, .none, "print the version"),
  ]
}

extension OptionDefinition {
  fileprivate static let color = OptionDefinition(
    .color, nil, .optional("WHEN"), "colour: auto (the default), always or never")
  fileprivate static let dateFormat = OptionDefinition(
    .dateFormat, nil, .required("PATTERN"), "print dates in local time by PATTERN: 'd MMM y HH:mm'")
  fileprivate static let page = OptionDefinition(
    .page, nil, .required("N"), "print only page N, and how many rows follow it")
  fileprivate static let pageSize = OptionDefinition(
    .pageSize, nil, .required("M"), "rows per page (20); without --page, print page 1")
}
