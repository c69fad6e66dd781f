extension CommandDefinition {
  /// Commands that change sections.
  static let changingSections = [
    CommandDefinition(
      .sectionInsert, in: .sections, "add an empty section",
      operands: [.init(.sectionTitle, "TITLE")],
      options: [
        .init(.inside, takes: .required("SECTION", .sectionAddress), "put inside SECTION"),
        .init(.before, takes: .required("SECTION", .sectionAddress), "put before SECTION"),
        .init(.after, takes: .required("SECTION", .sectionAddress), "put after SECTION"),
        .init(.first, "put first"),
        .init(.last, "put last (the default)"),
        .init(.sorted, "put where its title belongs among ordered sections"),
      ],
      exclusions: [
        [.before, .after, .first, .last, .sorted], [.inside, .before], [.inside, .after],
      ],
      examples: [
        .init("section insert E --sorted", "add E between D and F"),
        .init("section insert 庐阳 --in 安徽/合肥", "add a section to a section"),
      ]),
    CommandDefinition(
      .sectionDelete, in: .sections, "remove sections",
      operands: [.init(.sectionAddress, "ADDRESS", 1...Int.max)],
      options: [.init(.force, "also remove what is in them")],
      details: "A section with entries or sections in it is removed with --force only.",
      examples: [.init("section delete Q --force", "remove Q and its entries")]),
    CommandDefinition(
      .sectionMove, in: .sections, "move a section to another place",
      operands: [
        .init(.sectionAddress, "ADDRESS"), .to, .init(.sectionAddress, "ADDRESS"),
      ],
      options: [
        .init(.before, "put before the section behind 'to'"),
        .init(.after, "put after the section behind 'to'"),
        .init(.first, "put first inside the section behind 'to'"),
        .init(.last, "put last inside the section behind 'to'"),
      ],
      exclusions: [[.before, .after, .first, .last]],
      details: """
        It takes the position of the section behind 'to', counted after it has been taken away. \
        With --first and --last, '/' is the outermost level.
        """,
      examples: [.init("section move Z to A --before", "Z becomes the section before A")]),
    CommandDefinition(
      .sectionRename, in: .sections, "change the title of a section",
      operands: [.init(.sectionAddress, "ADDRESS"), .init(.sectionTitle, "TITLE")],
      examples: [.init("section rename #-1 Others", "the last section is now called Others")]),
    CommandDefinition(
      .sectionSort, in: .sections, "put entries, or the sections themselves, in order",
      operands: [.init(.sectionAddress, "ADDRESS", 0...Int.max)],
      options: [.init(.all, "sort the entries of every section")] + .filing,
      details: """
        Sorts the entries of the sections at ADDRESS; without ADDRESS the outermost sections, by \
        their titles. Sections titled by letters get the order of the letters, with what stands \
        in front of them left there.
        """,
      examples: [
        .init("section sort", "sort the sections by their titles"),
        .init("section sort B --by=price", "sort the entries of B by the field 'price'"),
      ]),
    CommandDefinition(
      .sectionBuild, in: .sections, "file all entries under letters, as in a telephone book",
      options: .filing + [
        .init(
          .titleKey, takes: .required("KEY", .key), "titles of new sections stand under KEY (title)"
        ),
        .init(
          .entriesKey, takes: .required("KEY", .key),
          "entries of new sections stand under KEY (items)"),
        .init(.force, "also remove sections that hold more than title and entries"),
      ],
      details: """
        A flat list becomes one of sections, titled by the letters that have entries; a dictionary \
        of named entries becomes one of such dictionaries. In a catalogue with sections, entries \
        move to the sections of their letters; sections that are missing are added, those left \
        empty are removed, and all are put in order. A section with other fields, or with comments \
        in it or in front of it, is removed with --force only. Entries keep their bytes. \
        'show --index' of cardex(1) shows the same without changing the file.
        """,
      examples: [
        .init("section build", "divide the catalogue into A, B, C, …"),
        .init("section build --locale=sv --by=surname", "by surname, with Å, Ä and Ö behind Z"),
      ]),
  ]
}
