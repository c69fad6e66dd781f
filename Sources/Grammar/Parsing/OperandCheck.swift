extension OperandKind {
  /// Checks a word by itself.
  ///
  /// - Parameters:
  ///   - name: The name of the word in the help.
  ///   - owner: The option or command that takes the word.
  package func check(_ word: Word, as name: String, of owner: String) throws(CommandError) {
    if !isFileName { try word.checkIsText() }
    switch self {
    case .number(let least):
      if let number = word.number, number >= least { return }
      throw CommandError(
        "\(owner) takes a whole number of \(least) or more, not '\(word.text)'",
        columns: word.columns)
    case .choice(let choices):
      let names = choices.map(\.name)
      if case .one = NameMatch(word.text, among: names) { return }
      throw CommandError(
        "\(owner) takes \(Listing.alternatives(names, quoted: false)), not '\(word.text)'",
        columns: word.columns)
    case .word(let words):
      if words.contains(word.text) { return }
      throw CommandError(
        "\(owner) takes \(Listing.alternatives(words)), not '\(word.text)'", columns: word.columns)
    case .file, .directory, .optionName, .suffix:
      if word.text.isEmpty { throw CommandError("\(name) is empty", columns: word.columns) }
      if self == .optionName, FieldWord.separator(in: word) != nil {
        throw CommandError(
          "'\(word.text)' is not the name of an option", columns: word.columns,
          hint: "NAME and VALUE are separate words")
      }
    case .field(let types):
      if try FieldWord(word, types: types) != nil { return }
      throw CommandError(
        "'\(word.text)' has no '='", columns: word.columns,
        hint: "a field is written \(name); quote text that contains blanks")
    case .path: try OperandKind.checkIsPath(word)
    case .pathField(let types): try OperandKind.checkIsPathField(word, as: name, types)
    case .key, .address, .entryAddress, .sectionAddress, .sectionTitle, .pattern, .label, .keyword,
      .commandName, .subcommandName, .optionValue, .replacement, .entered, .bytes,
      .suggested:
      break
    }
  }

  private static func checkIsPath(_ word: Word) throws(CommandError) {
    if PathWord.isPath(word) || word.isKeyword("/") { return }
    if word.text == "." {
      throw CommandError(
        "'.' is not a path: no key follows the dot", columns: word.columns,
        hint: "'/' is the whole file, '.\\u{}' the empty key")
    }
    throw CommandError(
      "'\(word.text)' is not a path, which begins with a dot", columns: word.columns,
      hint: "paths and addresses cannot be mixed; '.\(word.text)' is a key of the root")
  }

  private static func checkIsPathField(
    _ word: Word, as name: String, _ types: [String]
  ) throws(CommandError) {
    let field = PathWord(word)
    if field.isOpen {
      throw CommandError(
        "'\(word.text)' is not a path: a quoted key has no end", columns: word.columns,
        hint: "a '\"' in a key is written '\\\"'")
    }
    guard PathWord.isField(word, types: types) else {
      throw CommandError(
        "'\(word.text)' is not \(name)", columns: word.columns,
        hint: "after a PATH=VALUE there are only more of them")
    }
    if let type = field.type, !types.contains(type) {
      throw CommandError(
        "'\(type)' is not a type", columns: word.columns,
        hint: "types are \(types.joined(separator: ", ")); a ':' in a key is written '\\:'")
    }
  }
}
