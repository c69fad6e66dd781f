import Catalogues
import Grammar
import PropertyLists

/// `rename`: another label of an entry.
struct RenameCommand: OperationCommand {
  static let definition = CommandDefinition(
    "rename", in: .change, "change the label of an entry",
    operands: [.init(.entryAddress, "ADDRESS"), .init(.label, "NAME")],
    otherForms: [.ofPaths([CommandOperand(.path, "PATH"), CommandOperand(.label, "KEY")])],
    details: """
      In a form, the title that the row shows is changed; a choice that is made stays made. \
      \(ValuePath.details) What is at a PATH gets another KEY, where it is.
      """,
    examples: [
      .init("rename 7 'AC Schnitzer'", "change the label of line 7"),
      .init("rename A/奥迪 Audi", "change the label of an entry"),
      .init("rename .UIViewEdgeAntialiasing UIViewGroupOpacity", "give a value another key"),
    ])

  private let word: Word
  private let path: ValuePath?
  private let label: String

  init(_ given: ParsedCommand) throws(CommandError) {
    (word, label) = (given.word(0), given.text(1))
    path = try given.paths().first
  }

  func operation(_ command: ResolvedCommand) -> Operation {
    if let path { return .editTree(.rename(path, to: label)) }
    return .rename(command.item(word), to: label)
  }

  static func written(_ path: ValuePath, to key: String) -> WrittenCommand {
    command([], [.path(path), .text(key)])
  }

  static func written(_ item: Item, to name: String) -> WrittenCommand {
    command([], [.item(item), .text(name)])
  }
}
