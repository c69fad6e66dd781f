import Editing

/// The full name of a command, one word or two.
package struct CommandName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  package init(stringLiteral name: String) { rawValue = name }

  /// The words of the name: a command, and possibly a sub-command.
  var words: [String] { rawValue.split(separator: " ").map(String.init) }
}

/// The options of all commands, by their long names.
package enum CommandOptionName: String, CaseIterable, Sendable {
  // How much is shown.
  case page
  case pageSize = "page-size"
  case all, collapsed, expanded, fields
  // What is matched.
  case regexp
  case extendedRegexp = "extended-regexp"
  case fixedStrings = "fixed-strings"
  case ignoreCase = "ignore-case"
  case caseSensitive = "case-sensitive"
  case smartCase = "smart-case"
  case accents, readings
  case fixedDigits = "fixed-digits"
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
  case byLetter = "by-letter"
  // How entries of another file are merged.
  case match, update, map
  case sectionColumn = "section-column"
  case strict, from, encoding
  // What is done despite an obstacle.
  case force, delete
  case newKey = "new-key"
  case breakLinks = "break-links"
  case backup, discard
  // What entries are filed by, and how new sections are written.
  case locale, by, format, reverse
  case titleKey = "title-key"
  case entriesKey = "entries-key"
  // How differences are printed.
  case entries
  // What is fixed.
  case fix
  case unsafeFixes = "unsafe-fixes"
}
