import Catalogues
import Editing
import Forms
import Grammar
import Language
import Presentation
import PropertyLists

// Options and operands that several commands have.

extension [CommandOption] {
  /// The options that drop-ins have in addition to those of the program that they replace.
  static let dropIn: [CommandOption] = [
    .init(.help, "print this help"), .init(.version, "print the version"),
  ]

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

  /// The options for filing entries under the labels of an alphabetic index.
  static let filing: [CommandOption] = [
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

  static let common: [CommandOption] = [
    .init(.noConfig, "ignore the options in the user's settings"),
    .init(.noProgress, "do not say what takes long"),
    .init(.help, "print this help"),
    .init(.version, "print the version"),
  ]

  static func joining(_ lists: [CommandOption]...) -> [CommandOption] { lists.flatMap(\.self) }
}

extension OptionRule {
  static let filing = requires([.locale, .by], [.byLetter])
}

extension [OptionRule] {
  /// The rules of the options for saving what was edited.
  static let saving: [OptionRule] = [
    .apart([.dryRun], [.output]), .apart([.backup, .breakLinks], [.dryRun, .output]),
    .either([.json, .verbose]),
  ]
}

extension CommandOption {
  static let sectionTitles = CommandOption(
    .sectionTitles, .required("A,B,…"), "titles of the sections that have none, in order")
  /// The option to make a file that does not exist.
  static let creating = CommandOption(
    .create, "make FILE, in the format of its name, if it does not exist")
  static let indicators = CommandOption(
    .indicators, .required("OPEN,CLOSED"), "mark open and closed sections with these")
  static let width = CommandOption(
    .width, .required("N", .number(from: 1)), "cut or wrap lines at N columns (the terminal's)")
  static let lines = CommandOption(
    .lines, .required("N", .number(from: 1)),
    "wrap titles, labels, headers and footers up to N lines (1)")
  static let style = CommandOption(
    .style, .required("STYLE", .styles), "place of details: plain, value, aside, subtitle")
  static let grouped = CommandOption(
    .grouped, "draw the entries of each section between rules")
  static let detail = CommandOption(
    .detail, .required("TEMPLATE"), "make details by a template: '{label} {KEY}'")
  static let noPager = CommandOption(.noPager, "do not pipe into $PAGER")
  static let wait = CommandOption(
    .wait, .required("SECONDS", .number(from: 0)), "how long to wait for other programs' locks (10)"
  )
  static let backup = CommandOption(
    .backup, .optional("SUFFIX", .suffix), "keep the old file as FILE~ or FILESUFFIX")
  static let breakLinks = CommandOption(
    .breakLinks, "replace FILE even if other hard links lead to it")
  static let key = CommandOption(
    .key, .required("KEY"), "entries with the same KEY are the same; may be repeated")
  static let color = CommandOption(
    .color, .optional("WHEN", .word(["auto", "always", "never"])),
    "colour: auto (the default), always or never")
  static let dateFormat = CommandOption(
    .dateFormat, .required("PATTERN"),
    "print dates in local time by PATTERN: 'd MMM y HH:mm'")
  static let page = CommandOption(
    .page, .required("N", .number(from: 1)), "print only page N, and how many rows follow it")
  static let pageSize = CommandOption(
    .pageSize, .required("M", .number(from: 1)), "rows per page (20); without --page, print page 1")
}

extension CommandOperand {
  static let file = CommandOperand(.file, "FILE", 0...1)
  static let files = CommandOperand(.file, "FILE", 0...Int.max)
}

extension CommandGroup {
  static let program = CommandGroup("Commands")
}

extension OperandKind {
  static let formats = suggested(FileFormat.allCases.map(\.rawValue))
  static let styles = suggested(RowStyle.allCases.map(\.rawValue))
  static let codes = suggested(Finding.Code.allCases.map(\.rawValue))
}
