import Catalogues
import Grammar
import PropertyLists

/// `copy`: entries of which copies go to another place.
struct CopyCommand: OperationCommand {
  static let definition = CommandDefinition(
    "copy", in: .change, "copy entries to another place",
    operands: [
      .init(.entryAddress, "ADDRESS", 1...Int.max), .to, .init(.address, "ADDRESS"),
    ],
    options: .placing(at: "the destination"),
    otherForms: [.movingPaths],
    rules: [.either([.before, .after, .first, .last, .sorted])],
    details: """
      The ADDRESS after 'to' is the destination. The copies go after the entry there, or to the \
      end of the section there, in the order given. \(ValuePath.details) A copy of what is at the \
      first PATH goes to the second, as 'move' moves it.
      """,
    examples: [
      .init("copy . to N", "copy the current entry to the end of N"),
      .init("copy M/马自达 to N --first", "copy an entry to the beginning of N"),
      .init("copy .Types.0 to .Types", "add a copy of an element at the end"),
    ])

  private let transfer: Transfer

  init(_ given: ParsedCommand) throws(CommandError) { transfer = try Transfer(given) }

  func operation(_ command: ResolvedCommand) -> Operation {
    if let (path, target) = transfer.paths { return .editTree(.copy(path, to: target)) }
    return .copy(transfer.items(command), to: transfer.destination(command))
  }
}
