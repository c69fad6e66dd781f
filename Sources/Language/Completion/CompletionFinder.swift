import Catalogues
import Editing

/// A finder of what can be inserted at the cursor.
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
  private var words: [GrammarWord] = []

  init(_ line: TypedLine) {
    self.line = line
    if line.isTitle {
      command = "jump"
      wanted = [.sectionTitle]
    } else if line.isComment {
      return
    } else if line.words.isEmpty {
      addCommands()
    } else if let family = try? CommandResolver.family(named: line.words[0]) {
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
    for family in CommandResolver.families {
      let summary = family.head?.summary ?? "commands for sections: insert, delete, move …"
      for name in [family.name] + (family.head?.aliases ?? []) {
        words.append(GrammarWord(text: name, summary: summary))
      }
    }
  }

  private mutating func addSubcommands(of family: CommandResolver.Family) {
    words += family.subcommands.map { GrammarWord(text: $0.name.words[1], summary: $0.summary) }
  }

  private mutating func find(in family: CommandResolver.Family) {
    if line.words.count == 1 { addSubcommands(of: family) }
    let subcommand =
      line.words.count > 1
      ? (try? CommandResolver.subcommand(of: family, line.words[1])) ?? nil : nil
    guard let definition = subcommand ?? family.head else { return }
    command = definition.name
    find(in: definition, after: line.words[(subcommand == nil ? 1 : 2)...])
  }

  private mutating func find(in definition: CommandDefinition, after words: ArraySlice<Word>) {
    let walk = OptionWalk(definition, words)
    if let option = walk.awaiting {
      addArgument(of: option)
    } else if !walk.isEnded, isOption(definition) {
      addOptions(of: definition, walk)
    } else {
      addOperands(walk.form(of: definition), walk.operands)
    }
  }

  // MARK: Options

  /// Whether the word at the cursor is, or may become, an option.
  private func isOption(_ definition: CommandDefinition) -> Bool {
    line.word.isKeyword("-") || OptionScanner.isOption(line.word, of: definition)
  }

  private mutating func addOptions(of definition: CommandDefinition, _ walk: OptionWalk) {
    let scalars = Array(line.word.text.unicodeScalars)
    if let sign = scalars.firstIndex(of: "=") {
      let name = String(String.UnicodeScalarView(scalars[..<sign].dropFirst(2)))
      start = sign + 1
      if let option = OptionWalk.option(named: name, of: definition) { addArgument(of: option) }
      return
    }
    words += walk.possible(in: definition).map { option in
      switch option.argument {
      case .none: GrammarWord(text: option.spelling, summary: option.help)
      case .required:
        GrammarWord(text: option.spelling, ending: "=", isFinished: false, summary: option.help)
      case .optional: GrammarWord(text: option.spelling, isFinished: false, summary: option.help)
      }
    }
  }

  private mutating func addArgument(of option: CommandOption) {
    switch option.argument {
    case .none: break
    case .required(_, let kind), .optional(_, let kind): add(kind, after: [])
    }
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
    case .key: wanted.append(.key)
    case .file: wanted.append(.file)
    case .optionName: wanted.append(.optionName)
    case .optionValue: wanted.append(.optionValue(of: operands.last?.text ?? ""))
    case .entered: wanted.append(.entered)
    case .field: addField()
    case .choice(let names): words += names.map { GrammarWord(text: $0) }
    case .keyword(let word): words.append(GrammarWord(text: word))
    case .commandName: addTopics()
    case .subcommandName: addSubcommands(after: operands)
    case .pattern, .replacement, .number, .suffix: break
    }
  }

  private mutating func addLabel() {
    if FieldAssignment.separator(in: line.word) == nil { wanted.append(.label) }
  }

  /// The key, the type or the value of a field, whichever the cursor is in.
  private mutating func addField() {
    let word = line.word
    if let sign = FieldAssignment.separator(in: word) {
      guard let field = try? FieldAssignment(word) else { return }
      start = sign + 1
      wanted.append(.fieldValue(key: field.key))
    } else if let colon = word.marks.indices.last(where: { index in
      word.marks[index].writing == .plain
        && word.dropping(index).text.utf8.first == UInt8(ascii: ":")
    }) {
      start = colon + 1
      words += FieldType.allCases.map {
        GrammarWord(text: $0.rawValue, ending: "=", isFinished: false)
      }
    } else {
      wanted.append(.fieldKey)
    }
  }

  private mutating func addTopics() {
    addCommands()
    words += HelpTopic.others.map { GrammarWord(text: $0.name) }
  }

  private mutating func addSubcommands(after operands: [Word]) {
    guard let first = operands.last, let family = try? CommandResolver.family(named: first) else {
      return
    }
    addSubcommands(of: family)
  }
}
