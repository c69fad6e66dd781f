import Catalogues
import Grammar

/// `section insert`: a new section and where it goes.
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
  /// The section beside which or in which the new one goes; `nil` for the root.
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

  /// Where a new section goes; it goes last by default.
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
