import Editing
import Grammar

/// The text of `--help` and `cardex help`.
enum Help {
  static let program = "cardex"
  static let versionNumber = "0.1.0"
  static let version = "cardex \(versionNumber)"

  /// The purpose of the program and its commands.
  static var overview: String {
    var text = """
      Cardex shows, searches and edits catalogues kept in property lists.

      Usage: cardex COMMAND [OPTIONS] [FILE…]


      """
    for command in CommandWord.main {
      text += HelpLayout.entry(command.text, command.definition.summary, column: 12)
    }
    text += "\nOne edit each: cardex COMMAND [OPTIONS] FILE WORDS…\n"
    for command in CommandWord.editing {
      text += HelpLayout.entry(command.text, command.definition.summary, column: 12)
    }
    return text + "\n"
      + HelpLayout.paragraph(
        """
        FILE is an XML property list; '-' is standard input. Without FILE, commands read standard \
        input, or the file that $CARDEX_FILE names if that is a terminal. 'cardex help COMMAND' or \
        'cardex COMMAND --help' describes a command, 'man cardex' the program.
        """)
  }

  /// The purpose, the uses and the options of a command, or of several that begin with the same word.
  ///
  /// - Parameter whole: One definition that stands for all commands.
  static func text(for commands: [CommandDefinition], as whole: CommandDefinition) -> String {
    let usages = commands.flatMap(\.usages).joined(separator: "\n       ")
    return "Usage: \(usages)\n\n" + description(of: whole) + examples(of: commands)
  }

  private static func examples(of commands: [CommandDefinition]) -> String {
    var text = ""
    for command in commands {
      for example in command.examples {
        let operands = example.line.dropFirst(command.name.rawValue.utf8.count)
        // There are no lines of a listing and no current entry here.
        if operands.split(separator: " ").contains(where: { $0 == "." || Int($0) != nil }) {
          continue
        }
        text += "  \(command.invocation) FILE\(operands)\n      \(example.meaning)\n"
      }
    }
    return commands.allSatisfy(\.examples.isEmpty) ? "" : "\nExamples:\n" + text
  }

  /// How a session's command differs as a command of the program.
  private static let difference = """
    This is a script of one command: FILE is saved if it succeeds. Words that begin with '-' follow \
    '--'; names are never numbers of lines. FILE '-' is standard input; the result goes to \
    standard output. Exit status: 0 if all is as was asked for, or 1 with --fail-unchanged if \
    nothing was changed; 2 after an error.
    """

  private static func description(of command: CommandDefinition) -> String {
    var text =
      "\(command.summary.prefix(1).uppercased())\(command.summary.dropFirst()).\n"
    let details = [command.details, command.group == .program ? "" : difference]
    if details != ["", ""] {
      text += "\n" + HelpLayout.paragraph(details.joined(separator: " "))
    }
    if case .choice(let actions)? = command.forms[0].operands.first?.kind {
      text += "\nActions:\n"
      for action in actions {
        text += HelpLayout.entry(action.name, action.summary, column: 12)
      }
    }
    text += "\nOptions:\n"
    for option in command.options {
      text += HelpLayout.entry(command.usage(of: option), option.help, column: 28)
    }
    return text
  }
}
