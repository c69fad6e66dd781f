package import Catalogues
import Editing
package import Grammar
package import Platform

/// The commands that a session runs.
package struct SessionCommands: Sendable {
  /// Their definitions, in the order in which the help lists them.
  package let definitions: CommandSet
  let commands: [SessionCommand]
  private let numbers: [CommandName: Int]

  init(_ commands: [SessionCommand]) {
    self.commands = commands
    definitions = CommandSet(commands.map(\.definition))
    numbers = Dictionary(uniqueKeysWithValues: commands.enumerated().map { ($1.name, $0) })
  }

  package static let all = SessionCommands(
    SessionCommand.looking + OperationCommands.all.map(SessionCommand.init)
      + SessionCommand.editing + SessionCommand.travelling + SessionCommand.filing
      + SessionCommand.session)

  /// What a line requests; `nil` for a blank line or a comment.
  ///
  /// - Throws: `CommandError` for the first error in the line.
  package func parse(_ line: String) throws(CommandError) -> CommandRequest? {
    try parse(ByteText(line))
  }

  package func parse(_ line: ByteText) throws(CommandError) -> CommandRequest? {
    try definitions.parse(line).map { parsed throws(CommandError) in try request(parsed) }
  }

  /// What a command means.
  ///
  /// - Throws: `CommandError` for a value that is wrong.
  package func request(_ parsed: ParsedCommand) throws(CommandError) -> CommandRequest {
    guard let number = numbers[parsed.name] else {
      preconditionFailure("\(parsed.name.rawValue) is not a command of a session")
    }
    let command = commands[number]
    return CommandRequest(
      command: command, parsed: parsed, task: try command.action.task(parsed))
  }
}

/// How a command is run.
package struct CommandMode: Sendable {
  /// How edits name the items that they change: exactly where nobody can be asked what is meant.
  package var matching: NameMatching
  /// Whether fields may have any key, even one that is probably misspelt.
  package var acceptsNewKeys: Bool
  /// The version of commands that were run before and are being run again; `nil` if it is not one.
  var replayedVersion: Int?

  package init(
    _ matching: NameMatching = .lenient, acceptsNewKeys: Bool = false, replayedVersion: Int? = nil
  ) {
    self.matching = matching
    self.acceptsNewKeys = acceptsNewKeys
    self.replayedVersion = replayedVersion
  }
}

/// A command as it was given, and what it means.
package struct CommandRequest: Sendable {
  let command: SessionCommand
  package let parsed: ParsedCommand
  let task: any SessionTask
  /// Marks of the items that the addresses must lead to, if the command was recorded.
  var marks: TargetMarks?
  var mode = CommandMode()

  package var name: CommandName { parsed.name }

  /// Whether it edits by paths, which need no catalogue.
  package var editsByPaths: Bool { parsed.takesPaths && mayEdit }

  /// Whether the command may change the catalogue, whatever its content.
  package var mayEdit: Bool {
    [.change, .form, .sections].contains(command.definition.group) || parsed.has(.fix)
  }
}
