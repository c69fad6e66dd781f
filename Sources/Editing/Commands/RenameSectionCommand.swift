import Catalogues
import Grammar

/// `section rename`: another title of a section.
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
