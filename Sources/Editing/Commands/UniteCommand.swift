import Catalogues
import Grammar

/// `unite`: makes one entry of several.
struct UniteCommand: OperationCommand {
  static let definition = CommandDefinition(
    "unite", in: .change, "make one entry of several, with the values of all",
    operands: [.init(.entryAddress, "ADDRESS", 2...Int.max)],
    details: """
      The first entry stays, and is given what it lacks of the others, which are deleted. Of cards \
      of a person, numbers and addresses that differ are all kept (mobile, mobile2), with their \
      labels, and another name becomes a nickname; the card keeps its UID. Where two values cannot \
      be kept, such as two birthdays, nothing is changed. 'check' finds cards to unite.
      """,
    examples: [.init("unite 'Ben Doe' 'Benjamin Doe'", "make one card of two")])

  private let words: [Word]

  init(_ given: ParsedCommand) { words = given.operands.map(\.word) }

  func operation(_ command: ResolvedCommand) -> Operation {
    .unite(command.items(words))
  }

  static func written(_ items: [Item]) -> WrittenCommand {
    command([], items.map { .item($0) })
  }
}
