package import Grammar

/// The names of the options of all commands of a session.
extension OptionName {
  // How much is shown.
  package static let page: OptionName = "page"
  package static let pageSize: OptionName = "page-size"
  package static let all: OptionName = "all"
  package static let collapsed: OptionName = "collapsed"
  package static let expanded: OptionName = "expanded"
  package static let fields: OptionName = "fields"
  // What is matched.
  package static let regexp: OptionName = "regexp"
  package static let extendedRegexp: OptionName = "extended-regexp"
  package static let fixedStrings: OptionName = "fixed-strings"
  package static let ignoreCase: OptionName = "ignore-case"
  package static let caseSensitive: OptionName = "case-sensitive"
  package static let smartCase: OptionName = "smart-case"
  package static let accents: OptionName = "accents"
  package static let readings: OptionName = "readings"
  package static let fixedDigits: OptionName = "fixed-digits"
  package static let wordRegexp: OptionName = "word-regexp"
  package static let lineRegexp: OptionName = "line-regexp"
  package static let invertMatch: OptionName = "invert-match"
  package static let field: OptionName = "field"
  package static let allFields: OptionName = "all-fields"
  // What is printed of the matches.
  package static let count: OptionName = "count"
  package static let maxCount: OptionName = "max-count"
  package static let position: OptionName = "position"
  // Where something goes.
  package static let before: OptionName = "before"
  package static let after: OptionName = "after"
  package static let first: OptionName = "first"
  package static let last: OptionName = "last"
  package static let sorted: OptionName = "sorted"
  package static let inside: OptionName = "in"
  package static let byLetter: OptionName = "by-letter"
  // How entries of another file are merged.
  package static let match: OptionName = "match"
  package static let update: OptionName = "update"
  package static let map: OptionName = "map"
  package static let sectionColumn: OptionName = "section-column"
  package static let strict: OptionName = "strict"
  package static let from: OptionName = "from"
  package static let encoding: OptionName = "encoding"
  // What is done despite an obstacle.
  package static let force: OptionName = "force"
  package static let delete: OptionName = "delete"
  package static let newKey: OptionName = "new-key"
  package static let breakLinks: OptionName = "break-links"
  package static let backup: OptionName = "backup"
  package static let discard: OptionName = "discard"
  // What entries are filed by, and how new sections are written.
  package static let locale: OptionName = "locale"
  package static let by: OptionName = "by"
  package static let format: OptionName = "format"
  package static let reverse: OptionName = "reverse"
  package static let titleKey: OptionName = "title-key"
  package static let entriesKey: OptionName = "entries-key"
  // How differences are printed.
  package static let entries: OptionName = "entries"
  // What is fixed.
  package static let fix: OptionName = "fix"
  package static let unsafeFixes: OptionName = "unsafe-fixes"
}
