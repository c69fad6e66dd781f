/// The commands, as they are written in full.
package enum CommandName: String, CaseIterable, Sendable {
  case show, more, sections, jump, next, previous, find, expand, collapse, toggle, accordion
  case insert, delete, move, copy, set, unset, rename, fill, pick
  case sectionInsert = "section insert", sectionDelete = "section delete"
  case sectionMove = "section move", sectionRename = "section rename"
  case sectionSort = "section sort", sectionBuild = "section build"
  case undo, redo, history, diff
  case save, saveAs = "save as", revert, refresh, check, info
  case setOption = "set option", help, quit

  /// The words of the name: a command, and maybe a sub-command.
  var words: [String] { rawValue.split(separator: " ").map(String.init) }
}

/// The options of all commands, by their long names.
package enum CommandOptionName: String, CaseIterable, Sendable {
  // How much is shown.
  case page, pageSize = "page-size", all, collapsed
  // What is matched.
  case regexp, extendedRegexp = "extended-regexp", fixedStrings = "fixed-strings"
  case ignoreCase = "ignore-case", caseSensitive = "case-sensitive", smartCase = "smart-case"
  case accents, readings, wordRegexp = "word-regexp", lineRegexp = "line-regexp"
  case invertMatch = "invert-match", field, allFields = "all-fields"
  // What of it is printed.
  case count, maxCount = "max-count", position
  // Where something goes.
  case before, after, first, last, sorted, inside = "in"
  // What is done in spite of something.
  case force, breakLinks = "break-links", backup, discard
  // By what entries are filed, and how new sections are written.
  case locale, by, format, titleKey = "title-key", entriesKey = "entries-key"
  // What is put right.
  case fix, unsafeFixes = "unsafe-fixes"
}
