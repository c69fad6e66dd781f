import Catalogues
import Editing
import Grammar

extension CommandOperand {
  static let addresses = CommandOperand(.address, "ADDRESS", 1...Int.max)
  static let anyAddresses = CommandOperand(.address, "ADDRESS", 0...Int.max)
  static let fields = fields(1...Int.max)
  static let anyFields = fields(0...Int.max)
  static let to = CommandOperand(.keyword("to"), "to")

  private static func fields(_ count: ClosedRange<Int>) -> CommandOperand {
    CommandOperand(.field(types: FieldAssignment.typeNames), "KEY[:TYPE]=VALUE", count)
  }
}

extension CommandOption {
  /// The option for keys that are probably misspelt.
  static let newKey = CommandOption(.newKey, "use a key even if it is nearly another one")
}

extension [CommandOption] {
  /// Options that decide which entries match, as in `cardex search`.
  static let matching: [CommandOption] = [
    .init(
      .regexp, letter: "e", .required("PATTERN", .pattern), isRepeatable: true,
      replacesOperands: true, "look for PATTERN, even if it begins with '-'"),
    .init(.extendedRegexp, letter: "E", "patterns are regular expressions (ICU's syntax)"),
    .init(.fixedStrings, letter: "F", "patterns are plain text (the default)"),
    .init(.ignoreCase, letter: "i", "ignore case (the default)"),
    .init(.caseSensitive, "match case"),
    .init(.smartCase, letter: "S", "match case if a pattern has an upper-case letter"),
    .init(.accents, "a plain letter finds only itself, not é, ł or ホ"),
    .init(.readings, "Latin letters also find names by their reading: aodi finds 奥迪"),
    .init(.fixedDigits, "4930 does not find '49 30'"),
    .init(.wordRegexp, letter: "w", "match only whole words"),
    .init(.lineRegexp, letter: "x", "match only whole fields"),
    .init(.invertMatch, letter: "v", "select the entries that do not match"),
    .init(.field, .required("KEY", .key), isRepeatable: true, "search the field KEY instead"),
    .init(.allFields, "search every value of an entry"),
    .init(.inside, .required("PART", .optionValue), "search only the label, or only the detail"),
  ]

  /// Options that decide what entries are filed by.
  static let filing: [CommandOption] = [
    .init(
      .locale, .required("LOCALE", .optionValue),
      "use the order of the language LOCALE, not the session's"),
    .init(.by, .required("KEY", .key), "use the field KEY instead of the label"),
  ]

  /// Options that decide how dates in forms are written.
  static let dates: [CommandOption] = [
    .init(
      .locale, .required("LOCALE", .optionValue),
      "write and read dates as in the language LOCALE"),
    .init(
      .format, .required("PATTERN", .optionValue),
      "write and read dates by PATTERN, such as 'd. MMMM y'"),
  ]

  /// Options to put something beside a place, at an end of a section, or in its order.
  static func placing(at place: String) -> [CommandOption] {
    [
      .init(.before, "put before \(place)"),
      .init(.after, "put after \(place)"),
      .init(.first, "put first in the section at or containing \(place)"),
      .init(.last, "put last in the section at or containing \(place)"),
      .init(.sorted, "put in order in the sorted section at or containing \(place)"),
    ]
  }
}
