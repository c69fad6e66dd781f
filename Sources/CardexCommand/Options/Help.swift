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
    for command in CommandDefinition.all {
      text += HelpLayout.entry(command.name.rawValue, command.summary, column: 12)
    }
    text += """

      FILE is an XML property list; '-' is standard input. Without FILE, commands read standard
      input, or the file that $CARDEX_FILE names if that is a terminal. 'cardex help COMMAND' or
      'cardex COMMAND --help' describes a command, 'man cardex' the program.

      """
    return text
  }

  /// The purpose of a command and its options.
  static func text(for command: CommandDefinition) -> String {
    let name = command.name.rawValue
    var text = "Usage: cardex \(name) [OPTIONS] \(command.operands)\n\n"
    text += "\(command.summary.prefix(1).uppercased())\(command.summary.dropFirst()).\n"
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
