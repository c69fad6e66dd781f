import Editing
import Grammar
import Language

/// `cardex help`: help for the program and its commands.
struct HelpCommand: ProgramCommand {
  static let definition = CommandDefinition(
    "help", in: .program, "describe the program or a command",
    operands: [.init(.commandName(others: []), "COMMAND", 0...1)],
    options: .joining(
      [
        .init(
          .completions,
          .required("SHELL", .word(Completions.Shell.allCases.map(\.rawValue))),
          "print completions for bash, zsh or fish")
      ], .common))

  let options: ParsedOptions
  let output: Output

  func run() throws(Failure) -> ExitStatus {
    if let shell = options.value(.completions).flatMap(Completions.Shell.init) {
      try output.write(Completions.script(for: shell))
      return .found
    }
    guard let operand = options.operands.first else {
      return try HelpCommand.overview(to: output)
    }
    let topic = try options.text(of: operand)
    guard let command = CommandWord(topic) else {
      let meant = OtherNames.commands(for: topic, among: CommandWord.all.map(\.text))
      if !meant.isEmpty, CommandOfShell.failure(for: topic) == nil {
        throw Failure("unknown command '\(topic)'", hint: Listing.suggestion(meant, otherwise: ""))
      }
      if try describeCommandOfSession() { return .found }
      throw Failure("unknown command '\(topic)'", hint: "try 'cardex help'")
    }
    if options.operands.count > 1, case .edit = command.meaning {
      let rest = Array(options.operands.dropFirst())
      return try HelpCommand.describe([EditCommand.definition(command, rest).0], to: output)
    }
    return try HelpCommand.describe(command, to: output)
  }

  /// Describes a command of the session, for viewing and editing a catalogue, not of the program.
  private func describeCommandOfSession() throws(Failure) -> Bool {
    for operand in options.operands { _ = try options.text(of: operand) }
    let commands = SessionCommands.all.definitions
    guard options.words.count <= 2, let topic = try? HelpTopic(options.words, among: commands)
    else { return false }
    try output.write(topic.text(commands))
    return true
  }

  static func overview(to output: Output) throws(Failure) -> ExitStatus {
    try output.write(Help.overview)
    return .found
  }

  static func describe(
    _ command: CommandWord, to output: Output
  ) throws(Failure) -> ExitStatus {
    try output.write(Help.text(for: command.definitions, as: command.definition))
    return .found
  }

  static func describe(
    _ commands: [CommandDefinition], to output: Output
  ) throws(Failure) -> ExitStatus {
    try output.write(Help.text(for: commands, as: commands[0]))
    return .found
  }

  static func version(to output: Output) throws(Failure) -> ExitStatus {
    try output.write(VersionReport.text)
    return .found
  }
}
