import Catalogues
import Grammar

/// `unset`: fields that an item loses.
struct UnsetCommand: OperationCommand {
  static let definition = CommandDefinition(
    "unset", in: .change, "remove fields from an entry or a section",
    operands: [.init(.address, "ADDRESS"), .init(.key, "KEY", 1...Int.max)],
    details: FieldAssignment.pathDetails,
    examples: [.init("unset M/马自达 icon year", "remove two fields")])

  private let word: Word
  private let keys: [String]

  init(_ given: ParsedCommand) {
    word = given.word(0)
    keys = given.operands.dropFirst().map { FieldWord.key($0.word) }
  }

  func operation(_ command: ResolvedCommand) -> Operation {
    .unset(keys, of: command.item(word))
  }

  static func written(_ keys: [String], of item: Item) -> WrittenCommand {
    command([], [.item(item)] + keys.map { .text($0) })
  }
}
