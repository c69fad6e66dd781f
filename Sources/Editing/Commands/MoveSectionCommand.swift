import Grammar

/// `section move`: a section that goes to another place.
struct MoveSectionCommand: OperationCommand {
  static let definition = CommandDefinition(
    "section move", in: .sections, "move a section to another place",
    operands: [
      .init(.sectionAddress, "ADDRESS"), .to, .init(.sectionAddress, "ADDRESS"),
    ],
    options: .placingSection,
    rules: [.either([.before, .after, .first, .last])],
    details: """
      The ADDRESS after 'to' is the destination. The section takes the position of the one \
      there, counted after it has been removed from its old place. With --first and --last, '/' \
      is the outermost level.
      """,
    examples: [.init("section move Z to A --before", "move Z before A")])

  private let transfer: Transfer

  init(_ given: ParsedCommand) throws(CommandError) { transfer = try Transfer(given) }

  func operation(_ command: ResolvedCommand) throws(SessionError) -> Operation {
    .moveSection(
      try command.section(transfer.sources[0]),
      to: try command.destination(section: transfer.target, transfer.placement))
  }
}
