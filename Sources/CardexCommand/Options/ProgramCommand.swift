import Editing
import Grammar
import Language
import Platform

/// A command of the program that is not a command of a session.
protocol ProgramCommand: SendableMetatype {
  static var definition: CommandDefinition { get }

  /// Takes the options; may already check their values and the operands.
  init(options: ParsedOptions, output: Output) throws(Failure)

  func run() throws(Failure) -> ExitStatus
}

/// A command with the command line of another program, which it can replace.
protocol DropInCommand: SendableMetatype {
  static var definition: CommandDefinition { get }

  static func run(_ words: [FilePath], to output: Output) throws(Failure) -> ExitStatus
}

/// The first word of a command of the program.
struct CommandWord: Sendable {
  enum Meaning: Sendable {
    case program(any ProgramCommand.Type)
    case dropIn(any DropInCommand.Type)
    /// One command of a session, or several, as scripts of one command.
    case edit
  }

  let text: String
  let meaning: Meaning

  /// The words of commands that have a manual page of their own, in the order in which help lists them.
  static let main: [CommandWord] = [
    .init("search", SearchCommand.self), .init("show", ShowCommand.self),
    .init("get", GetCommand.self), .init("sections", SectionsCommand.self),
    .init("browse", BrowseCommand.self), .init("shell", ShellCommand.self),
    .init("batch", BatchCommand.self), .init("info", InfoCommand.self),
    .init("check", CheckCommand.self), .init("convert", ConvertCommand.self),
    .init("diff", DiffCommand.self), .init("merge", MergeCommand.self),
    .init("index", IndexCommand.self), .init("publish", PublishCommand.self),
    .init("new", NewCommand.self), .init("lsp", LanguageServerCommand.self),
    .init("mcp", MCPCommand.self), .init("plutil", PlutilCommand.self),
    .init("PlistBuddy", PlistBuddyCommand.self), .init("help", HelpCommand.self),
  ]

  /// The first words of the session's commands that are also commands of the program.
  static let editing: [CommandWord] = {
    let names = OperationCommands.all.map { $0.definition.name } + [.edit, .expand, .collapse]
    return names.reduce(into: []) { words, name in
      let first = name.words[0]
      if !words.contains(where: { $0.text == first }) {
        words.append(CommandWord(text: first, meaning: .edit))
      }
    }
  }()

  static var all: [CommandWord] { main + editing }

  private init(text: String, meaning: Meaning) { (self.text, self.meaning) = (text, meaning) }

  private init(_ text: String, _ type: any ProgramCommand.Type) {
    self.init(text: text, meaning: .program(type))
  }

  private init(_ text: String, _ type: any DropInCommand.Type) {
    self.init(text: text, meaning: .dropIn(type))
  }

  /// The word, if a command begins with it. The commands of a session are looked at last, since
  /// defining them takes longer than a search.
  init?(_ text: String) {
    let found = CommandWord.main.first { $0.text == text }
    guard let found = found ?? CommandWord.editing.first(where: { $0.text == text }) else {
      return nil
    }
    self = found
  }

  /// The commands that begin with the word: several for `section`.
  var definitions: [CommandDefinition] {
    switch meaning {
    case .program(let type): [type.definition.asCommand(of: Help.program)]
    case .dropIn(let type): [type.definition.asCommand(of: Help.program)]
    case .edit:
      (SessionCommands.all.definitions.family(named: text)?.members ?? [])
        .filter { $0.group != .session }.map(CommandDefinition.editing)
    }
  }

  /// The definition of the command, or of all that begin with the word as one.
  var definition: CommandDefinition {
    let members = definitions
    return members.count == 1 ? members[0] : .family(text, members)
  }
}

extension CommandDefinition {
  /// A command of a session as one of the program, with the options of a script.
  static func editing(_ command: CommandDefinition) -> CommandDefinition {
    command.asCommand(
      of: Help.program, operands: [CommandOperand(.file, "FILE")],
      options: .joining(
        command.name == .set ? [.creating] : [], .saving, .parsing, [.sectionTitles], .common),
      rules: .saving)
  }

  /// All commands that begin with a word, as one.
  fileprivate static func family(
    _ name: String, _ members: [CommandDefinition]
  ) -> CommandDefinition {
    CommandDefinition(
      CommandName(rawValue: name), in: .sections,
      "insert, delete, move, copy, rename, sort or build sections",
      operands: [
        .init(.choice(members.map { CommandChoice($0.name.words[1], $0.summary) }), "ACTION")
      ],
      options: members.flatMap(\.options).reduce(into: []) { options, option in
        if !options.contains(where: { $0.name == option.name }) { options.append(option) }
      }
    ).asCommand(of: Help.program)
  }
}

/// Words that are commands of the shell and of scripts, but not of the program.
enum CommandOfShell {
  /// The program's command that does the same.
  private static let counterparts = [
    "find": "search", "list": "show", "jump": "show",
  ]

  /// The error for a word that is a command of the shell; `nil` for other words.
  static func failure(for word: String) -> Failure? {
    guard SessionCommands.all.definitions.family(named: word) != nil else { return nil }
    if let counterpart = counterparts[word] {
      return Failure(
        "'\(word)' is a command of the shell; here: \(counterpart)",
        hint: "'cardex shell FILE' starts the shell")
    }
    return Failure(
      "'\(word)' is a command of the shell, not of the program",
      hint: "'cardex shell FILE' starts the shell, 'cardex help \(word)' describes the command")
  }
}
