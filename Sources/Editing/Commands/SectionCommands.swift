import Catalogues
import Grammar

/// `section insert`: adds a section.
struct InsertSectionCommand: OperationCommand {
  static let definition = CommandDefinition(
    "section insert", in: .sections, "add an empty section",
    operands: [.init(.sectionTitle, "TITLE")],
    options: [
      .init(.inside, .required("SECTION", .sectionAddress), "put inside SECTION"),
      .init(.before, .required("SECTION", .sectionAddress), "put before SECTION"),
      .init(.after, .required("SECTION", .sectionAddress), "put after SECTION"),
      .init(.first, "put first"),
      .init(.last, "put last (the default)"),
      .init(.sorted, "put where its title belongs among sorted sections"),
    ],
    rules: [
      .either([.before, .after, .first, .last, .sorted]), .apart([.inside], [.before, .after]),
    ],
    examples: [
      .init("section insert E --sorted", "add E between D and F"),
      .init("section insert 庐阳 --in 安徽/合肥", "add a section inside another"),
    ])

  private let title: String
  private let placement: Placement
  /// The section beside or in which the new section goes; `nil` for the root.
  private let other: Word?

  init(_ given: ParsedCommand) {
    title = given.text(0)
    placement = given.placement ?? .last
    other = given.value(placement.optionName) ?? given.value(.inside)
  }

  func operation(_ command: ResolvedCommand) throws(SessionError) -> Operation {
    .insertSection(title, at: try command.destination(section: other, placement))
  }

  static func written(_ title: String, at destination: Destination) -> WrittenCommand {
    command(options(destination), [.text(title)])
  }

  /// The options for the place of a new section, which is last by default.
  private static func options(_ destination: Destination) -> [WrittenCommand.Option] {
    switch destination.placement {
    case .before, .after:
      return destination.written.map { .init($0.name, .item(destination.item)) }
    case .first, .last, .sorted, nil:
      let isInRoot = destination.item == .section(.root)
      return (isInRoot ? [] : [.init(.inside, .item(destination.item))])
        + (destination.placement == .last ? [] : destination.written)
    }
  }
}

/// `section delete`: removes sections.
struct DeleteSectionCommand: OperationCommand {
  static let definition = CommandDefinition(
    "section delete", in: .sections, "remove sections",
    operands: [.init(.sectionAddress, "ADDRESS", 1...Int.max)],
    options: [.init(.force, "also remove their contents")],
    details: "A section that contains entries or sections is removed only with --force.",
    examples: [.init("section delete Q --force", "remove Q and its entries")])

  private let words: [Word]
  private let isForced: Bool

  init(_ given: ParsedCommand) {
    (words, isForced) = (given.operandAddresses, given.has(.force))
  }

  func operation(_ command: ResolvedCommand) throws(SessionError) -> Operation {
    if command.items.contains(where: \.isEntry) { throw .edit(.notASection) }
    return .deleteSections(try command.sections(words), isForced: isForced)
  }

  static func written(_ sections: [Section.ID], isForced: Bool) -> WrittenCommand {
    command(.flags([(isForced, .force)]), sections.map { .item(.section($0)) })
  }
}

/// `section move`: moves a section to another place.
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

/// `section copy`: copies a section to another place.
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

/// `section rename`: changes the title of a section.
struct RenameSectionCommand: OperationCommand {
  static let definition = CommandDefinition(
    "section rename", in: .sections, "change the title of a section",
    operands: [.init(.sectionAddress, "ADDRESS"), .init(.sectionTitle, "TITLE")],
    examples: [.init("section rename #-1 Others", "rename the last section to Others")])

  private let word: Word
  private let title: String

  init(_ given: ParsedCommand) { (word, title) = (given.word(0), given.text(1)) }

  func operation(_ command: ResolvedCommand) throws(SessionError) -> Operation {
    .renameSection(try command.section(word), to: title)
  }

  static func written(_ section: Section.ID, to title: String) -> WrittenCommand {
    command([], [.item(.section(section)), .text(title)])
  }
}
