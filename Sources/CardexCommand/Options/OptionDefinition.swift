/// The options of all commands, by their long names.
enum OptionName: String, CaseIterable {
  // What to match.
  case regexp, file
  case extendedRegexp = "extended-regexp"
  case fixedStrings = "fixed-strings"
  case ignoreCase = "ignore-case"
  case caseSensitive = "case-sensitive"
  case smartCase = "smart-case"
  case accents, readings, words
  case fixedDigits = "fixed-digits"
  case invertMatch = "invert-match"
  case wordRegexp = "word-regexp"
  case lineRegexp = "line-regexp"
  case field
  case allFields = "all-fields"
  case titles
  // What to print.
  case count
  case filesWithMatches = "files-with-matches"
  case filesWithoutMatch = "files-without-match"
  case maxCount = "max-count"
  case quiet, position
  case onlyMatching = "only-matching"
  case afterContext = "after-context"
  case beforeContext = "before-context"
  case context
  case withFilename = "with-filename"
  case noFilename = "no-filename"
  case null
  case nullData = "null-data"
  case label, heading
  case noHeading = "no-heading"
  case json, format, mutt, color
  // Where to search.
  case recursive
  // How to search.
  case noIndex = "no-index"
  case explain
  // How to read a catalogue.
  case root
  case titleKey = "title-key"
  case membersKey = "members-key"
  case labelKey = "label-key"
  case detailKey = "detail-key"
  case flat, from, encoding
  case sectionColumn = "section-column"
  case skipNull = "skip-null"
  case sectionTitles = "section-titles"
  // How to draw an outline.
  case collapsed, expanded, depth, accordion, page
  case pageSize = "page-size"
  case indicators, width, lines
  case noPager = "no-pager"
  case strip, column, style, grouped, detail, fields
  case dateFormat = "date-format"
  // What the full screen does.
  case filter, pick, print, record, ascii
  // Under which labels to file entries.
  case byLetter = "by-letter"
  case locale, by
  // How to run a script, and what to do with the file.
  case expression
  case dryRun = "dry-run"
  case keepGoing = "keep-going"
  case output, backup
  case breakLinks = "break-links"
  case verbose, wait
  // What to change, and where to put something.
  case before, after, first, last, sorted
  case inside = "in"
  case entriesKey = "entries-key"
  case newKey = "new-key"
  case reverse
  // What to check, and what to do about it.
  case select, ignore, pictures, fix
  case unsafeFixes = "unsafe-fixes"
  // What to do with indexes.
  case force, stale, all
  // How to write a file for other programs.
  case to, tagged, excel, strict
  case title, css
  case showSecrets = "show-secrets"
  // How to merge entries of another file.
  case match, update, delete, map
  // What to do with what is published.
  case list, remove
  // What to compare and to merge, and how.
  case unified, script, stat, key
  case ignoreOrder = "ignore-order"
  case ours, theirs, union
  case markerSize = "marker-size"
  case conflictStyle = "conflict-style"
  case install, uninstall
  // For all commands.
  case noConfig = "no-config"
  case noProgress = "no-progress"
  case help, version, completions
}

/// An option as data, used by the parser, the help, the completions and the tests of the manual.
struct OptionDefinition {
  enum Argument: Equatable {
    case none
    case required(String)
    case optional(String)
  }

  let name: OptionName
  let short: Character?
  let argument: Argument
  let help: String
  /// The words that the argument may be, if they are few.
  let choices: [String]

  init(
    _ name: OptionName, _ short: Character? = nil, _ argument: Argument = .none, _ help: String,
    choices: [String] = []
  ) {
    self.name = name
    self.short = short
    self.argument = argument
    self.help = help
    self.choices = choices
  }

  /// The option as written in help: `-m, --max-count=N`.
  var usage: String {
    let long = "--" + name.rawValue
    let prefix = short.map { "-\($0), " } ?? "    "
    switch argument {
    case .none: return prefix + long
    case .required(let name): return prefix + long + "=" + name
    case .optional(let name): return prefix + long + "[=" + name + "]"
    }
  }
}

/// A command as data.
struct CommandDefinition {
  enum Name: String, CaseIterable {
    case search, show, sections, browse, shell, batch, info, check, convert, diff, merge, index,
      publish, new, help
    // Commands of the language.
    case insert, delete, move, copy, set, unset, rename, replace, section
    case fill, pick, expand, collapse
    case importing = "import"
  }

  /// What a command does, chosen by its first operand, if there is a choice.
  struct Action {
    let name: String
    let summary: String
  }

  let name: Name
  let operands: String
  let summary: String
  let details: String
  let options: [OptionDefinition]
  var actions: [Action] = []
}
