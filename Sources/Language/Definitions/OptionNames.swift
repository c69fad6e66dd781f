package import Grammar

/// The names of the options of commands that mean no operation.
extension OptionName {
  // How much is shown.
  package static let page: OptionName = "page"
  package static let pageSize: OptionName = "page-size"
  package static let collapsed: OptionName = "collapsed"
  package static let expanded: OptionName = "expanded"
  package static let fields: OptionName = "fields"
  // What is matched.
  package static let regexp: OptionName = "regexp"
  package static let fixedStrings: OptionName = "fixed-strings"
  package static let caseSensitive: OptionName = "case-sensitive"
  package static let smartCase: OptionName = "smart-case"
  package static let accents: OptionName = "accents"
  package static let readings: OptionName = "readings"
  package static let fixedDigits: OptionName = "fixed-digits"
  package static let wordRegexp: OptionName = "word-regexp"
  package static let lineRegexp: OptionName = "line-regexp"
  package static let invertMatch: OptionName = "invert-match"
  package static let allFields: OptionName = "all-fields"
  // What is printed of the matches.
  package static let count: OptionName = "count"
  package static let maxCount: OptionName = "max-count"
  package static let position: OptionName = "position"
  // What is done despite an obstacle.
  package static let breakLinks: OptionName = "break-links"
  package static let backup: OptionName = "backup"
  package static let discard: OptionName = "discard"
  // How differences are printed.
  package static let entries: OptionName = "entries"
}
