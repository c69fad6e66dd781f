import Editing

/// An option of a command, as data.
package struct CommandOption: Equatable, Sendable {
  package enum Argument: Equatable, Sendable {
    case none
    case required(String, OperandKind)
    case optional(String, OperandKind)
  }

  package let name: CommandOptionName
  package let letter: Character?
  package let argument: Argument
  package let isRepeatable: Bool
  /// What the option does, in a few words.
  package let help: String

  init(
    _ name: CommandOptionName, letter: Character? = nil, takes argument: Argument = .none,
    isRepeatable: Bool = false, _ help: String
  ) {
    self.name = name
    self.letter = letter
    self.argument = argument
    self.isRepeatable = isRepeatable
    self.help = help
  }

  /// The option as written in a command: `--max-count`.
  package var spelling: String { "--" + name.rawValue }

  /// The option as written in the help: `-m, --max-count=N`.
  package var usage: String {
    let prefix = letter.map { "-\($0), " } ?? "    "
    switch argument {
    case .none: return prefix + spelling
    case .required(let name, _): return prefix + spelling + "=" + name
    case .optional(let name, _): return prefix + spelling + "[=" + name + "]"
    }
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
      .regexp, letter: "e", takes: .required("PATTERN", .pattern), isRepeatable: true,
      "look for PATTERN, even if it begins with '-'"),
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
    .init(
      .field, takes: .required("KEY", .key), isRepeatable: true, "search the field KEY instead"),
    .init(.allFields, "search every value of an entry"),
    .init(
      .inside, takes: .required("PART", .optionValue), "search only the label, or only the detail"),
  ]

  /// Options that decide what entries are filed by.
  static let filing: [CommandOption] = [
    .init(
      .locale, takes: .required("LOCALE", .optionValue),
      "use the order of the language LOCALE, not the session's"),
    .init(.by, takes: .required("KEY", .key), "use the field KEY instead of the label"),
  ]

  /// Options that decide how dates in forms are written.
  static let dates: [CommandOption] = [
    .init(
      .locale, takes: .required("LOCALE", .optionValue),
      "write and read dates as in the language LOCALE"),
    .init(
      .format, takes: .required("PATTERN", .optionValue),
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
