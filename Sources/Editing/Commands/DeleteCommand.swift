import Catalogues
import Grammar
import PropertyLists
import Searching

/// `delete`: removes entries by their addresses or by a search, or values at paths.
struct DeleteCommand: OperationCommand {
  static let definition = CommandDefinition(
    "delete", in: .change, "remove entries",
    operands: [.init(.entryAddress, "ADDRESS", 1...Int.max)],
    options: [forcing],
    otherForms: [
      CommandForm(
        selector: .all, operands: [.init(.pattern, "PATTERN")],
        options: [.init(.all, "remove all entries that PATTERN finds"), forcing]
          + .matching),
      .ofPaths([CommandOperand(.path, "PATH", 1...Int.max)]),
    ],
    rules: Query.rules,
    details: """
      With --all, removes the entries that 'find PATTERN' finds with the same options, and says \
      how many. An entry whose 'canEdit' is no, or whose 'editingStyle' is none, is removed only \
      with --force. \(ValuePath.details) 'delete' removes what is at PATHs, whatever it is; all are \
      found first.
      """,
    examples: [
      .init("delete 2 5", "remove lines 2 and 5 of the last listing"),
      .init("delete --all -w test", "remove every entry with the word 'test'"),
      .init("delete .NSAppTransportSecurity .CFBundleURLTypes.0", "remove a key and an element"),
    ])

  private static let forcing = CommandOption(
    .force, "also remove entries that are not to be deleted")

  let query: Query?
  private let words: [Word]
  /// The paths of values that are deleted instead of entries.
  private let paths: [ValuePath]
  private let isForced: Bool

  init(_ given: ParsedCommand) throws(CommandError) {
    query = given.has(.all) ? try DeleteCommand.query(given) : nil
    words = given.operandAddresses
    paths = try given.paths()
    isForced = given.has(.force)
  }

  /// The query. A plain pattern that matches empty text, and so every entry, is an error: a script
  /// has such a pattern when a variable is not set or holds only characters that the search
  /// ignores.
  private static func query(_ given: ParsedCommand) throws(CommandError) -> Query {
    let query = try Query(given)
    guard query.options.syntax == .literal,
      (try? Matcher(query.patterns, options: query.options))?.matchesEmptyText ?? true
    else { return query }
    throw CommandError(
      "PATTERN is empty", columns: (given.operands.first?.word.columns ?? given.options[0].columns),
      hint: "'delete --all -E ^' deletes every entry")
  }

  func operation(_ command: ResolvedCommand) -> Operation {
    if !paths.isEmpty { return .editTree(.delete(paths)) }
    let items = query == nil ? command.items(words) : command.found.map { .entry($0) }
    return .delete(items, isForced: isForced)
  }

  static func written(_ paths: [ValuePath]) -> WrittenCommand {
    command([], paths.map { .path($0) })
  }

  static func written(_ items: [Item], isForced: Bool) -> WrittenCommand {
    command(.flags([(isForced, .force)]), items.map { .item($0) })
  }
}
