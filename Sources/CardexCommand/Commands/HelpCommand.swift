import Editing
import Language

/// `cardex help`: help for the program and its commands.
struct HelpCommand {
  let options: ParsedOptions
  let output: Output

  func run() throws(Failure) -> ExitStatus {
    if let name = options.value(.completions) {
      guard let shell = Completions.Shell(rawValue: name) else {
        throw Failure("--completions takes bash, zsh or fish, not '\(name)'")
      }
      try output.write(Completions.script(for: shell))
      return .found
    }
    guard let operand = options.operands.first else {
      return try HelpCommand.overview(to: output)
    }
    let topic = try options.text(of: operand)
    guard let name = CommandDefinition.Name(rawValue: topic) else {
      let meant = OtherNames.commands(
        for: topic, among: CommandDefinition.Name.allCases.map(\.rawValue))
      if !meant.isEmpty, CommandOfShell.failure(for: topic) == nil {
        throw Failure("unknown command '\(topic)'", hint: Listing.suggestion(meant, otherwise: ""))
      }
      if try describeCommandOfSession() { return .found }
      throw Failure("unknown command '\(topic)'", hint: "try 'cardex help'")
    }
    if let command = try commandOfLanguage(name) {
      return try HelpCommand.describe(command, as: name, to: output)
    }
    return try HelpCommand.describe(.named(name), to: output)
  }

  /// The one command of the language that the operands name, if it is also one of the program.
  private func commandOfLanguage(
    _ name: CommandDefinition.Name
  ) throws(Failure) -> Language.CommandDefinition? {
    guard options.operands.count > 1, !name.commandsOfLanguage.isEmpty else { return nil }
    return try EditCommand.called(name, Array(options.operands.dropFirst()))?.command
  }

  /// Describes a command of the session, for viewing and editing a catalogue, not of the program.
  private func describeCommandOfSession() throws(Failure) -> Bool {
    var words = ["help"]
    for operand in options.operands { words.append(Quoting.quoted(try options.text(of: operand))) }
    guard let parsed = try? CommandParser.parse(words.joined(separator: " ")),
      let topic = parsed.request.arguments as? HelpTopic
    else { return false }
    try output.write(CommandHelp.text(for: topic))
    return true
  }

  static func overview(to output: Output) throws(Failure) -> ExitStatus {
    try output.write(Help.overview)
    return .found
  }

  static func describe(
    _ command: CommandDefinition, to output: Output
  ) throws(Failure) -> ExitStatus {
    try output.write(Help.text(for: command))
    return .found
  }

  static func describe(
    _ command: Language.CommandDefinition, as name: CommandDefinition.Name, to output: Output
  ) throws(Failure) -> ExitStatus {
    try output.write(Help.text(for: command, as: name))
    return .found
  }

  static func version(to output: Output) throws(Failure) -> ExitStatus {
    try output.write(line: Help.version)
    return .found
  }
}
