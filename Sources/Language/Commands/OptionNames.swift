package import Grammar

/// The names of options that only session commands have.
extension OptionName {
  // How much is shown.
  package static let page: OptionName = "page"
  package static let pageSize: OptionName = "page-size"
  package static let collapsed: OptionName = "collapsed"
  package static let expanded: OptionName = "expanded"
  package static let fields: OptionName = "fields"
  // What is printed of the matches.
  package static let count: OptionName = "count"
  package static let maxCount: OptionName = "max-count"
  package static let position: OptionName = "position"
  // What is printed of values.
  package static let json: OptionName = "json"
  package static let xml: OptionName = "xml"
  package static let keys: OptionName = "keys"
  package static let type: OptionName = "type"
  package static let expect: OptionName = "expect"
  package static let defaultValue: OptionName = "default"
  package static let noNewline: OptionName = "no-newline"
  package static let nullData: OptionName = "null-data"
  // What is done despite an obstacle.
  package static let breakLinks: OptionName = "break-links"
  package static let backup: OptionName = "backup"
  package static let discard: OptionName = "discard"
  // How differences are printed.
  package static let entries: OptionName = "entries"
}
