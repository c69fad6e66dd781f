package import Editing
package import Platform

/// A parser of command lines.
package enum CommandParser {
  /// The command in a line; `nil` for a blank line or a comment.
  ///
  /// Commands, sub-commands and long options may be shortened to an unambiguous prefix. Options and
  /// operands may be interleaved.
  ///
  /// - Throws: `CommandError` for the first error in the line.
  package static func parse(_ line: String) throws(CommandError) -> ParsedCommand? {
    try parse(ByteText(line))
  }

  /// The command in a line in which names of files may contain bytes that are not characters.
  package static func parse(_ line: ByteText) throws(CommandError) -> ParsedCommand? {
    if let title = Lexer.title(of: line.description) {
      if line.text == nil {
        throw CommandError("the title is not UTF-8", columns: title.columns)
      }
      var scanner = LineScanner(line)
      scanner.scanControlCharacters()
      if let problem = scanner.problem { throw problem }
      return try parse(
        .named("jump"), title.text.isEmpty ? [] : [title], end: title.columns.upperBound)
    }
    let words = try Lexer.words(of: line)
    guard let last = words.last else { return nil }
    let (definition, count) = try CommandResolver.command(in: words)
    return try parse(definition, words[count...], end: last.columns.upperBound)
  }

  static func parse(
    _ definition: CommandDefinition, _ words: ArraySlice<Word>, end: Int
  ) throws(CommandError) -> ParsedCommand {
    let scan = try OptionScanner(definition, words)
    let form = try form(of: definition, for: scan.given)
    try checkExclusions(definition, scan.given)
    let assigner = OperandAssigner(
      definition: definition, form: form, words: scan.operands,
      mayBeMissing: scan.given.contains { $0.option.name == .regexp }, end: end)
    let operands = try assigner.assign()
    let arguments = CommandArguments(options: scan.given, operands: operands)
    return ParsedCommand(
      definition: definition, request: try definition.action.request(arguments),
      options: scan.given, operands: operands)
  }

  /// The form that the options select.
  private static func form(
    of definition: CommandDefinition, for options: [GivenOption]
  ) throws(CommandError) -> CommandForm {
    let form =
      definition.forms.first { form in options.contains { $0.option.name == form.selector } }
      ?? definition.forms[0]
    for given in options where !form.options.contains(given.option) {
      let needed = definition.forms.first { $0.options.contains(given.option) }?.selector
      let selector = needed ?? form.selector
      throw CommandError(
        "\(given.option.spelling) \(needed == nil ? "cannot be used with" : "requires") "
          + (selector.map { "--" + $0.rawValue } ?? ""), columns: given.columns)
    }
    return form
  }

  private static func checkExclusions(
    _ definition: CommandDefinition, _ options: [GivenOption]
  ) throws(CommandError) {
    for set in definition.exclusions {
      let given = options.filter { set.contains($0.option.name) }
      guard let second = given.first(where: { $0.option.name != given[0].option.name }) else {
        continue
      }
      throw CommandError(
        "\(given[0].option.spelling) and \(second.option.spelling) cannot be used together",
        columns: second.columns)
    }
  }
}
