import Editing
import Language

/// The text of `--help` and `cardex help`.
enum Help {
  static let version = "cardex 0.1.0"

  /// The purpose of the program and its commands.
  static var overview: String {
    var text = """
      Cardex shows, searches and edits catalogues kept in property lists.

      Usage: cardex COMMAND [OPTIONS] [FILE…]


      """
    for command in CommandDefinition.main {
      text += HelpLayout.entry(command.name.rawValue, command.summary, column: 12)
    }
    text += "\nOne edit each: cardex COMMAND [OPTIONS] FILE WORDS…\n"
    for name in CommandDefinition.Name.editing {
      text += HelpLayout.entry(
        name.rawValue, CommandDefinition.named(name).summary, column: 12)
    }
    return text + "\n"
      + HelpLayout.paragraph(
        """
        FILE is an XML property list; '-' is standard input. Without FILE, commands read standard \
        input, or the file that $CARDEX_FILE names if that is a terminal. 'cardex help COMMAND' or \
        'cardex COMMAND --help' describes a command, 'man cardex' the program.
        """)
  }

  /// The purpose of a command and its options.
  static func text(for command: CommandDefinition) -> String {
    let commands = command.name.commandsOfLanguage
    let name = command.name.rawValue
    let usages =
      commands.isEmpty
      ? ["cardex \(name) [OPTIONS] \(command.operands)"]
      : commands.flatMap(EditingText.usages)
    return "Usage: \(usages.joined(separator: "\n       "))\n\n" + description(of: command)
      + examples(of: commands)
  }

  /// The purpose, the use and the options of a command of the language that is also one of the
  /// program.
  static func text(for command: Language.CommandDefinition, as name: CommandDefinition.Name)
    -> String
  {
    let usages = EditingText.usages(of: command)
    return "Usage: \(usages.joined(separator: "\n       "))\n\n"
      + description(of: .editing(command, as: name)) + examples(of: [command])
  }

  private static func examples(of commands: [Language.CommandDefinition]) -> String {
    var text = commands.isEmpty ? "" : "\nExamples:\n"
    for command in commands {
      let name = command.name.rawValue
      for example in command.examples {
        let operands = example.line.dropFirst(name.utf8.count)
        // There are no lines of a listing and no current entry here.
        if operands.split(separator: " ").contains(where: { $0 == "." || Int($0) != nil }) {
          continue
        }
        text += "  cardex \(name) FILE\(operands)\n      \(example.meaning)\n"
      }
    }
    return text
  }

  private static func description(of command: CommandDefinition) -> String {
    var text =
      "\(command.summary.prefix(1).uppercased())\(command.summary.dropFirst()).\n"
    if !command.details.isEmpty {
      text += "\n" + HelpLayout.paragraph(command.details)
    }
    if !command.actions.isEmpty {
      text += "\nActions:\n"
      for action in command.actions {
        text += HelpLayout.entry(action.name, action.summary, column: 12)
      }
    }
    text += "\nOptions:\n"
    for option in command.options {
      text += HelpLayout.entry(option.usage, option.help, column: 28)
    }
    return text
  }
}
