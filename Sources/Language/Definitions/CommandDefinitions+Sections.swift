import Catalogues
import Editing
import Grammar

extension SessionCommand {
  /// Commands that change sections.
  static let changingSections = [
    SessionCommand(
      .insertSection, in: .sections, "add an empty section",
      operands: [.init(.sectionTitle, "TITLE")],
      options: [
        .init(.inside, .required("SECTION", .sectionAddress), "put inside SECTION"),
        .init(.before, .required("SECTION", .sectionAddress), "put before SECTION"),
        .init(.after, .required("SECTION", .sectionAddress), "put after SECTION"),
        .init(.first, "put first"),
        .init(.last, "put last (the default)"),
        .init(.sorted, "put where its title belongs among sorted sections"),
      ],
      exclusions: [
        [.before, .after, .first, .last, .sorted], [.inside, .before], [.inside, .after],
      ],
      examples: [
        .init("section insert E --sorted", "add E between D and F"),
        .init("section insert 庐阳 --in 安徽/合肥", "add a section inside another"),
      ],
      action: .edit(
        { (title: $0.text(0), at: $0.sectionDestination) },
        { command, arguments throws(SessionError) in
          let (word, placement) = arguments.at
          return .insertSection(
            arguments.title, at: try command.destination(section: word, placement))
        })),
    SessionCommand(
      .deleteSection, in: .sections, "remove sections",
      operands: [.init(.sectionAddress, "ADDRESS", 1...Int.max)],
      options: [.init(.force, "also remove their contents")],
      details: "A section that contains entries or sections is removed only with --force.",
      examples: [.init("section delete Q --force", "remove Q and its entries")],
      action: .edit(
        { ($0.operandAddresses, isForced: $0.has(.force)) },
        { command, arguments throws(SessionError) in
          if command.items.contains(where: \.isEntry) { throw .edit(.notASection) }
          return .deleteSections(
            try command.sections(arguments.0), isForced: arguments.isForced)
        })),
    SessionCommand(
      .moveSection, in: .sections, "move a section to another place",
      operands: [
        .init(.sectionAddress, "ADDRESS"), .to, .init(.sectionAddress, "ADDRESS"),
      ],
      options: placing,
      exclusions: [[.before, .after, .first, .last]],
      details: """
        The ADDRESS after 'to' is the destination. The section takes the position of the one \
        there, counted after it has been removed from its old place. With --first and --last, '/' \
        is the outermost level.
        """,
      examples: [.init("section move Z to A --before", "move Z before A")],
      action: .sectionTransfer({ .moveSection($0, to: $1) })),
    SessionCommand(
      .copySection, in: .sections, "copy a section to another place",
      operands: [
        .init(.sectionAddress, "ADDRESS"), .to, .init(.sectionAddress, "ADDRESS"),
      ],
      options: placing,
      exclusions: [[.before, .after, .first, .last]],
      details: """
        The ADDRESS after 'to' is the destination. The section is copied with everything in it and \
        goes after the one there. With --first and --last, '/' is the outermost level. Where \
        titles are the keys of a dictionary, no section there may have the same title.
        """,
      examples: [.init("section copy Z to A", "put a copy of Z after A")],
      action: .sectionTransfer({ .copySection($0, to: $1) })),
    SessionCommand(
      .renameSection, in: .sections, "change the title of a section",
      operands: [.init(.sectionAddress, "ADDRESS"), .init(.sectionTitle, "TITLE")],
      examples: [.init("section rename #-1 Others", "rename the last section to Others")],
      action: .edit(
        { ($0.word(0), title: $0.text(1)) },
        { command, arguments throws(SessionError) in
          .renameSection(try command.section(arguments.0), to: arguments.title)
        })),
    SessionCommand(
      .sortSection, in: .sections, "sort entries, or the sections themselves",
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
      ],
      action: .edit(
        { given throws(CommandError) in
          (
            given.operandAddresses, all: given.has(.all), try given.sorting(),
            isReversed: given.has(.reverse)
          )
        },
        { command, arguments throws(SessionError) in
          let (words, all, filing, isReversed) = arguments
          let part: SortedPart =
            all
            ? .entriesOfAllSections
            : words.isEmpty ? .sections : .entries(of: try command.sections(words))
          return .sort(
            part, command.filing(filing, usesKey: part != .sections), isReversed: isReversed)
        })),
    SessionCommand(
      .buildSections, in: .sections, "file all entries under letters, as in a telephone book",
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
      ],
      action: .edit(
        { given throws(CommandError) in
          (try given.filing(), given.sectionKeys, isForced: given.has(.force))
        },
        { command, arguments throws(SessionError) in
          let (filing, keys, isForced) = arguments
          return .build(command.filing(filing), keys, isForced: isForced)
        })),
  ]

  /// Options to put a section beside or into another.
  private static let placing: [CommandOption] = [
    .init(.before, "put before the destination"),
    .init(.after, "put after the destination"),
    .init(.first, "put first inside the destination"),
    .init(.last, "put last inside the destination"),
  ]
}
