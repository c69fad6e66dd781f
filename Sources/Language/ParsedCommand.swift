import Catalogues
package import Editing

/// A parsed command line.
package struct ParsedCommand: Sendable {
  package let definition: CommandDefinition
  /// What the command line requests.
  package let request: CommandRequest
  /// The options in the order given.
  package let options: [GivenOption]
  /// The operands in the order given.
  package let operands: [GivenOperand]
  /// Marks of the items that the addresses must lead to, if the command was recorded.
  var marks: TargetMarks?

  package var name: CommandName { definition.name }

  /// Whether the command may change the catalogue, whatever its content.
  package var mayEdit: Bool {
    [.change, .form, .sections].contains(definition.group)
      || options.contains { $0.option.name == .fix }
  }

  /// Whether the command names the items that it changes, rather than what is searched for.
  var namesItems: Bool {
    switch name.rawValue {
    case "replace", "import": false
    case "delete": !options.contains { $0.option.name == .all }
    default: true
    }
  }

  /// The words that are addresses, in the order of `canonicalText`: those of options, then those of
  /// operands.
  package var addresses: [Word] {
    options.filter(\.isAddress).compactMap(\.value) + operands.filter(\.isAddress).map(\.word)
  }

  /// The command with all names in full and words quoted where necessary, so that it is parsed as
  /// the same command.
  package var canonicalText: String { canonicalText(as: name) }

  /// The canonical text under another name, with further options, as written, added to those of the
  /// command.
  func canonicalText(as name: CommandName, adding others: [String] = []) -> String {
    canonicalText(as: name, adding: others) { word in
      if case .address(let address) = word.reference { return Quoting.quoted(address) }
      return word.text
    }
  }

  /// The canonical text with other addresses in place of `addresses`, one for each.
  ///
  /// - Parameter others: Options, as written, to add to those of the command.
  func canonicalText(
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
    for option in options { words.append(text(of: option, address: address)) }
    words += others
    for operand in operands { words.append(text(of: operand, address: address)) }
    return words.joined(separator: " ")
  }

  private func text(of given: GivenOption, address: (Word) -> String) -> String {
    guard let value = given.value else { return given.option.spelling }
    let text =
      given.isAddress
      ? address(value) : value.hasBytes ? value.quotedName : Quoting.quotedTail(value.text)
    return given.option.spelling + "=" + text
  }

  private func text(of given: GivenOperand, address: (Word) -> String) -> String {
    let word = given.word
    if given.isAlternative { return word.text }
    switch given.operand.kind {
    case .address, .entryAddress, .sectionAddress: return address(word)
    case .field:
      guard let field = try? FieldAssignment(word) else { return word.text }
      return field.canonicalText
    case .choice(let names):
      guard case .one(let name) = NameMatch(word.text, among: names) else { return word.text }
      return name
    case .number, .keyword, .commandName, .subcommandName: return word.text
    case .file, .suffix: return word.quotedName
    case .sectionTitle, .pattern, .replacement, .label, .key, .optionName, .optionValue, .entered:
      return Quoting.quoted(word.text)
    }
  }
}

extension GivenOption {
  fileprivate var isAddress: Bool {
    switch option.argument {
    case .none: false
    case .required(_, let kind), .optional(_, let kind): kind.isAddress
    }
  }
}

extension GivenOperand {
  fileprivate var isAddress: Bool { operand.kind.isAddress && !isAlternative }
}
