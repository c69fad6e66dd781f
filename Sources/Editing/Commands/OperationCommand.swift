package import Grammar

/// A command that is the written form of an operation. The file of a command has its definition,
/// the meaning of its words, and the way the operation is written.
package protocol OperationCommand: Command {
  /// The query that finds the entries to change, if the command does not name them.
  var query: Query? { get }

  /// Whether the command names the items that it changes by their addresses.
  var namesItems: Bool { get }

  /// The operation that the command means in its session.
  func operation(_ command: ResolvedCommand) throws(SessionError) -> Operation
}

extension OperationCommand {
  package var query: Query? { nil }
  package var namesItems: Bool { query == nil }

  /// The command with options and operands.
  static func command(
    _ options: [WrittenCommand.Option] = [], _ operands: [WrittenCommand.Word] = []
  ) -> WrittenCommand {
    WrittenCommand(definition.name, options, operands)
  }
}

/// The commands that are the written form of an operation, in the order of the help.
package enum OperationCommands {
  package static let all: [any OperationCommand.Type] = [
    InsertCommand.self, DeleteCommand.self, MoveCommand.self, CopyCommand.self, SetCommand.self,
    UniteCommand.self, UnsetCommand.self, RenameCommand.self, ReplaceCommand.self,
    ImportCommand.self, PatchCommand.self, FillCommand.self, PickCommand.self,
    InsertSectionCommand.self, DeleteSectionCommand.self,
    MoveSectionCommand.self, CopySectionCommand.self, RenameSectionCommand.self,
    SortSectionCommand.self, BuildSectionsCommand.self,
  ]
}

extension CommandGroup {
  package static let change = CommandGroup("Change entries")
  package static let form = CommandGroup("Fill in forms")
  package static let sections = CommandGroup("Change sections")
}
