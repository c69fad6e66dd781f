import Catalogues
import Grammar

/// `section delete`: sections that are removed.
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
