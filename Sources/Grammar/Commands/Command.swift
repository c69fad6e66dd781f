/// A command: how it is written, and the values that its words have.
package protocol Command: Sendable {
  static var definition: CommandDefinition { get }

  /// Reads the values of options and operands, which have been checked one by one.
  ///
  /// - Throws: `CommandError` for values that are wrong, or wrong together.
  init(_ given: ParsedCommand) throws(CommandError)
}
