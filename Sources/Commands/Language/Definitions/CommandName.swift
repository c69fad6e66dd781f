/// The commands by their full names.
package enum CommandName: String, CaseIterable, Sendable {
  case show, more, sections, jump, next, previous, find, expand, collapse, toggle, accordion
  case insert, delete, move, copy, set, unset, rename, fill, pick
  case sectionInsert = "section insert"
  case sectionDelete = "section delete"
  case sectionMove = "section move"
  case sectionRename = "section rename"
  case sectionSort = "section sort"
  case sectionBuild = "section build"
  case undo, redo, history, diff
  case save
  case saveAs = "save as"
  case revert, refresh, check, info
  case setOption = "set option"
  case help, quit

  /// The words of the name: a command, and possibly a sub-command.
  var words: [String] { rawValue.split(separator: " ").map(String.init) }
}

/// The options of all commands, by their long names.
package enum CommandOptionName: String, CaseIterable, Sendable {
  // How much is shown.
  case page
  case pageSize = "page-size"
  case all, collapsed
  // What is matched.
  case regexp
  case extendedRegexp = "extended-regexp"
  case fixedStrings = "fixed-strings"
  case ignoreCase = "ignore-case"
  case caseSensitive = "case-sensitive"
  case smartCase = "smart-case"
  case accents, readings
  case wordRegexp = "word-regexp"
  case lineRegexp = "line-regexp"
  case invertMatch = "invert-match"
  case field
  case allFields = "all-fields"
  // What is printed of the matches.
  case count
  case maxCount = "max-count"
  case position
  // Where something goes.
  case before, after, first, last, sorted
  case inside = "in"
  // What is done despite an obstacle.
  case force
  case breakLinks = "break-links"
  case backup, discard
  // What entries are filed by, and how new sections are written.
  case locale, by, format
  case titleKey = "title-key"
  case entriesKey = "entries-key"
  // What is fixed.
  case fix
  case unsafeFixes = "unsafe-fixes"
}
