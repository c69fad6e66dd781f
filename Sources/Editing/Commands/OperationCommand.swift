package import Grammar

/// A command that is the written form of an operation. Its file has its definition, what its words
/// mean, and how the operation is written.
package protocol OperationCommand: Command {
  /// What finds the entries that it is about, if it does not name them.
  var query: Query? { get }

  /// Whether it names the items that it changes, rather than what is searched for.
  var namesItems: Bool { get }

  /// What the command means where it is run.
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

/// The commands that are the written form of an operation, in the order in which the help lists them.
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
