/// The options of all commands, by their long names.
enum OptionName: String, CaseIterable {
  // What is matched.
  case regexp, file, extendedRegexp = "extended-regexp", fixedStrings = "fixed-strings"
  case ignoreCase = "ignore-case", caseSensitive = "case-sensitive", smartCase = "smart-case"
  case accents, readings, invertMatch = "invert-match", wordRegexp = "word-regexp"
  case lineRegexp = "line-regexp", field, allFields = "all-fields"
  // What is printed.
  case count, filesWithMatches = "files-with-matches", filesWithoutMatch = "files-without-match"
  case maxCount = "max-count", quiet, position, onlyMatching = "only-matching"
  case afterContext = "after-context", beforeContext = "before-context", context
  case withFilename = "with-filename", noFilename = "no-filename", null, nullData = "null-data"
  case label, heading, noHeading = "no-heading", json, format, mutt, color
  // Where it is looked for.
  case recursive
  // How it is looked for.
  case noIndex = "no-index", explain
  // How a catalogue is read.
  case root, titleKey = "title-key", membersKey = "members-key", labelKey = "label-key"
  case detailKey = "detail-key", flat, encoding
  // How an outline is drawn.
  case collapsed, depth, accordion, page, pageSize = "page-size", indicators, width
  case noPager = "no-pager", strip, column, style, grouped, detail
  // Under which labels entries stand.
  case alphabetic = "index", locale, by
  // How a script is run, and what becomes of the file.
  case expression, dryRun = "dry-run", keepGoing = "keep-going", output, backup
  case breakLinks = "break-links", verbose, wait
  // What is looked for, and what becomes of it.
  case select, ignore, fix, unsafeFixes = "unsafe-fixes"
  // What becomes of indexes.
  case force, stale, all
  // All commands.
  case help, version, completions
}

/// An option as data: it feeds the parser, the help, the completions and the tests of the manual.
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

  init(_ name: OptionName, _ short: Character? = nil, _ argument: Argument = .none, _ help: String)
  {
    self.name = name
    self.short = short
    self.argument = argument
    self.help = help
  }

  /// The option as it is written in help: `-m, --max-count=N`.
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
    case search, show, sections, shell, batch, info, check, index, help
  }

  /// What a command does, as its first operand says, if there is a choice.
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
