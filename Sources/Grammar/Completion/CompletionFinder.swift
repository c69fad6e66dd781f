/// Finds the words that can be inserted at the cursor.
struct CompletionFinder {
  /// A word of the grammar.
  private struct GrammarWord {
    let text: String
    var ending = ""
    var isFinished = true
    var summary = ""
  }

  /// The offset in the word at the cursor at which the completed part begins.
  private(set) var start = 0
  private(set) var wanted: [GrammarCompletion.Wanted] = []
  private(set) var command: CommandName?
  private(set) var precedingAddress: Word?
  /// The number of preceding words that form one text with the word at the cursor.
  private(set) var joinedCount = 0

  private let line: TypedLine
  private let commands: CommandSet
  private var words: [GrammarWord] = []

  init(_ line: TypedLine, _ commands: CommandSet) {
    (self.line, self.commands) = (line, commands)
    if line.isTitle {
      guard let jump = commands.definitions.first(where: { $0.shorthand == .colon }) else { return }
      command = jump.name
      addOperands(jump.forms[0], [])
    } else if line.isComment {
      return
    } else if line.words.isEmpty {
      addCommands()
    } else if let family = try? commands.family(named: line.words[0]) {
      find(in: family)
    }
  }

  func candidates(matching prefix: String) -> [GrammarCompletion.Candidate] {
    words.filter { $0.text.utf8.starts(with: prefix.utf8) }.map { word in
      GrammarCompletion.Candidate(
        name: word.text, insertion: word.text + word.ending, isFinished: word.isFinished,
        summary: word.summary)
    }
  }

  // MARK: Commands

  private mutating func addCommands() {
    for family in commands.families {
      let summary = family.head?.summary ?? "commands for sections: insert, delete, move …"
      for name in [family.name] + (family.head?.aliases ?? []) {
        words.append(GrammarWord(text: name, summary: summary))
      }
    }
  }

  private mutating func addSubcommands(of family: CommandSet.Family) {
    words += family.subcommands.map { GrammarWord(text: $0.name.words[1], summary: $0.summary) }
  }

  private mutating func find(in family: CommandSet.Family) {
    if line.words.count == 1 { addSubcommands(of: family) }
    let subcommand =
      line.words.count > 1
      ? (try? commands.subcommand(of: family, line.words[1])) ?? nil : nil
    guard let definition = subcommand ?? family.head else { return }
    command = definition.name
    find(in: definition, after: line.words[(subcommand == nil ? 1 : 2)...])
  }

  private mutating func find(in definition: CommandDefinition, after words: ArraySlice<Word>) {
    let scan = OptionScan(definition, words, on: .line)
    if let option = scan.awaiting {
      addArgument(of: option)
    } else if !scan.hasEnded, isOption(definition) {
      addOptions(of: definition, scan)
    } else {
      addOperands(
        definition.form(selectedBy: scan.given.lazy.map(\.name), scan.operands), scan.operands)
    }
  }

  // MARK: Options

  /// Whether the word at the cursor is, or may become, an option.
  private func isOption(_ definition: CommandDefinition) -> Bool {
    line.word.isKeyword("-") || Surface.line.isOption(line.word, of: definition)
  }

  private mutating func addOptions(of definition: CommandDefinition, _ scan: OptionScan) {
    let scalars = Array(line.word.text.unicodeScalars)
    if let sign = scalars.firstIndex(of: "=") {
      let name = String(String.UnicodeScalarView(scalars[..<sign].dropFirst(2)))
      start = sign + 1
      guard case .one(let found) = definition.match(optionNamed: name) else { return }
      for option in definition.options where option.name.rawValue == found {
        addArgument(of: option)
      }
      return
    }
    words += definition.options(after: scan.given.map(\.option), scan.operands).map { option in
      switch option.argument {
      case .none: GrammarWord(text: option.spelling, summary: option.help)
      case .required:
        GrammarWord(text: option.spelling, ending: "=", isFinished: false, summary: option.help)
      case .optional: GrammarWord(text: option.spelling, isFinished: false, summary: option.help)
      }
    }
  }

  private mutating func addArgument(of option: CommandOption) {
    if let kind = option.argument.operand?.kind { add(kind, after: []) }
  }

  // MARK: Operands

  private mutating func addOperands(_ form: CommandForm, _ operands: [Word]) {
    let walk = OperandWalk(form, after: operands)
    precedingAddress = walk.precedingAddress
    for operand in walk.possible {
      add(operand.kind, after: operands)
      if operand.isJoined {
        joinedCount = operands.count - form.operands.prefix { !$0.isJoined }.count
      }
      if operands.isEmpty { words += operand.alternatives.map { GrammarWord(text: $0) } }
    }
  }

  private mutating func add(_ kind: OperandKind, after operands: [Word]) {
    switch kind {
    case .address: wanted.append(.address)
    case .entryAddress: wanted.append(.entryAddress)
    case .sectionAddress: wanted.append(.sectionAddress)
    case .sectionTitle: wanted.append(.sectionTitle)
    case .label: addLabel()
    case .path, .pathField: wanted.append(.path)
    case .key: wanted.append(.key)
    case .file: wanted.append(.file)
    case .optionName: wanted.append(.optionName)
    case .optionValue: wanted.append(.optionValue(of: operands.last?.text ?? ""))
    case .entered: wanted.append(.entered)
    case .field(let types): addField(types)
    case .choice(let choices):
      words += choices.map { GrammarWord(text: $0.name, summary: $0.summary) }
    case .suggested(let names), .word(let names): words += names.map { GrammarWord(text: $0) }
    case .keyword(let word): words.append(GrammarWord(text: word))
    case .commandName(let others):
      addCommands()
      words += others.map { GrammarWord(text: $0) }
    case .subcommandName: addSubcommands(after: operands)
    case .pattern, .replacement, .number, .suffix, .directory, .bytes: break
    }
  }

  private mutating func addLabel() {
    if FieldWord.separator(in: line.word) == nil { wanted.append(.label) }
  }

  /// The key, the type or the value of a field, whichever the cursor is in.
  private mutating func addField(_ types: [String]) {
    let word = line.word
    if let sign = FieldWord.separator(in: word) {
      guard let field = try? FieldWord(word, types: types) else { return }
      start = sign + 1
      wanted.append(.fieldValue(key: field.key))
    } else if let colon = word.marks.indices.last(where: { index in
      word.marks[index].writing == .plain
        && word.dropping(index).text.utf8.first == UInt8(ascii: ":")
    }) {
      start = colon + 1
      words += types.map { GrammarWord(text: $0, ending: "=", isFinished: false) }
    } else {
      wanted.append(.fieldKey)
    }
  }

  private mutating func addSubcommands(after operands: [Word]) {
    guard let first = operands.last, let family = try? commands.family(named: first) else {
      return
    }
    addSubcommands(of: family)
  }
}

extension CommandDefinition {
  /// The options that may follow the given ones.
  fileprivate func options(after given: [CommandOption], _ operands: [Word]) -> [CommandOption] {
    let form = form(selectedBy: given.map(\.name), operands)
    let others = form == forms[0] ? forms.dropFirst() : []
    let selectors = others.flatMap { form in form.options.filter { $0.name == form.selector } }
    let excluded = excluded { name in given.contains { $0.name == name } }
    return (form.options + selectors).filter { option in
      option.isRepeatable || !given.contains(option) && !excluded.contains(option.name)
    }
  }
}

/// The candidates that can replace a part of a line.
package struct CompletionResult {
  package struct Candidate {
    /// The text to insert into the line.
    package let insertion: String
    /// The text to show in a list of candidates.
    package let display: String
    /// Whether the word is complete, so that a blank follows it.
    package let isWhole: Bool

    package init(_ insertion: String, display: String? = nil, isWhole: Bool = true) {
      self.insertion = insertion
      self.display = display ?? insertion
      self.isWhole = isWhole
    }
  }

  /// The range of the line, in Unicode scalars, that a candidate replaces.
  package let range: Range<Int>
  package let candidates: [Candidate]

  package init(range: Range<Int>, candidates: [Candidate]) {
    (self.range, self.candidates) = (range, candidates)
  }

  /// The effect of the completion key.
  package enum KeyAction: Equatable {
    case nothing
    /// Replaces the range with a text.
    case insert(String)
    /// Shows the candidates.
    case list
  }

  /// The next step of completion.
  ///
  /// - Parameters:
  ///   - line: The line to complete.
  ///   - isRepeated: Whether the previous key was the same.
  package func step(in line: String, isRepeated: Bool) -> KeyAction {
    guard let first = candidates.first else { return .nothing }
    if candidates.count == 1 { return .insert(first.insertion + (first.isWhole ? " " : "")) }
    let typed = String(line.unicodeScalars.dropFirst(range.lowerBound).prefix(range.count))
    let common = commonPrefix
    // Candidates need not begin with the typed text, which must not get lost.
    let isSame = common.unicodeScalars.elementsEqual(typed.unicodeScalars)
    if common.count >= typed.count, !isSame { return .insert(common) }
    return isRepeated ? .list : .nothing
  }

  private var commonPrefix: String {
    guard var common = candidates.first.map({ Substring($0.insertion) }) else { return "" }
    for candidate in candidates.dropFirst() where !candidate.insertion.hasPrefix(common) {
      let length = zip(common, candidate.insertion).prefix { $0 == $1 }.count
      common = common.prefix(length)
    }
    return String(common)
  }
}
