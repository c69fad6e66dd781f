extension CommandDefinition {
  /// Commands that look at the catalogue.
  static let looking = [
    CommandDefinition(
      .show, aliases: ["list"], in: .look, "print the outline, sections, or entries in full",
      operands: [.anyAddresses],
      options: [
        .init(
          .page, takes: .required("N", .number(from: 1)), "print the Nth page, and go on there"),
        .init(.pageSize, takes: .required("N", .number(from: 1)), "print N rows a page"),
        .init(.all, "print all at once, without pages"),
        .init(.collapsed, "close all sections"),
      ],
      exclusions: [[.pageSize, .all], [.page, .all]],
      details: """
        Without ADDRESS the outline from the current section on; '/' is all of it. A section is \
        printed with what is in it, an entry with all its fields. Lines are numbered; these \
        numbers are addresses until the next listing. A long outline is printed in pages of 20 \
        rows, or of fewer where the terminal is lower. Below a page stands how many rows are left; \
        'more' continues, and 'show / --page 3' prints the third page of all. Several ADDRESSes are \
        printed at once. With 'set index on', the index is printed instead, and an ADDRESS that is \
        one of its labels is that label with its entries.
        """,
      examples: [
        .init("show B", "print the section B"),
        .init("show B/马自达 3", "print an entry, and line 3 of the last listing"),
      ]),
    CommandDefinition(
      .more, in: .look, "print the next page of the last listing",
      examples: [.init("more", "go on")]),
    CommandDefinition(
      .sections, in: .look, "print the section index: titles and numbers of entries",
      examples: [.init("sections", "print the titles of all sections")]),
    CommandDefinition(
      .jump, in: .look, "go to a section by its title",
      operands: [.init(.sectionTitle, "TITLE", 1...Int.max, isJoined: true)],
      details: """
        Prints a page of the outline from the section on and makes it the place where 'next' and \
        'previous' start. A title that \
        is not there leads to the nearest one before it in the index, else to the first. Chinese \
        titles are found by what they sound like, too: by a beginning or by the letter. ':TITLE' \
        does the same; there, all of the rest of the line is the title, quotes included.
        """,
      examples: [
        .init("jump M", "go to the section M"),
        .init(":New York", "go to the section New York"),
      ]),
    CommandDefinition(
      .next, in: .look, "go to the section after the current one",
      examples: [.init("next", "go to the next section")]),
    CommandDefinition(
      .previous, in: .look, "go to the section before the current one",
      examples: [.init("previous", "go back a section")]),
    CommandDefinition(
      .find, in: .look, "find entries by any part of their text",
      operands: [.init(.pattern, "PATTERN", 1...Int.max)],
      options: .matching + [
        .init(.count, letter: "c", "print only how many entries are found"),
        .init(
          .maxCount, letter: "m", takes: .required("N", .number(from: 0)), "stop after N entries"),
        .init(.position, letter: "n", "print positions (2.16: section 2, entry 16)"),
      ],
      exclusions: matchingExclusions + [[.count, .position]],
      details: """
        Prints the entries whose label or detail holds one of the patterns. Options mean what \
        they do in 'cardex search'. Hits are numbered; the numbers are addresses until the next listing.
        """,
      examples: [
        .init("find muller", "find Müller, MULLER and Anna Muller"),
        .init("find -E '99$' --field phoneNum", "find phone numbers that end in 99"),
      ]),
    CommandDefinition(
      .expand, in: .look, "open sections, or unfold rows of a form",
      operands: [outlinePart], details: outlinePartDetails,
      examples: [
        .init("expand B C", "open two sections"),
        .init("expand Fullname", "show the rows that belong to a row of a form"),
      ]),
    CommandDefinition(
      .collapse, in: .look, "close sections, or fold rows of a form",
      operands: [outlinePart], details: outlinePartDetails,
      examples: [.init("collapse all", "close all sections")]),
    CommandDefinition(
      .toggle, in: .look, "open what is closed, and close what is open",
      operands: [outlinePart], details: outlinePartDetails,
      examples: [.init("toggle B", "open B if it is closed, else close it")]),
    CommandDefinition(
      .accordion, in: .look, "open a section and close the others, now or always",
      operands: [
        .init(.sectionAddress, "ADDRESS", 1...Int.max, alternatives: ["on", "off"])
      ],
      details: """
        With an ADDRESS, once; after 'accordion on', whenever a section is opened. In a form that \
        goes for the rows that unfold, and is an edit.
        """,
      examples: [
        .init("accordion on", "opening a section closes the others"),
        .init("accordion B", "open B, close the others"),
      ]),
  ]

  /// Options of a search that contradict each other.
  static let matchingExclusions: [[CommandOptionName]] = [
    [.extendedRegexp, .fixedStrings], [.extendedRegexp, .readings],
    [.ignoreCase, .caseSensitive, .smartCase],
    [.field, .allFields],
  ]

  private static let outlinePart = CommandOperand(
    .sectionAddress, "ADDRESS", 0...Int.max, alternatives: ["all"])

  private static let outlinePartDetails = """
    Without ADDRESS the current section; 'all' is every section. The address of an entry stands \
    for its section. In a form, the address of a row is the row itself or the one that it belongs \
    to, and 'all' is every row that unfolds. Rows keep in the file whether they are unfolded and \
    shown, so that this is an edit. Their rows are printed with numbers.
    """
}
