package import Grammar

/// The names of options that only session commands have.
extension OptionName {
  // The part that is shown.
  package static let page: OptionName = "page"
  package static let pageSize: OptionName = "page-size"
  package static let collapsed: OptionName = "collapsed"
  package static let expanded: OptionName = "expanded"
  package static let fields: OptionName = "fields"
  // The form in which matches are printed.
  package static let count: OptionName = "count"
  package static let maxCount: OptionName = "max-count"
  package static let position: OptionName = "position"
  // The form in which values are printed.
  package static let json: OptionName = "json"
  package static let xml: OptionName = "xml"
  package static let keys: OptionName = "keys"
  package static let type: OptionName = "type"
  package static let expect: OptionName = "expect"
  package static let defaultValue: OptionName = "default"
  package static let noNewline: OptionName = "no-newline"
  package static let nullData: OptionName = "null-data"
  // Obstacles that are overridden.
  package static let breakLinks: OptionName = "break-links"
  package static let backup: OptionName = "backup"
  package static let discard: OptionName = "discard"
  // The form in which differences are printed.
  package static let entries: OptionName = "entries"
}
