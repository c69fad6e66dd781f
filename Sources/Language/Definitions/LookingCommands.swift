import Editing
import Forms
import Grammar

extension SessionCommand {
  /// Commands that browse the catalogue.
  static let looking = [
    SessionCommand(
      "show", aliases: ["list"], in: .look, "print the outline, sections, or entries in full",
      operands: [.anyAddresses],
      options: [
        .init(
          .page, .required("N", .number(from: 1)),
          "print the Nth page and continue from there"),
        .init(.pageSize, .required("N", .number(from: 1)), "print N rows per page"),
        .init(.all, "print all at once, without pages"),
        .init(.collapsed, "close all sections"),
        .init(.expanded, "open all sections, and rows of forms, for this listing"),
        .init(.fields, "print all fields of the catalogue, or of what is at ADDRESS"),
      ],
      exclusions: [
        [.pageSize, .all], [.page, .all], [.collapsed, .expanded, .fields], [.page, .fields],
        [.pageSize, .fields],
      ],
      details: """
        Without ADDRESS, prints the outline from the current section on; '/' is the whole outline. \
        A section is printed with its contents, an entry with all its fields, of which long ones \
        are wrapped instead of cut at a terminal; the fields of the catalogue itself, or of the \
        section, are above its rows. Lines are numbered; \
        these numbers are addresses until the next listing. A long outline is printed in pages of \
        20 rows, or fewer if the terminal is shorter. The last line of a page says how many rows are \
        left; 'more' continues, and 'show / --page 3' prints the third page of the outline. \
        Several ADDRESSes are printed at once. Sections that say so, by 'isCollapsed', are closed at \
        first; those whose 'isCollapsible' is false are always open. With 'set by-letter on', the index is printed instead, \
        and an ADDRESS that is one of its labels prints that label with its entries.
        """,
      examples: [
        .init("show B", "print the section B"),
        .init("show B/马自达 3", "print an entry, and line 3 of the last listing"),
      ],
      action: .look(
        { given throws(CommandError) in
          (
            given.operandAddresses, paging: try given.paging(),
            shown: given.has(.collapsed)
              ? ListedRows.Shown.collapsed : given.has(.expanded) ? .expanded : .asIs,
            fields: given.has(.fields)
          )
        },
        { session, arguments throws(SessionError) in
          let (addresses, paging, shown, fields) = arguments
          if fields { return try session.showFields(addresses) }
          try session.show(addresses, paging: paging, as: shown)
        })),
    SessionCommand(
      "get", in: .look, "print the values at paths, such as .CFBundleVersion",
      operands: [.init(.path, "PATH", 1...Int.max)],
      options: .printingValues,
      details: """
        Prints the text of a single value, with nothing added but the end of a line. A PATH begins with \
        a dot and leads from the root of the file to a value, whatever the file is read as; '/' is the \
        whole file. See cardex-paths(7).
        """,
      examples: [
        .init("get .CFBundleVersion", "print the value of a key"),
        .init("get --json .CFBundleURLTypes.0", "print the first element of an array"),
      ],
      action: .look(
        { given throws(CommandError) in
          (try PrintedValues({ given.value($0) }, has: given.has), paths: try given.paths())
        },
        { session, arguments throws(SessionError) in
          try session.print(arguments.0, at: arguments.paths)
        })),
    SessionCommand(
      "more", in: .look, "print the next page of the last listing",
      examples: [.init("more", "print the next page")],
      action: .look { session throws(SessionError) in try session.more() }),
    SessionCommand(
      "sections", in: .look, "print the section index: titles and numbers of entries",
      examples: [.init("sections", "print the titles of all sections")],
      action: .look { session throws(SessionError) in try session.listSections() }),
    SessionCommand(
      "jump", in: .look, "go to a section by its title",
      operands: [.init(.sectionTitle, "TITLE", 1...Int.max, isJoined: true)],
      details: """
        Prints a page of the outline, starting at the section, and makes it the current section \
        for 'next' and 'previous'. If no section has that title, goes to the nearest one before it \
        in the index, or else to the first. Chinese titles are also found by their pronunciation: \
        by the beginning of it or its first letter. ':TITLE' does the same; there the whole rest \
        of the line is the title, quotes included.
        """,
      examples: [
        .init("jump M", "go to the section M"),
        .init(":New York", "go to the section New York"),
      ],
      shorthand: .colon,
      action: .look(
        { $0.text(0) }, { session, title throws(SessionError) in try session.jump(to: title) })),
    SessionCommand(
      "next", in: .look, "go to the section after the current one",
      examples: [.init("next", "go to the next section")],
      action: .look { session throws(SessionError) in try session.step(by: 1) }),
    SessionCommand(
      "previous", in: .look, "go to the section before the current one",
      examples: [.init("previous", "go back a section")],
      action: .look { session throws(SessionError) in try session.step(by: -1) }),
    SessionCommand(
      "find", in: .look, "find entries by any part of their text",
      operands: [.init(.pattern, "PATTERN", 0...Int.max)],
      options: .matching + [
        .init(.count, letter: "c", "print only how many entries are found"),
        .init(.maxCount, letter: "m", .required("N", .number(from: 0)), "stop after N entries"),
        .init(.position, letter: "n", "print positions (2.16: section 2, entry 16)"),
      ],
      exclusions: Query.exclusions + [[.count, .position]],
      details: """
        Prints the entries whose label or detail contains PATTERN. Of several operands, each must \
        be found, in any order and in any of the searched fields; a pattern with blanks is quoted. \
        With -e, entries that one of several patterns finds are printed. Options have the same \
        meaning as in 'cardex search'. Hits are numbered; the numbers are addresses until the \
        next listing. 'find' alone repeats the last search.
        """,
      examples: [
        .init("find muller", "find Müller, MULLER and Anna Muller"),
        .init("find jonas muller", "find what has both words, in whatever order"),
        .init("find -E '99$' --field phoneNum", "find phone numbers that end in 99"),
      ],
      action: .look(
        { given throws(CommandError) in try given.search() },
        { session, search throws(SessionError) in
          if let search {
            try session.find(search.query, result: search.result)
          } else {
            try session.findAgain()
          }
        })),
    SessionCommand(
      "bookmark", in: .look, "keep the place of an entry or a section",
      operands: [.init(.address, "ADDRESS", 0...Int.max)],
      options: [.init(.delete, "remove the bookmark instead")],
      details: """
        Without ADDRESS, keeps that of the current entry. The interactive shell remembers the \
        bookmarks of each file between sessions, by address: what is moved or renamed later is no \
        longer found.
        """,
      examples: [
        .init("bookmark B/宝马", "keep the place of an entry"),
        .init("bookmark --delete B/宝马", "remove that bookmark"),
      ],
      action: .look(
        { ($0.operandAddresses, isRemoved: $0.has(.delete)) },
        { session, arguments throws(SessionError) in
          try session.bookmark(arguments.0, isRemoved: arguments.isRemoved)
        })),
    SessionCommand(
      "bookmarks", in: .look, "list the bookmarks",
      details: "The numbers are addresses until the next listing.",
      examples: [.init("bookmarks", "list all bookmarks")],
      action: .look { session throws(SessionError) in try session.listBookmarks() }),
    SessionCommand(
      .expand, in: .look, "open sections, or expand rows of a form",
      operands: [outlinePart],
      details: outlinePartDetails + " What is opened is listed, unless it is 'all'.",
      examples: [
        .init("expand B C", "open two sections"),
        .init("expand Fullname", "show the rows that belong to a row of a form"),
      ],
      action: .disclosing(.expand)),
    SessionCommand(
      .collapse, in: .look, "close sections, or collapse rows of a form",
      operands: [outlinePart], details: outlinePartDetails,
      examples: [.init("collapse all", "close all sections")],
      action: .disclosing(.collapse)),
    SessionCommand(
      .toggle, in: .look, "open what is closed, and close what is open",
      operands: [outlinePart], details: outlinePartDetails,
      examples: [.init("toggle B", "open B if it is closed, else close it")],
      action: .disclosing(.toggle)),
    SessionCommand(
      .accordion, in: .look, "open a section and close the others, now or always",
      operands: [
        .init(.sectionAddress, "ADDRESS", 1...Int.max, alternatives: ["on", "off"])
      ],
      details: """
        With an ADDRESS, does so once; after 'accordion on', whenever a section is opened. In a \
        form this applies to the rows that expand, and is an edit. What is opened is listed.
        """,
      examples: [
        .init("accordion on", "opening a section closes the others"),
        .init("accordion B", "open B, close the others"),
      ],
      action: .run(
        { $0.accordionChange },
        { session, request, change throws(SessionError) in
          switch change {
          case .mode(let isOn): try session.setAccordion(isOn)
          case .sections(let words): try session.disclose(request, .sections(words), .accordion)
          }
          return .shouldContinue
        })),
  ]

  private static let outlinePart = CommandOperand(
    .sectionAddress, "ADDRESS", 0...Int.max, alternatives: ["all"])

  private static let outlinePartDetails = """
    Without ADDRESS, the current section is meant; 'all' means every section. The address of an \
    entry means its section. In a form, the address of a row means the row itself or the one that \
    it belongs to, and 'all' means every row that expands; since a form stores in the file which \
    rows are expanded and shown, this is an edit. The rows are printed with numbers.
    """
}
