package import Catalogues
import Editing
package import Grammar
package import Platform

/// A command that is not the written form of one operation: it looks, saves, undoes, or determines
/// its edit when it runs.
protocol SessionCommand: Command {
  /// Whether the session ends after the command.
  var ends: Bool { get }

  func run(_ request: CommandRequest, in session: Session) throws(SessionError)
}

extension SessionCommand {
  var ends: Bool { false }
}

extension CommandGroup {
  static let look = CommandGroup("Browse")
  static let history = CommandGroup("Undo and redo")
  static let file = CommandGroup("The file")
  package static let session = CommandGroup("The session")
}

/// The commands of a session.
package struct SessionCommands: Sendable {
  /// The definitions of the commands, in the order of the help.
  package let definitions: CommandSet
  private var sessionCommands: [CommandName: any SessionCommand.Type] = [:]
  private var operations: [CommandName: any OperationCommand.Type] = [:]

  private init(
    _ first: [any SessionCommand.Type], _ operations: [any OperationCommand.Type],
    _ last: [any SessionCommand.Type]
  ) {
    definitions = CommandSet(
      first.map { $0.definition } + operations.map { $0.definition } + last.map { $0.definition })
    for type in first + last { sessionCommands[type.definition.name] = type }
    for type in operations { self.operations[type.definition.name] = type }
  }

  package static let all = SessionCommands(
    [
      ShowCommand.self, GetCommand.self, MoreCommand.self, SectionsCommand.self, JumpCommand.self,
      NextCommand.self, PreviousCommand.self, FindCommand.self, BookmarkCommand.self,
      BookmarksCommand.self, ExpandCommand.self, CollapseCommand.self, ToggleCommand.self,
      AccordionCommand.self,
    ], OperationCommands.all,
    [
      EditCommand.self,
      UndoCommand.self, RedoCommand.self, HistoryCommand.self, DiffCommand.self,
      SaveCommand.self, SaveAsCommand.self, RevertCommand.self, RefreshCommand.self,
      CheckCommand.self, InfoCommand.self,
      SetOptionCommand.self, HelpCommand.self, QuitCommand.self,
    ])

  /// The request in a line; `nil` for a blank line or a comment.
  ///
  /// - Throws: `CommandError` for the first error in the line.
  package func parse(_ line: String) throws(CommandError) -> CommandRequest? {
    try parse(ByteText(line))
  }

  package func parse(_ line: ByteText) throws(CommandError) -> CommandRequest? {
    try definitions.parse(line).map { parsed throws(CommandError) in try request(parsed) }
  }

  /// The request that a parsed command means.
  ///
  /// - Throws: `CommandError` for an invalid value.
  package func request(_ parsed: ParsedCommand) throws(CommandError) -> CommandRequest {
    if let type = operations[parsed.name] {
      return CommandRequest(command: .operation(try type.init(parsed)), parsed: parsed)
    }
    guard let type = sessionCommands[parsed.name] else {
      preconditionFailure("\(parsed.name.rawValue) is not a command of a session")
    }
    return CommandRequest(command: .session(try type.init(parsed)), parsed: parsed)
  }
}

/// How a command is run.
package struct CommandMode: Sendable {
  /// How names of items to change are matched: exactly where nobody can be asked which item is
  /// meant.
  package var matching: NameMatching
  /// Whether fields may have any key, even one that is probably misspelt.
  package var acceptsNewKeys: Bool
  /// The version of the journal that the command comes from; `nil` for a new command.
  var replayedVersion: Int?

  package init(
    _ matching: NameMatching = .lenient, acceptsNewKeys: Bool = false, replayedVersion: Int? = nil
  ) {
    self.matching = matching
    self.acceptsNewKeys = acceptsNewKeys
    self.replayedVersion = replayedVersion
  }
}

/// A command as it was given, with the values of its words.
package struct CommandRequest: Sendable {
  /// The command, by its protocol, because casting it when it runs would take longer than a short
  /// search.
  enum ReadCommand {
    case session(any SessionCommand)
    case operation(any OperationCommand)
  }

  let command: ReadCommand
  package let parsed: ParsedCommand
  /// Marks of the items that the addresses must lead to, if the command was recorded.
  var marks: TargetMarks?
  var mode = CommandMode()

  package var name: CommandName { parsed.name }

  /// Whether the command edits by paths, for which the catalogue need not be read.
  package var editsByPaths: Bool { parsed.takesPaths && mayEdit }

  /// Whether the command may change the catalogue, whatever its content.
  package var mayEdit: Bool {
    [.change, .form, .sections].contains(parsed.definition.group) || parsed.has(.fix)
  }
}

/// The names of options that only session commands have.
extension OptionName {
  // The part that is shown.
  package static let page: OptionName = "page"
  package static let pageSize: OptionName = "page-size"
  package static let collapsed: OptionName = "collapsed"
  package static let expanded: OptionName = "expanded"
  package static let fields: OptionName = "fields"
  // The form in which matches are printed.
  package static let count: OptionName = "count"
  package static let maxCount: OptionName = "max-count"
  package static let position: OptionName = "position"
  // The form in which values are printed.
  package static let json: OptionName = "json"
  package static let xml: OptionName = "xml"
  package static let keys: OptionName = "keys"
  package static let type: OptionName = "type"
  package static let expect: OptionName = "expect"
  package static let defaultValue: OptionName = "default"
  package static let noNewline: OptionName = "no-newline"
  package static let nullData: OptionName = "null-data"
  // Obstacles that are overridden.
  package static let breakLinks: OptionName = "break-links"
  package static let backup: OptionName = "backup"
  package static let discard: OptionName = "discard"
  // The form in which differences are printed.
  package static let entries: OptionName = "entries"
}
