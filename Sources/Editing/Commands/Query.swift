package import Grammar
package import Searching

/// The patterns and options that decide which entries a search finds.
package struct Query: Equatable, Sendable {
  /// Patterns, of which an entry must match one.
  package var patterns: [String] = []
  /// Patterns that an entry must all match, as an alternative to each of `patterns`.
  package var words: [String] = []
  package var options = SearchOptions()
  /// Whether names are also found by their readings.
  package var findsReadings = false
  package var isInverted = false
  package var fields = SearchedFields.labelAndDetail

  package init(
    patterns: [String] = [], words: [String] = [], options: SearchOptions = SearchOptions(),
    findsReadings: Bool = false, isInverted: Bool = false, fields: SearchedFields = .labelAndDetail
  ) {
    (self.patterns, self.words, self.options) = (patterns, words, options)
    (self.findsReadings, self.isInverted, self.fields) = (findsReadings, isInverted, fields)
  }

  /// Reads the options of `[CommandOption].matching` and the patterns among the operands.
  package init(_ given: ParsedCommand) throws(CommandError) {
    options.syntax = given.has(.extendedRegexp) ? .regularExpression : .literal
    options.caseSensitivity =
      given.has(.caseSensitive) ? .sensitive : given.has(.smartCase) ? .smart : .insensitive
    options.isAccentSensitive = given.has(.accents)
    options.findsGroupedDigits = !given.has(.fixedDigits)
    options.matchesWholeWords = given.has(.wordRegexp)
    options.matchesWholeField = given.has(.lineRegexp)
    let words = given.words { $0 == .pattern }.map(\.text)
    let isOne = words.count == 1
    patterns = given.values(.regexp).map(\.text) + (isOne ? words : [])
    self.words = isOne ? [] : words
    findsReadings = given.has(.readings)
    isInverted = given.has(.invertMatch)
    fields = try Query.fields(given)
  }

  private static func fields(_ given: ParsedCommand) throws(CommandError) -> SearchedFields {
    if given.has(.allFields) { return .all }
    if given.has(.field) { return .keys(given.values(.field).map(\.text)) }
    guard let scope = given.first(of: [.inside]) else { return .labelAndDetail }
    switch scope.value?.text {
    case "label": return .label
    case "detail": return .detail
    default: throw CommandError("--in takes 'label' or 'detail'", columns: scope.columns)
    }
  }

  /// The alternatives; an entry matches one if it matches all patterns of it.
  package var alternatives: [[String]] { patterns.map { [$0] } + (words.isEmpty ? [] : [words]) }

  /// Options that contradict each other.
  package static let rules: [OptionRule] = [
    .either([.extendedRegexp, .fixedStrings]), .either([.extendedRegexp, .readings]),
    .either([.ignoreCase, .caseSensitive, .smartCase]),
    .either([.field, .allFields, .inside]),
  ]
}

extension [CommandOption] {
  /// Options that decide which entries match.
  package static let matching: [CommandOption] =
    [
      .init(
        .regexp, letter: "e", .required("PATTERN", .pattern), isRepeatable: true,
        replacesOperands: true, "look for PATTERN, even if it begins with '-'")
    ] + spelling + [
      .init(.wordRegexp, letter: "w", "match only whole words"),
      .init(.lineRegexp, letter: "x", "match only whole fields"),
      .init(.invertMatch, letter: "v", "select the entries that do not match"),
      .init(.field, .required("KEY", .key), isRepeatable: true, "search the field KEY instead"),
      .init(.allFields, "search every value of an entry"),
      .init(.inside, .required("PART", .optionValue), "search only the label, or only the detail"),
    ]

  /// Options that decide in which spellings a pattern is found.
  package static let spelling: [CommandOption] = [
    .init(.extendedRegexp, letter: "E", "patterns are regular expressions (ICU's syntax)"),
    .init(.fixedStrings, letter: "F", "patterns are plain text (the default)"),
    .init(.ignoreCase, letter: "i", "ignore case (the default)"),
    .init(.caseSensitive, "match case"),
    .init(.smartCase, letter: "S", "match case if a pattern has an upper-case letter"),
    .init(.accents, "a plain letter finds only itself, not é, ł or ホ"),
    .init(.readings, "Latin letters also find names by their reading: aodi finds 奥迪"),
    .init(.fixedDigits, "4930 does not find '49 30'"),
  ]
}
