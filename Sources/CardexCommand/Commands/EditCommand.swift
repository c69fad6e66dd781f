import Editing
import Language
import Platform

/// `cardex insert`, `cardex move` and the like: scripts of one command.
struct EditCommand {
  /// A command of the language, as it is called.
  struct Called {
    let command: Language.CommandDefinition
    let definition: CommandDefinition
    /// What follows its name.
    let arguments: [FilePath]
  }

  /// Finds the command of the language that a word, or it and the next one, means.
  ///
  /// - Parameter arguments: What follows the word.
  /// - Returns: `nil` if the language has no such command, or the second one is missing because
  ///   help or the version is asked for.
  static func called(
    _ name: CommandDefinition.Name, _ arguments: [FilePath]
  ) throws(Failure) -> Called? {
    let commands = name.commandsOfLanguage
    if commands.isEmpty { return nil }
    if commands.count == 1 {
      return Called(
        command: commands[0], definition: .named(name), arguments: arguments)
    }
    let usage = "it is followed by " + Listing.alternatives(commands.map { $0.words[1] })
    guard let first = arguments.first else {
      throw Failure("'\(name.rawValue)' needs a second word", hint: usage)
    }
    if ["--help", "--version"].contains(first) { return nil }
    guard let command = commands.first(where: { $0.words[1] == first.text }) else {
      throw Failure(naming: "unknown command '\(name.rawValue) \(first)'", hint: usage)
    }
    return Called(
      command: command, definition: .editing(command, as: name),
      arguments: Array(arguments.dropFirst()))
  }

  private let command: Language.CommandDefinition
  private let batch: BatchCommand

  /// - Parameter options: The options and operands of the command, FILE first.
  init(
    _ command: Language.CommandDefinition, _ options: ParsedOptions, output: Output
  ) throws(Failure) {
    self.command = command
    guard let file = options.operands.first else {
      throw Failure("no FILE was given", hint: EditCommand.usage(of: command))
    }
    let path = try EditedFile.checked(file)
    try BatchCommand.check(options, path)
    var words: [String] = []
    let isImport = command.words == ["import"]
    for word in options.operands.dropFirst() {
      if isImport { _ = try word.asFile() }
      // A name, since the session knows files only.
      let isInput = word == "-" && isImport
      words.append(isInput ? "/dev/stdin" : try options.text(of: word))
    }
    let own = Set(command.options.map(\.name))
    let given = options.values.compactMap { option in
      CommandOptionName(rawValue: option.name.rawValue).flatMap { name in
        own.contains(name) ? (name: name, value: option.value?.text) : nil
      }
    }
    let parsed: ParsedCommand
    do throws(CommandError) {
      parsed = try CommandParser.parse(command, options: given, operands: words)
    } catch {
      throw Failure(error.message, hint: EditCommand.hint(error.hint, of: command))
    }
    batch = BatchCommand(
      options.without(own.map(\.rawValue)), path, Script(parsed), output: output,
      reportsCounts: true)
  }

  private static func usage(of command: Language.CommandDefinition) -> String {
    "usage: " + EditingText.usages(of: command).joined(separator: ", or ")
  }

  /// A hint of the language, in which a usage is that of a command with FILE.
  private static func hint(_ hint: String?, of command: Language.CommandDefinition) -> String? {
    hint?.hasPrefix("usage: ") ?? false ? usage(of: command) : hint
  }

  func run() throws(Failure) -> ExitStatus {
    try rethrowing(batch.run()) { (error: Failure) in
      Failure(
        naming: error.message, hint: EditCommand.hint(error.hint, of: command), cause: error.cause)
    }
  }
}
