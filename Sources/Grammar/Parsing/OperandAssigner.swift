/// A word of a command line, with the operand that it is.
package struct GivenOperand: Equatable, Sendable {
  package let operand: CommandOperand
  package let word: Word

  /// Whether the word replaces the operand, such as `all`.
  package var isAlternative: Bool { operand.alternatives.contains(where: word.isKeyword) }
}

/// Assigns words to the operands of a form of a command.
struct OperandAssigner {
  let definition: CommandDefinition
  let form: CommandForm
  let words: [Word]
  /// Whether the operands may be missing because options replace them.
  let mayBeMissing: Bool
  /// The commands among which this one is given.
  let commands: CommandSet
  /// The column after the line's last word.
  let end: Int

  /// - Throws: `CommandError` for a word that is missing, superfluous, or not allowed in its
  ///   position.
  func assign() throws(CommandError) -> [GivenOperand] {
    guard
      let position = form.operands.firstIndex(where: {
        if case .keyword = $0.kind { true } else { false }
      })
    else { return try assign(words[...], to: form.operands[...], end: end) }
    let keyword = form.operands[position]
    let (before, after) = (form.operands[..<position], form.operands[(position + 1)...])
    let found = words.indices.filter { words[$0].isKeyword(keyword.name) }
    guard let first = found.first else {
      let required = before.count { $0.count.lowerBound > 0 }
      if words.count < required { throw missing(before[words.count].name, at: end) }
      let phrase = ([keyword.name] + after.map(\.name)).joined(separator: " ")
      throw CommandError(
        "no destination; say where to with '\(phrase)'", columns: end..<end, hint: usage)
    }
    if found.count > 1 {
      throw CommandError(
        "'\(keyword.name)' appears twice", columns: words[found[1]].columns,
        hint: "quote '\(keyword.name)' if it is a name")
    }
    return try assign(words[..<first], to: before, end: words[first].columns.lowerBound)
      + [GivenOperand(operand: keyword, word: words[first])]
      + assign(words[(first + 1)...], to: after, end: end)
  }

  private func assign(
    _ words: ArraySlice<Word>, to operands: ArraySlice<CommandOperand>, end: Int
  ) throws(CommandError) -> [GivenOperand] {
    var rest = words
    var result: [GivenOperand] = []
    for (index, operand) in zip(operands.indices, operands) {
      let reserved = operands[(index + 1)...].reduce(0) { $0 + $1.count.lowerBound }
      let limit = min(
        operand.count.upperBound, max(operand.count.lowerBound, rest.count - reserved))
      let taken = rest.prefix(limit).prefix { accepts($0, operand) }
      if taken.count < operand.count.lowerBound, !mayBeMissing {
        if operand.kind.isField, let problem = misplaced(result.last) { throw problem }
        throw missing(operand.name, at: end)
      }
      result += try given(Array(taken), operand)
      rest = rest.dropFirst(taken.count)
    }
    if let word = rest.first { throw unexpected(word, after: result.last?.operand) }
    return result
  }

  /// Whether a word can be an operand; a field is not taken for an optional label.
  private func accepts(_ word: Word, _ operand: CommandOperand) -> Bool {
    operand.kind != .label || operand.count.lowerBound > 0
      || FieldWord.separator(in: word) == nil
  }

  private func given(
    _ words: [Word], _ operand: CommandOperand
  ) throws(CommandError) -> [GivenOperand] {
    if !operand.kind.isFileName { for word in words { try word.checkIsText() } }
    if operand.isJoined, let first = words.first {
      return [GivenOperand(operand: operand, word: first.joined(with: words.dropFirst()))]
    }
    var result: [GivenOperand] = []
    for word in words {
      let given = GivenOperand(operand: operand, word: word)
      if given.isAlternative, words.count > 1 {
        throw CommandError(
          "'\(word.text)' cannot be used with other words", columns: word.columns,
          hint: "quote '\(word.text)' if it is a name")
      }
      if !given.isAlternative {
        try operand.kind.check(word, as: operand.name, of: definition.name.rawValue)
      }
      result.append(given)
    }
    return result
  }

  /// The error for a field in the place of an address; `nil` if the last operand is not such a
  /// field.
  private func misplaced(_ last: GivenOperand?) -> CommandError? {
    guard let last, last.operand.kind.isAddress,
      let separator = FieldWord.separator(in: last.word)
    else { return nil }
    let (key, value) = (last.word.prefix(separator).text, last.word.dropping(separator).text)
    let quoted = Quoting.quoted(key)
    return CommandError(
      "\(last.operand.name) is missing before '\(last.word.text)'", columns: last.word.columns,
      hint: key.isEmpty || key.contains(":") || commands.isShorthand(key)
        ? usage
        : "'\(definition.name.rawValue) \(quoted) \(value)' changes the entry \(quoted), if it is a single value; 'insert' adds one"
    )
  }

  private func missing(_ name: String, at column: Int) -> CommandError {
    CommandError("\(name) is missing", columns: column..<column, hint: usage)
  }

  private func unexpected(_ word: Word, after operand: CommandOperand?) -> CommandError {
    if let operand, operand.kind.isProse, operand.count.upperBound == 1 {
      return CommandError(
        "unexpected '\(word.text)'", columns: word.columns,
        hint: "\(operand.name) must be quoted if it contains blanks")
    }
    return CommandError("unexpected '\(word.text)'", columns: word.columns, hint: usage)
  }

  private var usage: String { commands.usage(of: definition) }
}
