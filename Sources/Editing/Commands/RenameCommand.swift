import Catalogues
import Grammar

/// `rename`: another label of an entry.
struct RenameCommand: OperationCommand {
  static let definition = CommandDefinition(
    "rename", in: .change, "change the label of an entry",
    operands: [.init(.entryAddress, "ADDRESS"), .init(.label, "NAME")],
    details: """
      In a form, the title that the row shows is changed; a choice that is made stays made.
      """,
    examples: [
      .init("rename 7 'AC Schnitzer'", "change the label of line 7"),
      .init("rename A/奥迪 Audi", "change the label of an entry"),
    ])

  private let word: Word
  private let label: String

  init(_ given: ParsedCommand) { (word, label) = (given.word(0), given.text(1)) }

  func operation(_ command: ResolvedCommand) -> Operation {
    .rename(command.item(word), to: label)
  }

  static func written(_ item: Item, to name: String) -> WrittenCommand {
    command([], [.item(item), .text(name)])
  }
}
