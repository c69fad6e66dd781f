/// The text of `--help` and `cardex help`.
enum Help {
  static let version = "cardex 0.1.0"

  /// What the program is and which commands it has.
  static var overview: String {
    var text = """
      Cardex shows, searches and edits catalogues kept in property lists.

      Usage: cardex COMMAND [OPTIONS] [FILE…]


      """
    for command in CommandDefinition.all {
      text += line(command.name.rawValue, command.summary, column: 12)
    }
    text += """

      FILE is an XML property list, '-' or nothing on a pipe standard input; at a terminal without
      FILE, $CARDEX_FILE. 'cardex help COMMAND' or 'cardex COMMAND --help' describes a command,
      'man cardex' the program.

      """
    return text
  }

  /// What a command does and which options it has.
  static func text(for command: CommandDefinition) -> String {
    let name = command.name.rawValue
    var text = "Usage: cardex \(name) [OPTIONS] \(command.operands)\n\n"
    text += "\(command.summary.prefix(1).uppercased())\(command.summary.dropFirst()).\n"
    if !command.details.isEmpty {
      text += "\n" + wrapped(command.details, width: width).joined(separator: "\n") + "\n"
    }
    text += "\nOptions:\n"
    for option in command.options { text += line(option.usage, option.help, column: 28) }
    return text
  }

  private static let width = 80

  /// A name and its description, which goes on below itself where it is long.
  private static func line(_ name: String, _ description: String, column: Int) -> String {
    let indentation = String(repeating: " ", count: column + 2)
    let lines = wrapped(description, width: width - indentation.count)
    let isNarrow = name.count + 2 <= column
    let first = "  " + name + (isNarrow ? String(repeating: " ", count: column - name.count) : "")
    let rest = isNarrow ? lines.dropFirst() : lines[...]
    return first + (isNarrow ? lines[0] : "") + "\n"
      + rest.map { indentation + $0 + "\n" }.joined()
  }

  /// Text broken between words; never empty.
  private static func wrapped(_ text: String, width: Int) -> [String] {
    var lines = [""]
    for word in text.split(whereSeparator: \.isWhitespace) {
      let last = lines.count - 1
      if lines[last].isEmpty {
        lines[last] = String(word)
      } else if lines[last].count + 1 + word.count <= width {
        lines[last] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
