import ICUText
package import Platform

/// The commands that can be given in one place, such as a session, found by their names,
/// abbreviations and aliases.
package struct CommandSet: Sendable {
  /// The commands that share their first word: `save` and `save as`.
  package struct Family: Sendable {
    package let name: String
    /// The command without a second word, if there is one.
    package let head: CommandDefinition?
    package let subcommands: [CommandDefinition]

    package var members: [CommandDefinition] { [head].compactMap(\.self) + subcommands }

    /// Whether a second word may also be an operand, so that a sub-command must be written in full.
    fileprivate var needsFullNames: Bool { head?.forms.contains { !$0.operands.isEmpty } ?? false }

    fileprivate var subcommandNames: [String] { subcommands.map { $0.name.words[1] } }
  }

  /// All commands, in the order of the help.
  package let definitions: [CommandDefinition]
  package let families: [Family]
  /// All first words of commands, including aliases.
  package let firstWords: [String]
  /// Indices in `families`, by first words.
  private let familyNumbers: [String: Int]

  package init(_ definitions: [CommandDefinition]) {
    self.definitions = definitions
    var members: [String: [CommandDefinition]] = [:]
    var names: [String] = []
    for definition in definitions {
      let first = definition.name.words[0]
      if members[first] == nil { names.append(first) }
      members[first, default: []].append(definition)
    }
    families = names.map { name in
      let members = members[name] ?? []
      return Family(
        name: name, head: members.first { $0.name.words.count == 1 },
        subcommands: members.filter { $0.name.words.count == 2 })
    }
    let words = families.map { [$0.name] + ($0.head?.aliases ?? []) }
    firstWords = words.flatMap(\.self)
    familyNumbers = Dictionary(
      uniqueKeysWithValues: words.enumerated().flatMap { number, words in
        words.map { ($0, number) }
      })
  }

  /// The groups of the commands, in order.
  package var groups: [CommandGroup] {
    definitions.reduce(into: []) { if !$0.contains($1.group) { $0.append($1.group) } }
  }

  package func commands(in group: CommandGroup) -> [CommandDefinition] {
    definitions.filter { $0.group == group }
  }

  package func command(named name: CommandName) -> CommandDefinition? {
    definitions.first { $0.name == name }
  }

  /// The commands whose first word, in full, is `name`.
  package func family(named name: String) -> Family? { familyNumbers[name].map { families[$0] } }

  /// The usage of a command and, if its name is one word, of its sub-commands.
  func usage(of definition: CommandDefinition) -> String {
    let name = definition.name
    if definition.invocation != name.rawValue { return [definition].usage }
    let relatives = family(named: name.words[0])?.subcommands ?? []
    return ([definition] + (name.words.count == 1 ? relatives : [])).usage
  }

  /// Whether a word may take the place of a command's second word, as `page-size` in `set
  /// page-size`.
  func isShorthand(_ text: String) -> Bool {
    definitions.contains {
      if case .before(let words) = $0.shorthand { words.contains(text) } else { false }
    }
  }

  // MARK: Finding commands

  /// The command that a line begins with, and how many of its words name it.
  func command(
    in words: [Word]
  ) throws(CommandError) -> (definition: CommandDefinition, wordCount: Int) {
    let family = try family(named: words[0])
    if let short = family.subcommands.first(where: { $0.isShortened(in: words) }) {
      return (short, 1)
    }
    if words.count > 1, let found = try subcommand(of: family, words[1]) { return (found, 2) }
    if let head = family.head { return (head, 1) }
    let end = words[words.count - 1].columns.upperBound
    throw CommandError(
      "'\(family.name)' needs a second word", columns: end..<end,
      hint: "follow it with \(Listing.alternatives(family.subcommandNames))")
  }

  package func family(named word: Word) throws(CommandError) -> Family {
    switch NameMatch(word.text.halfWidth, among: firstWords) {
    case .one(let name):
      if let family = family(named: name) { return family }
      preconditionFailure("the command \(name) belongs to no family")
    case .several(let names):
      // Several names of one command are not ambiguous.
      let found = Set(names.compactMap { familyNumbers[$0] })
      if found.count == 1, let number = found.first { return families[number] }
      throw CommandError(
        "'\(word.text)' is ambiguous: \(names.sorted().joined(separator: ", "))",
        columns: word.columns)
    case .none(let nearest):
      let meant = OtherNames.commands(for: word.text, among: firstWords)
      throw CommandError(
        "unknown command '\(word.text)'", columns: word.columns,
        hint: Listing.suggestion(
          meant.isEmpty ? nearest : meant, otherwise: "'help' lists the commands"))
    }
  }

  /// The sub-command that the second word of a line names; `nil` if the word is something else.
  package func subcommand(
    of family: Family, _ word: Word
  ) throws(CommandError) -> CommandDefinition? {
    let names = family.subcommandNames
    if family.needsFullNames {
      return family.subcommands.first { word.isKeyword($0.name.words[1]) }
    }
    switch NameMatch(word.text.halfWidth, among: names) {
    case .one(let name): return family.subcommands.first { $0.name.words[1] == name }
    case _ where family.head != nil: return nil
    case .several(let names):
      throw CommandError(
        "'\(family.name) \(word.text)' is ambiguous: \(names.sorted().joined(separator: ", "))",
        columns: word.columns)
    case .none(let nearest):
      let list = "'\(family.name)' is followed by \(Listing.alternatives(names))"
      throw CommandError(
        "unknown command '\(family.name) \(word.text)'", columns: word.columns,
        hint: Listing.suggestion(
          nearest.map { "\(family.name) \($0)" }, otherwise: list))
    }
  }
}

extension CommandDefinition {
  /// Whether the second word of the name is left out: one of the shorthand's words follows the
  /// first, and at most one other word, which is neither a field nor an option.
  fileprivate func isShortened(in words: [Word]) -> Bool {
    guard case .before(let names)? = shorthand, (2...3).contains(words.count),
      names.contains(where: words[1].isKeyword)
    else { return false }
    return words.count == 2
      || FieldWord.separator(in: words[2]) == nil && !words[2].text.halfWidth.hasPrefix("-")
  }
}

// MARK: Lines

extension CommandSet {
  /// The command in a line, in which names of files may contain bytes that are not characters;
  /// `nil` for a blank line or a comment.
  ///
  /// Commands, sub-commands and long options may be shortened to an unambiguous prefix. Options and
  /// operands may be interleaved.
  ///
  /// - Throws: `CommandError` for the first error in the line.
  package func parse(_ line: ByteText) throws(CommandError) -> ParsedCommand? {
    if let title = Lexer.title(of: line.description),
      let definition = definitions.first(where: { $0.shorthand == .colon })
    {
      if line.text == nil {
        throw CommandError("the title is not UTF-8", columns: title.columns)
      }
      var scanner = LineScanner(line)
      scanner.scanControlCharacters()
      if let problem = scanner.problem { throw problem }
      return try parse(
        definition, title.text.isEmpty ? [] : [title], end: title.columns.upperBound)
    }
    let words = try Lexer.words(of: line)
    guard let last = words.last else { return nil }
    let (definition, count) = try command(in: words)
    return try parse(definition, words[count...], end: last.columns.upperBound)
  }

  private func parse(
    _ definition: CommandDefinition, _ words: ArraySlice<Word>, end: Int
  ) throws(CommandError) -> ParsedCommand {
    let scan = OptionScan(definition, words, on: .line)
    return try ParsedCommand(
      definition, Array(scan.givenBeforeProblem), scan.operands, problem: scan.problem, in: self,
      end: end)
  }
}
