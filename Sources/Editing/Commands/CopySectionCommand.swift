import Grammar

/// `section copy`: a section of which a copy goes to another place.
struct CopySectionCommand: OperationCommand {
  static let definition = CommandDefinition(
    "section copy", in: .sections, "copy a section to another place",
    operands: [
      .init(.sectionAddress, "ADDRESS"), .to, .init(.sectionAddress, "ADDRESS"),
    ],
    options: .placingSection,
    rules: [.either([.before, .after, .first, .last])],
    details: """
      The ADDRESS after 'to' is the destination. The section is copied with everything in it and \
      goes after the one there. With --first and --last, '/' is the outermost level. Where \
      titles are the keys of a dictionary, no section there may have the same title.
      """,
    examples: [.init("section copy Z to A", "put a copy of Z after A")])

  private let transfer: Transfer

  init(_ given: ParsedCommand) throws(CommandError) { transfer = try Transfer(given) }

  func operation(_ command: ResolvedCommand) throws(SessionError) -> Operation {
    .copySection(
      try command.section(transfer.sources[0]),
      to: try command.destination(section: transfer.target, transfer.placement))
  }
}
