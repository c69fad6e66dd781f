import Catalogues
import Grammar

/// `section sort`: entries or sections that are put in order.
struct SortSectionCommand: OperationCommand {
  static let definition = CommandDefinition(
    "section sort", in: .sections, "sort entries, or the sections themselves",
    operands: [.init(.sectionAddress, "ADDRESS", 0...Int.max)],
    options: [
      .init(.all, "sort the entries of every section"),
      .init(.reverse, "put the last first, such as the newest date"),
    ] + .filing,
    details: """
      Sorts the entries of the sections at ADDRESS, or without ADDRESS the outermost sections by \
      their titles. Labels and titles that are numbers are in the order of numbers, before \
      others without a letter; --sorted of other commands keeps this order. \
      Sections titled with letters are put in the order of the letters; those \
      before the letters stay where they are, unless the order is reversed. Values of a field are \
      sorted by what they are: numbers, also those written as texts, then dates, booleans and \
      other texts, and last entries without the field. Items that are equal stay in their order.
      """,
    examples: [
      .init("section sort", "sort the sections by their titles"),
      .init("section sort B --by=price", "sort the entries of B by the field 'price'"),
      .init("section sort News --by=date --reverse", "put the newest entries of News first"),
    ])

  private let words: [Word]
  private let sortsAll: Bool
  private let filing: GivenFiling
  private let isReversed: Bool

  init(_ given: ParsedCommand) throws(CommandError) {
    words = given.operandAddresses
    (sortsAll, isReversed) = (given.has(.all), given.has(.reverse))
    if sortsAll, let operand = given.operands.first {
      throw CommandError(
        "--all means every section and takes no ADDRESS", columns: operand.word.columns)
    }
    if let by = given.first(of: [.by]), !sortsAll, words.isEmpty {
      throw CommandError(
        "--by sorts entries, but without ADDRESS sections are sorted", columns: by.columns,
        hint: "give '/' or --all to sort entries")
    }
    filing = try given.filing()
  }

  func operation(_ command: ResolvedCommand) throws(SessionError) -> Operation {
    let part: SortedPart =
      sortsAll
      ? .entriesOfAllSections
      : words.isEmpty ? .sections : .entries(of: try command.sections(words))
    return .sort(
      part, command.filing(filing, usesKey: part != .sections), isReversed: isReversed)
  }

  static func written(
    _ part: SortedPart, _ order: FilingOrder, isReversed: Bool
  ) -> WrittenCommand {
    let sections = if case .entries(let sections) = part { sections } else { [] as [Section.ID] }
    return command(
      .flags([(part == .entriesOfAllSections, .all), (isReversed, .reverse)]) + order.written,
      sections.map { .item(.section($0)) })
  }
}
