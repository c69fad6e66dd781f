import Catalogues
import Grammar

/// `section sort`: puts entries or sections in order.
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

/// `section build`: files all entries under letters.
struct BuildSectionsCommand: OperationCommand {
  static let definition = CommandDefinition(
    "section build", in: .sections, "file all entries under letters, as in a telephone book",
    options: .filing + [
      .init(.titleKey, .required("KEY", .key), "the key of new sections' titles (title)"),
      .init(.entriesKey, .required("KEY", .key), "the key of new sections' entries (items)"),
      .init(.force, "also remove sections that hold more than a title and entries"),
    ],
    details: """
      A flat list becomes a list of sections, titled with the letters that have entries; a \
      dictionary of named entries becomes a dictionary of such dictionaries. In a catalogue with \
      sections, entries move to the sections of their letters; missing sections are added, those \
      left empty are removed, and all are put in order. A section with other fields, or with \
      comments in it or before it, is removed only with --force. The bytes of entries do not \
      change. 'cardex show --by-letter' shows the same without changing the file.
      """,
    examples: [
      .init("section build", "divide the catalogue into A, B, C, …"),
      .init("section build --locale=sv --by=surname", "file by surname, with Å, Ä and Ö after Z"),
    ])

  private let filing: GivenFiling
  private let keys: SectionKeys
  private let isForced: Bool

  init(_ given: ParsedCommand) throws(CommandError) {
    filing = try given.filing()
    var keys = SectionKeys()
    if let title = given.value(.titleKey) { keys.title = title.text }
    if let entries = given.value(.entriesKey) { keys.entries = entries.text }
    self.keys = keys
    isForced = given.has(.force)
  }

  func operation(_ command: ResolvedCommand) -> Operation {
    .build(command.filing(filing), keys, isForced: isForced)
  }

  static func written(
    _ order: FilingOrder, _ keys: SectionKeys, isForced: Bool
  ) -> WrittenCommand {
    let usual = SectionKeys()
    return command(
      order.written + (keys.title == usual.title ? [] : [.init(.titleKey, .text(keys.title))])
        + (keys.entries == usual.entries ? [] : [.init(.entriesKey, .text(keys.entries))])
        + .flags([(isForced, .force)]))
  }
}
