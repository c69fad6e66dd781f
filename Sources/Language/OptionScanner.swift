package import Editing
import ICUText

/// An option as given, with its value.
package struct GivenOption: Equatable, Sendable {
  package let option: CommandOption
  /// The argument; `nil` if the option was given without one.
  package let value: Word?
  package let columns: Range<Int>
}

/// Separates the options of a command from its operands. They may be interleaved, letters may share
/// a word, long names may be abbreviated, and `--` ends the options.
struct OptionScanner {
  private(set) var given: [GivenOption] = []
  private(set) var operands: [Word] = []

  private let definition: CommandDefinition
  private var rest: ArraySlice<Word>

  init(_ definition: CommandDefinition, _ words: ArraySlice<Word>) throws(CommandError) {
    self.definition = definition
    rest = words
    while let word = rest.popFirst() {
      if word.isKeyword("--") { break }
      try take(word)
    }
    operands += rest
  }

  private mutating func take(_ word: Word) throws(CommandError) {
    if !OptionScanner.isOption(word, of: definition) {
      operands.append(word)
    } else if word.text.halfWidth.hasPrefix("--") {
      try takeLong(word)
    } else {
      try takeLetters(word)
    }
  }

  /// Whether a word is an option rather than an operand.
  static func isOption(_ word: Word, of definition: CommandDefinition) -> Bool {
    guard word.marks.count > 1, word.text.unicodeScalars.first?.halfWidth == "-",
      word.marks[0].writing == .plain
    else { return false }
    return !word.dropping(1).text.halfWidth.isDecimal
      || !definition.forms.contains { $0.operands.contains { $0.kind.maybeNegative } }
  }

  private mutating func takeLong(_ word: Word) throws(CommandError) {
    let scalars = Array(word.text.unicodeScalars)
    let end = scalars.firstIndex { $0.halfWidth == "=" } ?? scalars.count
    let name = word.prefix(end).halfWidth(first: end)
    let option = try OptionScanner.option(named: name, of: definition)
    let attached = end < scalars.count ? word.dropping(end + 1) : nil
    if let attached, option.argument == .none {
      throw CommandError("option \(option.spelling) takes no argument", columns: attached.columns)
    }
    try add(option, attached: attached, columns: word.columns)
  }

  /// The option whose long name begins with a word such as `--fie`.
  private static func option(
    named word: Word, of definition: CommandDefinition
  ) throws(CommandError) -> CommandOption {
    let name = String(word.text.unicodeScalars.dropFirst(2))
    let options = definition.options
    switch NameMatch(name, among: options.map(\.name.rawValue)) {
    case .one(let name):
      if let option = options.first(where: { $0.name.rawValue == name }) { return option }
      preconditionFailure("\(name) is not an option")
    case .several(let names):
      let list = names.map { "--" + $0 }.joined(separator: ", ")
      throw CommandError("option \(word.text) is ambiguous: \(list)", columns: word.columns)
    case .none(let nearest):
      throw unknown(
        word.text, columns: word.columns, of: definition, nearest: nearest.map { "--" + $0 })
    }
  }

  private static func unknown(
    _ option: String, columns: Range<Int>, of definition: CommandDefinition, nearest: [String] = []
  ) -> CommandError {
    let help =
      definition.options.isEmpty
      ? "'\(definition.name.rawValue)' has no options; quote an operand that begins with '-'"
      : "try 'help \(definition.name.rawValue)'; quote an operand that begins with '-'"
    return CommandError(
      "unknown option \(option)", columns: columns,
      hint: Listing.suggestion(nearest, otherwise: help))
  }

  private mutating func takeLetters(_ word: Word) throws(CommandError) {
    for index in 1..<word.marks.count {
      let letter = word.dropping(index).prefix(1).halfWidth(first: 1)
      guard
        let option = definition.options.first(where: { $0.letter.map(String.init) == letter.text })
      else {
        throw OptionScanner.unknown("-" + letter.text, columns: letter.columns, of: definition)
      }
      if option.argument == .none {
        try add(option, attached: nil, columns: letter.columns)
        continue
      }
      let attached = index + 1 < word.marks.count ? word.dropping(index + 1) : nil
      return try add(
        option, attached: attached, columns: letter.columns.lowerBound..<word.columns.upperBound)
    }
  }

  private mutating func add(
    _ option: CommandOption, attached: Word?, columns: Range<Int>
  ) throws(CommandError) {
    var value = attached
    if case .required = option.argument, value == nil {
      value = rest.popFirst()
      if value == nil {
        throw CommandError(
          "option \(option.spelling) needs an argument", columns: columns,
          hint: "\(option.usage.drop { $0 == " " })  \(option.help)")
      }
    }
    try check(value, of: option)
    if !option.isRepeatable, value != nil, given.contains(where: { $0.option.name == option.name })
    {
      throw CommandError("option \(option.spelling) is given twice", columns: columns)
    }
    given.append(GivenOption(option: option, value: value, columns: columns))
  }

  private func check(_ value: Word?, of option: CommandOption) throws(CommandError) {
    guard let value else { return }
    switch option.argument {
    case .none: break
    case .required(let name, let kind), .optional(let name, let kind):
      // Only a dictionary has an empty key.
      if kind == .key, value.text.isEmpty {
        throw CommandError("\(name) is empty", columns: value.columns)
      }
      try kind.check(value, as: name, of: option.spelling)
    }
  }
}

extension String {
  /// Whether the text is an unsigned number, with or without a decimal point.
  fileprivate var isDecimal: Bool {
    let digits = utf8.filter { $0 != UInt8(ascii: ".") }
    return !digits.isEmpty && utf8.count - digits.count <= 1
      && digits.allSatisfy { (0x30...0x39).contains($0) }
  }
}
