package import Catalogues
package import Grammar
package import ICUText

/// The operands and options that several commands have, and what they mean.
extension CommandOperand {
  package static let anyAddresses = CommandOperand(.address, "ADDRESS", 0...Int.max)
  static let fields = fields(1...Int.max)
  static let anyFields = fields(0...Int.max)
  static let to = CommandOperand(.keyword("to"), "to")

  private static func fields(_ count: ClosedRange<Int>) -> CommandOperand {
    CommandOperand(.field(types: FieldAssignment.typeNames), "KEY[:TYPE]=VALUE", count)
  }
}

extension CommandOption {
  /// The option to accept keys that are probably misspelt.
  static let newKey = CommandOption(.newKey, "use a key even if it is nearly another one")
}

extension [CommandOption] {
  /// Options for the order in which entries are filed.
  static let filing: [CommandOption] = [
    .init(
      .locale, .required("LOCALE", .optionValue),
      "use the order of the language LOCALE, not the session's"),
    .init(.by, .required("KEY", .key), "use the field KEY instead of the label"),
  ]

  /// Options for the style of dates in forms.
  static let dates: [CommandOption] = [
    .init(
      .locale, .required("LOCALE", .optionValue),
      "write and read dates as in the language LOCALE"),
    .init(
      .format, .required("PATTERN", .optionValue),
      "write and read dates by PATTERN, such as 'd. MMMM y'"),
  ]

  /// Options to put something beside a place, or first, last or in order into a section.
  static func placing(at place: String) -> [CommandOption] {
    [
      .init(.before, "put before \(place)"),
      .init(.after, "put after \(place)"),
      .init(.first, "put first in the section at or containing \(place)"),
      .init(.last, "put last in the section at or containing \(place)"),
      .init(.sorted, "put in order in the sorted section at or containing \(place)"),
    ]
  }

  /// Options to put a section beside or into another.
  static let placingSection: [CommandOption] = [
    .init(.before, "put before the destination"),
    .init(.after, "put after the destination"),
    .init(.first, "put first inside the destination"),
    .init(.last, "put last inside the destination"),
  ]
}

extension FieldAssignment {
  static let keyDetails = """
    A KEY that no entry has but that is nearly one of those around it is probably misspelt, and one \
    with dots, where no other has any, probably a path: the shell asks, and a script fails unless \
    --new-key is given.
    """

  static let valueDetails = """
    A value has the type that its key has in other entries, or else is a string. TYPE sets the \
    type: string, integer, real, boolean, date, data, array, dict, or xml for an element as \
    written in a file. '=VALUE' without a KEY sets the entry itself, if it is not a dictionary. \
    Escape ':' and '=' in KEY with a backslash.
    """

  static let pathDetails = """
    KEY may also be a path to a value inside another: keys, and positions from 0, as 'show' prints \
    them, joined by dots, such as 'address.city' or 'tags.0'. If a path leads to no value, its dots \
    may also be in a key that is there; '\\.' always is. The fields of the whole catalogue are those of '/'.
    """
}

/// The filing order that a command gives; `nil` for that of the session.
struct GivenFiling {
  let locale: LocaleIdentifier?
  let key: String?
}

extension ParsedCommand {
  var placement: Placement? { Placement.allCases.first { has($0.optionName) } }

  var label: String? { words { $0 == .label }.first?.text }

  package func locale() throws(CommandError) -> LocaleIdentifier? {
    try locale { text throws(LocaleError) in try LocaleIdentifier(text) }
  }

  func filing() throws(CommandError) -> GivenFiling {
    GivenFiling(locale: try locale(), key: value(.by)?.text)
  }

  func dateStyle() throws(CommandError) -> DateStyle {
    let language = try locale { text throws(LocaleError) in try DateLanguage(text) }
    let pattern = value(.format)
    if let pattern, DateWriting(language ?? .iso, pattern: pattern.text) == nil {
      throw CommandError(
        "'\(pattern.text)' does not specify a full date", columns: pattern.columns,
        hint: "it needs day, month and year: 'd. MMMM y', 'yyyy/MM/dd'")
    }
    return DateStyle(language: language, pattern: pattern?.text)
  }

  private func locale<Locale>(
    _ read: (String) throws(LocaleError) -> Locale
  ) throws(CommandError) -> Locale? {
    guard let word = value(.locale) else { return nil }
    do throws(LocaleError) {
      return try read(word.text)
    } catch {
      throw CommandError("\(error)", columns: word.columns, hint: error.hint)
    }
  }

  func fields() throws(CommandError) -> [FieldAssignment] {
    var fields: [FieldAssignment] = []
    var keys: Set<[UInt8]> = []
    for word in words(\.isField) {
      guard let field = try FieldAssignment(word) else { continue }
      // Keys of a property list are equal only if they consist of the same bytes in UTF-8.
      if !keys.insert(Array(field.key.utf8)).inserted {
        let name = field.key.isEmpty ? "the entry's own value" : "the key '\(field.key)'"
        throw CommandError("\(name) is given twice", columns: word.columns)
      }
      fields.append(field)
      if keys.contains([]), fields.count > 1 || label != nil {
        throw CommandError(
          "'=VALUE' is the whole entry and cannot be used with a label or field",
          columns: word.columns,
          hint: label.map { label in
            let label = Quoting.quoted(label)
            return "insert \(label) without a value; then 'set \(label) \(word.text)' gives it one"
          })
      }
    }
    return fields
  }
}

extension Placement {
  /// The option that selects this placement.
  var optionName: OptionName { OptionName(rawValue: rawValue) }
}

extension Destination {
  /// The placement as an option; empty for the default place.
  var written: [WrittenCommand.Option] { placement.map { [.init($0.optionName)] } ?? [] }
}

extension DateStyle {
  var written: [WrittenCommand.Option] {
    [language.map { .init(.locale, .text($0.name)) }, pattern.map { .init(.format, .text($0)) }]
      .compactMap(\.self)
  }
}

extension FilingOrder {
  var written: [WrittenCommand.Option] {
    [.init(.locale, .text(locale.name))] + (key.map { [.init(.by, .text($0))] } ?? [])
  }
}

extension [WrittenCommand.Option] {
  static func flags(_ flags: [(isOn: Bool, name: OptionName)]) -> [WrittenCommand.Option] {
    flags.filter(\.isOn).map { .init($0.name) }
  }
}

/// Fields as commands write them.
extension FieldAssignment {
  package static let typeNames = FieldType.allCases.filter { $0 != .file }.map(\.rawValue)

  /// Reads a field; `nil` for a word without `=`.
  ///
  /// - Throws: `CommandError` for an unknown type.
  package init?(_ word: Word) throws(CommandError) {
    guard let field = try FieldWord(word, types: FieldAssignment.typeNames) else { return nil }
    self.init(
      key: field.key, type: field.type.flatMap(FieldType.init(rawValue:)), value: field.value)
  }

  /// The field as one word.
  package var canonicalText: String {
    FieldWord(key: key, type: type?.rawValue, value: value).canonicalText
  }
}
