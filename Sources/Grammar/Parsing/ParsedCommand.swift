/// A command whose words have been assigned to its options and operands, and checked one by one.
package struct ParsedCommand: Sendable {
  package let definition: CommandDefinition
  /// The options in the order given.
  package let options: [GivenOption]
  /// Whether the command has the form of paths to values.
  package let takesPaths: Bool
  /// The operands in the order given.
  package let operands: [GivenOperand]
  /// The commands among which this one was given.
  package let commands: CommandSet

  package var name: CommandName { definition.name }

  /// - Parameters:
  ///   - options: The given options, which are checked.
  ///   - words: The operands.
  ///   - problem: An error after the options.
  ///   - commands: The commands among which this one is given.
  ///   - end: The column after the last word.
  /// - Throws: `CommandError` for the first error.
  package init(
    _ definition: CommandDefinition, _ options: [GivenOption], _ words: [Word],
    problem: CommandError? = nil, in commands: CommandSet, end: Int
  ) throws(CommandError) {
    for (index, given) in options.enumerated() { try given.check(after: options[..<index]) }
    if let problem { throw problem }
    let form = try definition.form(for: options, words)
    takesPaths = form.takesPaths
    try definition.checkRules(options)
    let assigner = OperandAssigner(
      definition: definition, form: form, words: words,
      mayBeMissing: options.contains(where: \.option.replacesOperands), commands: commands, end: end
    )
    self.definition = definition
    self.options = options
    self.commands = commands
    operands = try assigner.assign()
  }

  // MARK: Options

  package func has(_ name: OptionName) -> Bool { options.contains { $0.name == name } }

  package func values(_ name: OptionName) -> [Word] {
    options.filter { $0.name == name }.compactMap(\.value)
  }

  package func value(_ name: OptionName) -> Word? { values(name).first }

  /// The option with one of the names that was given first.
  package func first(of names: [OptionName]) -> GivenOption? {
    options.first { names.contains($0.name) }
  }

  // MARK: Operands

  package func word(_ index: Int) -> Word { operands[index].word }

  package func text(_ index: Int) -> String { operands[index].word.text }

  /// The words of operands of a kind, without words that replace operands.
  package func words(_ isWanted: (OperandKind) -> Bool) -> [Word] {
    operands.filter { isWanted($0.operand.kind) && !$0.isAlternative }.map(\.word)
  }

  /// The operands that are addresses.
  package var operandAddresses: [Word] { words(\.isAddress) }

  /// The words that are addresses, in the order of `canonicalText`: those of options, then those of
  /// operands.
  package var addresses: [Word] {
    options.filter(\.isAddress).compactMap(\.value) + operandAddresses
  }
}

// MARK: Checks

extension GivenOption {
  fileprivate func check(after others: ArraySlice<GivenOption>) throws(CommandError) {
    guard let value else { return }
    if let (name, kind) = option.argument.operand {
      // Only a dictionary has an empty key.
      if kind == .key, value.text.isEmpty {
        throw CommandError("\(name) is empty", columns: value.columns)
      }
      try kind.check(value, as: name, of: option.spelling)
    }
    if !option.isRepeatable, others.contains(where: { $0.name == self.name }) {
      throw CommandError("option \(option.spelling) is given twice", columns: columns)
    }
  }

  fileprivate var isAddress: Bool { option.argument.operand?.kind.isAddress ?? false }
}

extension CommandDefinition {
  /// The form that the options select.
  fileprivate func form(
    for options: [GivenOption], _ words: [Word]
  ) throws(CommandError) -> CommandForm {
    let form = form(selectedBy: options.lazy.map(\.name), words)
    for given in options where !form.options.contains(given.option) {
      let needed = forms.first { $0.options.contains(given.option) }?.selecting
      throw CommandError(
        "\(given.option.spelling) \(needed == nil ? "cannot be used with" : "requires") "
          + (needed ?? form.selecting ?? ""), columns: given.columns)
    }
    return form
  }
}

extension CommandForm {
  /// The selector of the form as errors name it; `nil` for the usual form.
  fileprivate var selecting: String? { selector?.spelling ?? (takesPaths ? "PATHs" : nil) }
}

// MARK: Written again

extension ParsedCommand {
  /// The command with all names in full and words quoted where necessary, so that it is parsed as
  /// the same command.
  package var canonicalText: String { canonicalText(as: name) }

  /// The canonical text under another name, with further options, as written, added to those of the
  /// command.
  package func canonicalText(as name: CommandName, adding others: [String] = []) -> String {
    canonicalText(as: name, adding: others) { word in
      switch word.reference {
      case .address(let address): Quoting.quoted(address)
      case .path(let path): PathWord.written(path)
      case .line, .current, .last: word.text
      }
    }
  }

  /// The canonical text with other addresses in place of `addresses`, one for each.
  ///
  /// - Parameter others: Options, as written, to add to those of the command.
  package func canonicalText(
    replacingAddresses replacements: [String], as name: CommandName? = nil,
    adding others: [String] = []
  ) -> String {
    precondition(replacements.count == addresses.count, "each address needs a replacement")
    var rest = replacements[...]
    return canonicalText(as: name ?? self.name, adding: others) { _ in
      Quoting.quoted(rest.removeFirst())
    }
  }

  private func canonicalText(
    as name: CommandName, adding others: [String], address: (Word) -> String
  ) -> String {
    var words = [name.rawValue]
    for option in options { words.append(option.text(address: address)) }
    words += others
    for operand in operands { words.append(operand.text(address: address)) }
    return words.joined(separator: " ")
  }
}

extension GivenOption {
  fileprivate func text(address: (Word) -> String) -> String {
    guard let value else { return option.spelling }
    let text =
      isAddress
      ? address(value) : value.hasBytes ? value.quotedName : Quoting.quotedTail(value.text)
    return option.spelling + "=" + text
  }
}

extension GivenOperand {
  fileprivate func text(address: (Word) -> String) -> String {
    if isAlternative { return word.text }
    switch operand.kind {
    case .address, .entryAddress, .sectionAddress: return address(word)
    case .field(let types): return (try? FieldWord(word, types: types))?.canonicalText ?? word.text
    case .choice(let choices):
      guard case .one(let name) = NameMatch(word.text, among: choices.map(\.name)) else {
        return word.text
      }
      return name
    case .path: return PathWord.written(PathWord.text(of: word))
    case .pathField: return PathWord(word).written
    case .number, .keyword, .commandName, .subcommandName: return word.text
    case .file, .directory, .suffix, .bytes: return word.quotedName
    case .sectionTitle, .pattern, .replacement, .label, .key, .optionName, .optionValue, .entered,
      .suggested, .word:
      return Quoting.quoted(word.text)
    }
  }
}
