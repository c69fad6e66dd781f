import Catalogues
package import Editing

/// Commands from words that a shell of the system has split.
extension CommandParser {
  /// The command that options and operands mean. In them nothing is quoted, so that no word is the
  /// number of a line; only in fields, `\=` and `\:` are signs that do not end a key.
  ///
  /// - Parameter options: The options of the command with their arguments.
  /// - Throws: `CommandError` for the first error; its columns mean nothing.
  package static func parse(
    _ definition: CommandDefinition, options: [(name: CommandOptionName, value: String?)],
    operands: [String]
  ) throws(CommandError) -> ParsedCommand {
    let hasFields = definition.forms.contains { $0.operands.contains { $0.kind == .field } }
    var words: [Word] = []
    func append(_ text: String, readsSigns: Bool = false) {
      let start = words.last.map { $0.columns.upperBound + 1 } ?? 1
      words.append(Word(argument: text, readsSigns: readsSigns, at: start))
    }
    for (name, value) in options { append("--\(name.rawValue)" + (value.map { "=" + $0 } ?? "")) }
    append("--")
    for operand in operands { append(operand, readsSigns: hasFields) }
    return try parse(definition, words[...], end: words.last?.columns.upperBound ?? 1)
  }
}
