import Catalogues
import Editing
import Exchange
import Forms
import Grammar
import Language
import Presentation
import PropertyLists

/// The commands of the program that are not commands of a session, each with a page of the manual of
/// its own.
extension CommandDefinition {
  static let search = CommandDefinition(
    "search", in: .program, "find entries by any part of their text",
    operands: [.init(.pattern, "PATTERN", 0...1), .files],
    options: .joining(
      [
        .init(
          .regexp, letter: "e", .required("PATTERN"), replacesOperands: true,
          "look for PATTERN; may be repeated"),
        .init(
          .file, letter: "f", .required("FILE", .file), replacesOperands: true,
          "look for the patterns in FILE, one per line"),
      ], .spelling,
      [
        .init(.words, "all words of PATTERN must match, in any field and order"),
        .init(.wordRegexp, letter: "w", "match only whole words"),
        .init(.lineRegexp, letter: "x", "match only whole fields"),
        .init(.invertMatch, letter: "v", "print the entries that do not match"),
        .init(.field, .required("KEY", .key), "search the field KEY instead; may be repeated"),
        .init(.allFields, "search every value of an entry"),
        .init(
          .inside, .required("PARTS", .suggested(["label", "detail", "title", "key"])),
          "search only these: label, detail, title, key (PART,PART…)"),
        .init(
          .titles, .required("WHEN", .suggested(["yes", "no", "only"])),
          "find titles of sections: yes, no or only"),
        .init(.count, letter: "c", "print only the number of entries found in each file"),
        .init(.filesWithMatches, letter: "l", "print only the names of files with matches"),
        .init(.filesWithoutMatch, letter: "L", "print only the names of files without matches"),
        .init(.maxCount, letter: "m", .required("N"), "stop after N entries in a file"),
        .page, .pageSize,
        .init(.quiet, letter: "q", "print nothing; only set the exit status"),
        .init(.onlyMatching, letter: "o", "print only the parts that match, one per line"),
        .init(.position, letter: "n", "print positions (2.16: section 2, entry 16)"),
        .init(.afterContext, letter: "A", .required("N"), "print N entries after each one found"),
        .init(.beforeContext, letter: "B", .required("N"), "print N entries before each one found"),
        .init(.context, letter: "C", .required("N"), "print N entries before and after"),
        .init(.withFilename, letter: "H", "print the name of the file with each line"),
        .init(.noFilename, letter: "h", "never print file names"),
        .init(.null, letter: "0", "end file names with NUL"),
        .init(.nullData, letter: "z", "end lines with NUL"),
        .init(.label, .required("NAME", .bytes), "the name to print for standard input"),
        .init(.heading, "group entries by section (the default at a terminal)"),
        .init(.noHeading, "print one entry per line (the default elsewhere)"),
        .init(.json, "print one JSON object per line for each entry"),
        .init(.format, .required("TEMPLATE"), "print each entry by a template: '{label} {KEY}'"),
        .init(.mutt, "print results for mutt: mail address, name, section"),
        .dateFormat,
      ], filing,
      [
        .init(.recursive, letter: "r", "search the property lists in directories"),
        .init(.noIndex, "read FILE itself; neither use nor make an index"),
        .init(.explain, "report on standard error how the index was used"),
        .color,
      ], parsing, [sectionTitles], common),
    details: """
      Prints the entries whose label or detail contains PATTERN, ignoring case; a plain letter also
      finds its accented forms. FILE is '-' for standard input. Exit status: 0 if something was
      found, 1 if not, 2 after an error.
      """)

  static let show = CommandDefinition(
    "show", in: .program, "print the outline, a section, or an entry with all fields",
    operands: [.file, .init(.address, "ADDRESS", 0...Int.max, isNested: true)],
    options: .joining(
      [
        .init(.collapsed, "close all sections"),
        .init(.expanded, "open all sections, and rows of forms"),
        .init(.depth, .required("N"), "show N levels of sections, the last of them closed"),
        .init(.accordion, "open only the section at ADDRESS (the first, if none)"),
        .page, .pageSize, .style, .grouped, .detail, .dateFormat,
        .init(.fields, "print all fields of the catalogue, or of what is at ADDRESS"),
        .init(.paths, "print the path of each item and field before it"),
        .init(.showSecrets, "show what fields marked as secure hold"),
        .init(.json, "print one JSON object per line for each section and entry"),
      ], filing,
      [
        .indicators, .width, .lines, .noPager, .color,
      ], parsing, [sectionTitles], common),
    details: """
      Without ADDRESS, prints the whole outline. ADDRESS is SECTION/ENTRY; each part is a name, a
      unique beginning of one, or #N for the Nth item (#-1 is the last). With --by-letter, the labels
      of an alphabetic index replace the sections, and ADDRESS is one of them.
      """)

  static let get = CommandDefinition(
    "get", in: .program, "print the values at paths, such as .CFBundleVersion",
    operands: [.file, .init(.path, "PATH", 0...Int.max, isNested: true)],
    options: .joining(
      [
        .init(
          .path, letter: "p", .required("PATH"),
          "print what is at PATH in each FILE; may be repeated")
      ], .printingValues,
      [
        .init(.withFilename, letter: "H", "print the name of the file with each value"),
        .init(.noFilename, letter: "h", "never print file names"),
        .init(.label, .required("NAME", .bytes), "the name to print for standard input"),
      ], parsing, common),
    details: """
      Prints the text of a single value, with nothing added but the end of a line. A PATH begins
      with a dot and leads from the root of FILE to a value, whatever FILE is read as: keys, and
      positions in arrays from 0, or from the end as -1. '/' is the whole file. With --path, all
      operands are FILEs. Exit status: 0 if all were found, 1 if not, 2 after an error.
      """)

  static let sections = CommandDefinition(
    "sections", in: .program, "print the section index: titles and numbers of entries",
    operands: [.file],
    options: .joining(
      [
        .init(.strip, "print the outermost titles on one line, as many as fit"),
        .init(.column, "with --strip: print one title per line"),
        .init(.json, "print one JSON object per line for each section"),
      ], filing,
      [
        .noPager, .color,
      ], parsing, [sectionTitles], common),
    details: "Exit status 1 if the catalogue has no sections.")

  static let browse = CommandDefinition(
    "browse", in: .program, "look, filter and edit on the full screen",
    operands: [.file],
    options: .joining(
      [
        .init(.filter, .required("TEXT"), "begin with only the entries that match TEXT"),
        .init(
          .keys, .required("STYLE", .suggested(["search", "vi"])),
          "what is typed is looked for, or letters are commands"),
        .init(
          .theme, .required("NAME", .suggested(["light", "dark", "none"])),
          "colours for a light or a dark terminal, or none"),
        .init(.pick, "Enter prints the addresses of what is chosen, and ends"),
        .init(.print, "print the addresses of what is chosen at the end"),
        .init(.format, .required("TEMPLATE"), "print entries by a template: '{label} {KEY}'"),
        .init(.record, .required("FILE", .bytes), "write all edits as a script for 'cardex batch'"),
        .init(
          .pictures, .required("FOLDER", .directory),
          "draw pictures of FOLDER, if the terminal can"),
        .style, .grouped, .detail, .dateFormat,
      ], filing,
      [
        .indicators, .lines,
        .init(.ascii, "draw marks and rules in ASCII"),
        .color,
      ], parsing, [sectionTitles], common),
    details: """
      Shows the outline with an index strip and the fields of what is selected; '?' lists the keys.
      'cardex FILE' at a terminal does the same. Exit status: 0; with --pick or --print 1 if nothing
      was chosen; 2 after an error.
      """)

  static let shell = CommandDefinition(
    "shell", in: .program, "browse and edit in an interactive shell",
    operands: [.file],
    options: .joining(
      [
        .indicators, .width, .lines, .color,
      ], parsing, [sectionTitles], common),
    details: """
      Reads commands from the terminal, with editing, history and completion, or from a pipe. Type
      'help' for the commands. Unsaved edits survive a crash: the next shell on FILE offers to make
      them again.
      """)

  static let batch = CommandDefinition(
    "batch", in: .program, "run the shell's commands from scripts: all or nothing",
    operands: [.files],
    options: .joining(
      [
        .init(
          .file, letter: "f", .required("SCRIPT", .file),
          "run the commands in SCRIPT; may be repeated"),
        .init(
          .expression, letter: "e", .required("COMMAND", .bytes),
          "run COMMAND; may be repeated"),
        .init(.keepGoing, letter: "k", "continue after errors, save what succeeded; exit status 2"),
      ], saving,
      [
        .indicators, .width, .lines, .color,
      ], parsing, [sectionTitles], common),
    details: """
      Runs the commands from -f and -e in the order given, or else from standard input, and saves
      each FILE once, if all of them succeed there. All are checked before the first one runs. FILE
      '-' is standard input; the result goes to standard output. Exit status: 0 if all is as was
      asked for, or 1 with --fail-unchanged if nothing was changed; 2 after an error in any FILE.
      """)

  static let info = CommandDefinition(
    "info", in: .program, "print how a file is read and why: shape, encoding, keys, counts",
    operands: [.files],
    options: .joining(
      [.init(.json, "print one JSON object per line for each file"), .noPager], parsing, common))

  static let check = CommandDefinition(
    "check", in: .program, "report likely mistakes: duplicates, missing labels, impossible dates …",
    operands: [.files],
    options: .joining(
      [
        .init(.select, .required("CODES", .codes), "report only these codes (CODE,CODE…)"),
        .init(.ignore, .required("CODES", .codes), "do not report these codes"),
        .init(
          .format, .required("FORMAT", .suggested(FindingFormat.allCases.map(\.rawValue))),
          "print findings as text, json, github or sarif"),
        .init(.json, "print one JSON object per line for each finding"),
        .init(.label, .required("NAME", .bytes), "the name to print for standard input"),
        .init(.recursive, letter: "r", "check the property lists in directories"),
        .init(
          .schema, .required("SCHEMA", .suggested(AppleKeys.choices)),
          "whose keys these are: auto, none, info …"),
        .init(
          .since, .required("REVISION", .bytes),
          "report only what is new since this revision of git"),
        .init(.locale, .required("LOCALE"), "the language in which entries are filed"),
        .init(
          .pictures, .required("FOLDER", .directory),
          "report pictures without a file in FOLDER"),
        .init(.fix, "fix what can be fixed, save FILE, and report the rest"),
        .init(.unsafeFixes, "with --fix, also delete duplicates and empty sections"),
        .init(.dryRun, letter: "n", "with --fix, print the commands and a diff; save nothing"),
        .backup, .breakLinks, .wait, .noPager,
      ], parsing, common),
    details: """
      Prints FILE:LINE:COLUMN: [ADDRESS: ]WHAT [CODE] for each finding. Keys and values of
      Info.plist, entitlements, privacy manifests and bundles of settings are compared with Apple's.
      Exit status: 0 if there are no findings, 1 if there are some, 2 after an error. --fix runs the
      shell's commands, all or nothing; what it prints is written before FILE is saved.
      """)

  static let convert = CommandDefinition(
    "convert", in: .program, "write a file in another format: JSON, CSV, strings, text …",
    operands: [.files],
    options: .joining(
      [
        .init(
          .to, .required("FORMAT", .suggested(ExportFormat.allCases.map(\.rawValue))),
          "the format to write"),
        .init(
          .output, letter: "o", .required("OUT", .file),
          "the file or directory to write (-: standard output)"),
        .init(.at, .required("PATH"), "write only the value at PATH, such as .CFBundleURLTypes"),
        .init(.force, "replace OUT if it exists"),
        .init(.strict, "if FORMAT cannot hold everything, fail and write nothing"),
        .init(
          .language, .required("LANGUAGE"),
          "csv, tsv, strings: the texts of a String Catalog in LANGUAGE"),
        .init(.excel, "csv, tsv: for spreadsheets, with formulas disarmed"),
        .init(.title, .required("TEXT"), "html: the title of the page (the file's name, in words)"),
        .init(.css, .required("FILE", .file), "html: a style sheet that follows the page's own"),
        .init(.style, .required("STYLE", .styles), "html: place of details, as for 'cardex show'"),
        .init(.grouped, "html: draw each section as a group"),
        .init(.detail, .required("TEMPLATE"), "html: make details by a template"),
        .dateFormat,
        .init(.readings, "html: Latin letters also find names by their reading"),
        .init(
          .pictures, .required("FOLDER", .directory),
          "html: embed the pictures that entries name"),
        .init(.showSecrets, "html: write what fields marked as secure hold"),
      ], filing, parsing, [sectionTitles], common),
    details: """
      Writes FILE to OUT, or to standard output, and says what FORMAT cannot hold. FORMAT is one of
      \(Listing.alternatives(ExportFormat.allCases.map(\.rawValue))); without --to it is that of
      OUT's name. If OUT is a directory, each FILE is written into it, under its own name with the
      ending of FORMAT.
      """)

  static let diff = CommandDefinition(
    "diff", in: .program, "print what differs between two property lists, by entry",
    operands: [.init(.file, "OLD"), .init(.file, "NEW")],
    options: .joining(
      [
        .init(.json, "print one JSON object per line for each difference"),
        .init(.unified, letter: "u", "print how the texts differ, as 'diff -u' does"),
        .init(.script, "print commands for 'cardex batch' that make NEW of OLD"),
        .init(.stat, "print only how many differences there are of each kind"),
        .init(.quiet, letter: "q", "print nothing; only set the exit status"),
        .init(.field, .required("KEY", .key), "only differences in the field KEY; may be repeated"),
        .init(.ignoreOrder, "entries in another order in their section are the same"),
        .key, .noPager, .color,
      ], parsing, common),
    details: """
      Compares values, however they are written: what was added, removed, moved, renamed and
      changed. One of the files may be '-' for standard input. Exit status: 0 if there are no
      differences, 1 if there are some, 2 after an error.
      """)

  static let merge = CommandDefinition(
    "merge", in: .program, "merge two branches of a property list, by entry; set up git for it",
    operands: [.init(.file, "BASE"), .init(.file, "OURS"), .init(.file, "THEIRS")],
    options: .joining(
      [
        .init(.output, letter: "o", .required("FILE", .file), "write the result to FILE"),
        .wait,
        .init(.ours, "decide conflicts for OURS"),
        .init(.theirs, "decide conflicts for THEIRS"),
        .init(.union, "delete nothing in conflict; of two values, take that of OURS"),
        .init(.json, "list conflicts as JSON objects, one a line"),
        .key,
        .init(.markerSize, .required("N"), "the length of conflict markers (7)"),
        .init(.label, .required("NAME", .bytes), "what messages call the files"),
        .init(.conflictStyle, .required("STYLE"), "merge, or with BASE's values: diff3, zdiff3"),
        .init(.install, "set up this git repository to merge and show by entry"),
        .init(.uninstall, "take that back"),
      ], parsing, common),
    details: """
      Prints OURS with the changes that THEIRS has made since BASE. Conflicts are listed on standard
      error, and marked in the result as git does. An empty BASE means that there was none. Exit
      status: 0 if there was no conflict, 1 if there were some, 2 after an error.
      """)

  static let index = CommandDefinition(
    "index", in: .program, "build, list, verify and remove indexes, which make searches fast",
    operands: [.init(.choice(IndexCommand.Action.choices), "ACTION"), .files],
    options: .joining(
      [
        .init(.force, "build: rebuild the index even if it is current"),
        .init(.json, "list: print one JSON object per line for each index"),
        .init(.stale, "remove: indexes that can no longer be used"),
        .init(.all, "remove: all indexes"),
      ], parsing, common),
    details: """
      'cardex search' makes and uses indexes by itself; this command manages them by hand. FILE has
      a separate index for each set of reading options. Exit status: 0 if all is well, 1 if
      'verify' found a bad index or 'remove' had nothing to remove, 2 after an error.
      """)

  static let publish = CommandDefinition(
    "publish", in: .program, "load a catalogue into PostgreSQL, or what speaks its language",
    operands: [.file, .init(.optionValue, "URL")],
    options: .joining(
      [
        .init(.update, "write only what differs from what is published"),
        .init(.list, "list what is published at URL"),
        .init(.remove, "remove the catalogue at URL"),
      ], parsing, common),
    details: """
      Loads FILE into the database at URL, postgresql://[USER@]HOST[:PORT]/DATABASE, as the
      catalogue NAME of '?catalogue=NAME' at its end, or else of FILE's name. 'search', 'sections'
      and 'convert' take such a URL instead of FILE. Exit status: 0, or 2 after an error.
      """)

  static let new = CommandDefinition(
    "new", in: .program, "make a new, empty catalogue",
    operands: [.init(.file, "FILE"), .init(.key, "KEY", 0...Int.max)],
    options: common,
    details: """
      Writes a property list without entries to FILE, which must not exist. KEYs are the fields that
      its entries are to have, such as name and phone; they are kept in a comment until there are
      entries. 'cardex insert FILE --by-letter NAME KEY=VALUE…' adds entries.
      """)

  static let plutil = CommandDefinition(
    "plutil", in: .program, "do what Apple's plutil does, by its command line",
    operands: [.init(.file, "WORD", 0...Int.max)],
    options: dropIn,
    details: """
      WORDs are those of plutil: 'cardex plutil -help' lists them. Values are changed without touching
      anything else in the file. Exit status: 0, or 1 after an error.
      """)

  static let plistBuddy = CommandDefinition(
    "PlistBuddy", in: .program, "do what Apple's PlistBuddy does, by its command line",
    operands: [.init(.file, "WORD", 0...Int.max)],
    options: dropIn,
    details: """
      WORDs are those of PlistBuddy: 'cardex PlistBuddy -h' lists them. Values are changed without
      touching anything else in the file. Exit status: 0, or 1 after an error.
      """)

  /// The options that drop-ins have beside those of the program whose place they take.
  static let dropIn: [CommandOption] = [
    .init(.help, "print this help"), .init(.version, "print the version"),
  ]

  static let help = CommandDefinition(
    "help", in: .program, "describe the program or a command",
    operands: [.init(.commandName(others: []), "COMMAND", 0...1)],
    options: .joining(
      [
        .init(
          .completions,
          .required("SHELL", .suggested(Completions.Shell.allCases.map(\.rawValue))),
          "print completions for bash, zsh or fish")
      ], common))

  /// The options for reading a property list as a catalogue.
  static let parsing: [CommandOption] = [
    .init(.root, .required("KEYPATH"), "the list that is the catalogue: keys joined by dots"),
    .init(.titleKey, .required("KEY", .key), "the key of sections' titles"),
    .init(.membersKey, .required("KEY", .key), "the key under which sections hold their entries"),
    .init(.labelKey, .required("KEY", .key), "the key of entries' labels"),
    .init(.detailKey, .required("KEY", .key), "the key of entries' details"),
    .init(.flat, "no sections: every element of the root is an entry"),
    .init(.from, .required("FORMAT", .formats), "the format of the file: binary, json, csv …"),
    .init(.encoding, .required("NAME"), "the encoding of the file, whatever it declares"),
    .init(.sectionColumn, .required("KEY"), "csv, tsv: rows are in sections by this column"),
    .init(.skipNull, "json: leave out what is null"),
    .init(.tagged, "json: {\"$date\": …} and {\"$data\": …} are dates and data"),
  ]

  static let sectionTitles = CommandOption(
    .sectionTitles, .required("A,B,…"), "titles of the sections that have none, in order")

  /// The options for filing entries under the labels of an alphabetic index.
  private static let filing: [CommandOption] = [
    .init(.byLetter, "show entries under the letters of a language, not sections"),
    .init(.locale, .required("LOCALE"), "with --by-letter: its language (the environment's)"),
    .init(.by, .required("KEY", .key), "with --by-letter: file entries by the field KEY"),
  ]

  /// The options for saving what was edited.
  static let saving: [CommandOption] = [
    .init(.dryRun, letter: "n", "print a unified diff of what would change; save nothing"),
    .init(
      .output, letter: "o", .required("FILE", .file),
      "write the result to FILE (-: standard output)"),
    .backup, .breakLinks, .wait,
    .init(.failUnchanged, "exit with status 1 if nothing was changed"),
    .init(.verbose, letter: "v", "report what each edit does, and then what has changed"),
    .init(.json, "print what has changed, one JSON object per line"),
  ]

  /// The option for a file that is not there.
  static let creating = CommandOption(
    .create, "make FILE, in the format of its name, if it does not exist")

  static let common: [CommandOption] = [
    .init(.noConfig, "ignore the options in the user's settings"),
    .init(.noProgress, "do not say what takes long"),
    .init(.help, "print this help"),
    .init(.version, "print the version"),
  ]
}

extension [CommandOption] {
  fileprivate static func joining(_ lists: [CommandOption]...) -> [CommandOption] {
    lists.flatMap(\.self)
  }
}

extension CommandOption {
  fileprivate static let indicators = CommandOption(
    .indicators, .required("OPEN,CLOSED"), "mark open and closed sections with these")
  fileprivate static let width = CommandOption(
    .width, .required("N"), "cut or wrap lines at N columns (the terminal's)")
  fileprivate static let lines = CommandOption(
    .lines, .required("N"), "wrap titles, labels, headers and footers up to N lines (1)")
  fileprivate static let style = CommandOption(
    .style, .required("STYLE", .styles), "place of details: plain, value, aside, subtitle")
  fileprivate static let grouped = CommandOption(
    .grouped, "draw the entries of each section between rules")
  fileprivate static let detail = CommandOption(
    .detail, .required("TEMPLATE"), "make details by a template: '{label} {KEY}'")
  fileprivate static let noPager = CommandOption(.noPager, "do not pipe into $PAGER")
  fileprivate static let wait = CommandOption(
    .wait, .required("SECONDS"), "how long to wait for other programs' locks (10)")
  fileprivate static let backup = CommandOption(
    .backup, .optional("SUFFIX", .suffix), "keep the old file as FILE~ or FILESUFFIX")
  fileprivate static let breakLinks = CommandOption(
    .breakLinks, "replace FILE even if other hard links lead to it")
  fileprivate static let key = CommandOption(
    .key, .required("KEY"), "entries with the same KEY are the same; may be repeated")
  fileprivate static let color = CommandOption(
    .color, .optional("WHEN", .suggested(["auto", "always", "never"])),
    "colour: auto (the default), always or never")
  fileprivate static let dateFormat = CommandOption(
    .dateFormat, .required("PATTERN"),
    "print dates in local time by PATTERN: 'd MMM y HH:mm'")
  fileprivate static let page = CommandOption(
    .page, .required("N"), "print only page N, and how many rows follow it")
  fileprivate static let pageSize = CommandOption(
    .pageSize, .required("M"), "rows per page (20); without --page, print page 1")
}

extension CommandOperand {
  static let file = CommandOperand(.file, "FILE", 0...1)
  static let files = CommandOperand(.file, "FILE", 0...Int.max)
}

extension CommandGroup {
  static let program = CommandGroup("Commands")
}

extension OperandKind {
  fileprivate static let formats = suggested(FileFormat.allCases.map(\.rawValue))
  fileprivate static let styles = suggested(RowStyle.allCases.map(\.rawValue))
  fileprivate static let codes = suggested(Finding.Code.allCases.map(\.rawValue))
}
