import Grammar

/// `copy`: entries of which copies go to another place.
struct CopyCommand: OperationCommand {
  static let definition = CommandDefinition(
    "copy", in: .change, "copy entries to another place",
    operands: [
      .init(.entryAddress, "ADDRESS", 1...Int.max), .to, .init(.address, "ADDRESS"),
    ],
    options: .placing(at: "the destination"),
    exclusions: [[.before, .after, .first, .last, .sorted]],
    details: """
      The ADDRESS after 'to' is the destination. The copies go after the entry there, or to the \
      end of the section there, in the order given.
      """,
    examples: [
      .init("copy . to N", "copy the current entry to the end of N"),
      .init("copy M/马自达 to N --first", "copy an entry to the beginning of N"),
    ])

  private let transfer: Transfer

  init(_ given: ParsedCommand) { transfer = Transfer(given) }

  func operation(_ command: ResolvedCommand) -> Operation {
    .copy(transfer.items(command), to: transfer.destination(command))
  }
}
