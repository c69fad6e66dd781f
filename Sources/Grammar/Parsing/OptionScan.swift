/// An option as given, with its value.
package struct GivenOption: Equatable, Sendable {
  package let option: CommandOption
  /// The argument; `nil` if the option was given without one.
  package let value: Word?
  package let columns: Range<Int>

  package init(option: CommandOption, value: Word?, columns: Range<Int>) {
    (self.option, self.value, self.columns) = (option, value, columns)
  }

  package var name: OptionName { option.name }
}

/// The options of a command, separated from its operands. They may be interleaved, letters may
/// share a word, long names may be abbreviated, and `--` ends the options.
///
/// Errors are noted, and reading continues, since the command may still be incomplete.
package struct OptionScan {
  package private(set) var given: [GivenOption] = []
  package private(set) var operands: [Word] = []
  /// The first problem.
  package private(set) var problem: CommandError?
  /// The options before the first problem.
  package private(set) var givenBeforeProblem: ArraySlice<GivenOption> = []
  /// Whether `--` has ended the options.
  package private(set) var hasEnded = false
  /// The option whose argument would be the next word.
  package private(set) var awaiting: CommandOption?

  private let definition: CommandDefinition
  private let surface: Surface
  private var rest: ArraySlice<Word>

  package init(_ definition: CommandDefinition, _ words: ArraySlice<Word>, on surface: Surface) {
    (self.definition, self.surface, rest) = (definition, surface, words)
    while let word = rest.popFirst() {
      if surface.endsOptions(word) {
        hasEnded = true
        break
      }
      take(word)
    }
    operands += rest
    if problem == nil { givenBeforeProblem = given[...] }
  }

  private mutating func take(_ word: Word) {
    if !surface.isOption(word, of: definition) {
      operands.append(surface.value(word))
    } else if word.text.unicodeScalars.prefix(2).allSatisfy({ surface.isSign($0, "-") }) {
      takeLong(word)
    } else {
      takeLetters(word)
    }
  }

  private mutating func note(_ message: String, at columns: Range<Int>, hint: String? = nil) {
    if problem != nil { return }
    problem = CommandError(message, columns: columns, hint: hint)
    givenBeforeProblem = given[...]
  }

  // MARK: Long names

  private mutating func takeLong(_ word: Word) {
    let end = word.text.unicodeScalars.enumerated().first { surface.isSign($0.element, "=") }?
      .offset
    let name = surface.name(end.map(word.prefix) ?? word)
    guard let option = option(named: name) else { return }
    let attached = end.map { surface.value(word.dropping($0 + 1)) }
    if let attached, option.argument == .none {
      return note("option \(option.spelling) takes no argument", at: attached.columns)
    }
    add(option, attached: attached, writtenAs: name.text, columns: word.columns)
  }

  /// The option whose long name begins with a word such as `--fie`.
  private mutating func option(named word: Word) -> CommandOption? {
    let name = String(word.text.unicodeScalars.dropFirst(2))
    // As with getopt, an empty name is a prefix of all names.
    let match =
      name.isEmpty && surface == .arguments
      ? .several(definition.options.map(\.name.rawValue)) : definition.match(optionNamed: name)
    switch match {
    case .one(let name): return definition.options.first { $0.name.rawValue == name }
    case .several(let names):
      let list = names.map { "--" + $0 }.joined(separator: ", ")
      note("option \(word.text) is ambiguous: \(list)", at: word.columns)
    case .none(let nearest):
      noteUnknown(word.text, at: word.columns, nearest: nearest.map { "--" + $0 })
    }
    return nil
  }

  private mutating func noteUnknown(
    _ option: String, at columns: Range<Int>, nearest: [String] = []
  ) {
    if surface == .arguments { return note("unknown option \(option)", at: columns) }
    let help =
      (definition.options.isEmpty
        ? "'\(definition.name.rawValue)' has no options" : "try 'help \(definition.name.rawValue)'")
      + "; quote an operand that begins with '-'"
    note(
      "unknown option \(option)", at: columns, hint: Listing.suggestion(nearest, otherwise: help))
  }

  // MARK: Letters

  private mutating func takeLetters(_ word: Word) {
    for index in 1..<word.marks.count {
      let letter = surface.name(word.dropping(index).prefix(1))
      let options = definition.options(with: Character(letter.text))
      guard options.count == 1, let option = options.first else {
        noteUnknown(letter, in: word, options)
        continue
      }
      if option.argument == .none {
        add(option, attached: nil, writtenAs: "", columns: letter.columns)
        continue
      }
      let attached =
        index + 1 < word.marks.count ? surface.value(word.dropping(index + 1)) : nil
      return add(
        option, attached: attached, writtenAs: "-" + letter.text,
        columns: letter.columns.lowerBound..<word.columns.upperBound)
    }
  }

  /// - Parameter options: The options that have the letter.
  private mutating func noteUnknown(_ letter: Word, in word: Word, _ options: [CommandOption]) {
    if options.isEmpty {
      let isWhole = surface == .arguments && !letter.text.utf8.allSatisfy { $0 < 0x80 }
      return noteUnknown(isWhole ? word.text : "-" + letter.text, at: letter.columns)
    }
    let names = options.map(\.spelling)
    note(
      "option -\(letter.text) is ambiguous: \(names.joined(separator: ", "))", at: letter.columns,
      hint: "write " + Listing.alternatives(names))
  }

  // MARK: Arguments

  private mutating func add(
    _ option: CommandOption, attached: Word?, writtenAs written: String, columns: Range<Int>
  ) {
    var value = attached
    if option.argument.isRequired, value == nil {
      value = rest.popFirst().map(surface.value)
      if value == nil {
        awaiting = option
        let hint = "\(option.usage.drop { $0 == " " })  \(option.help)"
        return note(
          "option \(surface == .line ? option.spelling : written) needs an argument", at: columns,
          hint: surface == .line ? hint : nil)
      }
    }
    given.append(GivenOption(option: option, value: value, columns: columns))
  }
}

extension CommandDefinition {
  /// The options with a long name, which may be abbreviated.
  package func match(optionNamed name: String) -> NameMatch {
    NameMatch(name, among: options.map(\.name.rawValue))
  }
}
