import Grammar
import Language

/// The names of the options of the program that commands of a session do not have.
extension OptionName {
  // What to match.
  static let file: OptionName = "file"
  static let words: OptionName = "words"
  static let titles: OptionName = "titles"
  // What to print.
  static let filesWithMatches: OptionName = "files-with-matches"
  static let filesWithoutMatch: OptionName = "files-without-match"
  static let quiet: OptionName = "quiet"
  static let onlyMatching: OptionName = "only-matching"
  static let afterContext: OptionName = "after-context"
  static let beforeContext: OptionName = "before-context"
  static let context: OptionName = "context"
  static let withFilename: OptionName = "with-filename"
  static let noFilename: OptionName = "no-filename"
  static let null: OptionName = "null"
  static let label: OptionName = "label"
  static let heading: OptionName = "heading"
  static let noHeading: OptionName = "no-heading"
  static let mutt: OptionName = "mutt"
  static let color: OptionName = "color"
  // What to print of values.
  static let path: OptionName = "path"
  static let paths: OptionName = "paths"
  // Where to search.
  static let recursive: OptionName = "recursive"
  // How to search.
  static let noIndex: OptionName = "no-index"
  static let explain: OptionName = "explain"
  // How to read a catalogue.
  static let root: OptionName = "root"
  static let membersKey: OptionName = "members-key"
  static let labelKey: OptionName = "label-key"
  static let detailKey: OptionName = "detail-key"
  static let flat: OptionName = "flat"
  static let skipNull: OptionName = "skip-null"
  static let sectionTitles: OptionName = "section-titles"
  // How to draw an outline.
  static let depth: OptionName = "depth"
  static let accordion: OptionName = "accordion"
  static let indicators: OptionName = "indicators"
  static let width: OptionName = "width"
  static let lines: OptionName = "lines"
  static let noPager: OptionName = "no-pager"
  static let strip: OptionName = "strip"
  static let column: OptionName = "column"
  static let style: OptionName = "style"
  static let grouped: OptionName = "grouped"
  static let detail: OptionName = "detail"
  static let dateFormat: OptionName = "date-format"
  // What the full screen does.
  static let filter: OptionName = "filter"
  static let pick: OptionName = "pick"
  static let print: OptionName = "print"
  static let record: OptionName = "record"
  static let ascii: OptionName = "ascii"
  static let theme: OptionName = "theme"
  // How to run a script, and what to do with the file.
  static let expression: OptionName = "expression"
  static let dryRun: OptionName = "dry-run"
  static let create: OptionName = "create"
  static let failUnchanged: OptionName = "fail-unchanged"
  static let keepGoing: OptionName = "keep-going"
  static let output: OptionName = "output"
  static let verbose: OptionName = "verbose"
  static let wait: OptionName = "wait"
  // What to check, and what to do about it.
  static let select: OptionName = "select"
  static let ignore: OptionName = "ignore"
  static let pictures: OptionName = "pictures"
  static let schema: OptionName = "schema"
  static let since: OptionName = "since"
  // What to do with indexes.
  static let stale: OptionName = "stale"
  // How to write a file for other programs.
  static let to: OptionName = "to"
  static let at: OptionName = "at"
  static let tagged: OptionName = "tagged"
  static let excel: OptionName = "excel"
  static let title: OptionName = "title"
  static let css: OptionName = "css"
  static let showSecrets: OptionName = "show-secrets"
  // What to do with what is published.
  static let list: OptionName = "list"
  static let remove: OptionName = "remove"
  // What a server offers.
  static let write: OptionName = "write"
  // What to compare and to merge, and how.
  static let unified: OptionName = "unified"
  static let script: OptionName = "script"
  static let stat: OptionName = "stat"
  static let key: OptionName = "key"
  static let ignoreOrder: OptionName = "ignore-order"
  static let ours: OptionName = "ours"
  static let theirs: OptionName = "theirs"
  static let union: OptionName = "union"
  static let markerSize: OptionName = "marker-size"
  static let conflictStyle: OptionName = "conflict-style"
  static let install: OptionName = "install"
  static let uninstall: OptionName = "uninstall"
  // For all commands.
  static let noConfig: OptionName = "no-config"
  static let noProgress: OptionName = "no-progress"
  static let help: OptionName = "help"
  static let version: OptionName = "version"
  static let completions: OptionName = "completions"
}
