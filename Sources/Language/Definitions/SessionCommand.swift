import Editing
package import Grammar

/// A command of a session: how it is written, and what it does.
package struct SessionCommand: Sendable {
  package let definition: CommandDefinition
  let action: CommandAction

  init(
    _ name: CommandName, aliases: [String] = [], in group: CommandGroup, _ summary: String,
    operands: [CommandOperand] = [], options: [CommandOption] = [],
    otherForms: [CommandForm] = [], exclusions: [[OptionName]] = [], details: String = "",
    examples: [CommandExample],
    shorthand: CommandDefinition.Shorthand? = nil, action: CommandAction
  ) {
    definition = CommandDefinition(
      name, aliases: aliases, in: group, summary, operands: operands, options: options,
      otherForms: otherForms, exclusions: exclusions, details: details, examples: examples,
      shorthand: shorthand)
    self.action = action
  }

  init(_ command: any OperationCommand.Type) {
    definition = command.definition
    action = CommandAction { given throws(CommandError) in
      OperationTask(command: try command.init(given))
    }
  }

  package var name: CommandName { definition.name }
}

extension CommandGroup {
  static let look = CommandGroup("Browse")
  static let history = CommandGroup("Undo and redo")
  static let file = CommandGroup("The file")
  package static let session = CommandGroup("The session")
}
