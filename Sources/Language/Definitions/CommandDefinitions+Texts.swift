import Editing
import Grammar
import Platform
import PropertyLists
import Searching

extension SessionCommand {
  /// Commands that change texts in many entries.
  static let changingTexts = [
    SessionCommand(
      .replace, in: .change, "replace text in the values of all entries",
      operands: [.init(.pattern, "PATTERN"), .init(.replacement, "TEXT")],
      options: [
        .init(.field, .required("KEY", .key), isRepeatable: true, "only in the field KEY"),
        .init(.extendedRegexp, letter: "E", "PATTERN is a regular expression (ICU's syntax)"),
        .init(.ignoreCase, letter: "i", "ignore case"),
      ],
      details: """
        PATTERN is found only as it is written: case, accents and digits count, unlike in 'find'. \
        Only texts are changed, not keys, titles, numbers, dates or data. With -E, '$1' in TEXT is \
        what the first group in parentheses matches, '$0' the whole match, and '\\$' a dollar sign; \
        quote it, so that '\\' is kept. Says how many values have changed; 'undo' takes all back.
        """,
      examples: [
        .init("replace 'Acme Ltd' 'Acme plc'", "rename a company wherever it is named"),
        .init(
          "replace -E '^0(?=[1-9])' '+49 ' --field phoneNum", "write numbers with a country code"),
      ],
      action: .edit(
        { given throws(CommandError) in (try given.replacement(), given.values(.field).map(\.text))
        },
        { _, arguments throws(SessionError) in .replace(arguments.0, in: arguments.1) })),
    SessionCommand(
      .importing, in: .change, "add the entries of another file",
      operands: [.init(.file, "OTHER")],
      options: [
        .init(.match, .required("KEY", .key), "entries with the same value of KEY are the same"),
        .init(.update, "with --match: also change entries that are in both"),
        .init(.delete, "with --match: also update, and delete entries that are not in OTHER"),
        .init(
          .map, .required("KEY=COLUMN", .optionValue), isRepeatable: true,
          "the column COLUMN of OTHER is the field KEY"),
        .init(
          .sectionColumn, .required("COLUMN", .optionValue),
          "COLUMN names the section of new entries"),
        .init(.sorted, "put new entries in order in their sorted section"),
        .init(.strict, "fail if it is not clear which entries are the same"),
        .init(.force, "also delete all, or entries that are not to be deleted"),
        .init(
          .from, .required("FORMAT", .suggested(FileFormat.allCases.map(\.rawValue))),
          "the format of OTHER"),
        .init(.encoding, .required("NAME", .optionValue), "the encoding of OTHER"),
      ],
      details: """
        Adds the entries that are not there yet, as one edit, and says how many. Without --match, \
        those that are equal in all fields of OTHER are there. Columns mean the fields of the same \
        or of a usual name, such as TEL and phone; others become new fields. Values take the types \
        of their fields, and one that cannot is an error. New entries go into the section that \
        --section-column names, or else the one of the same title as in OTHER, or else that of their \
        letter, or else the last. Entries whose KEY is missing or repeated are listed and left alone. \
        A column that OTHER lacks changes nothing; an empty cell empties the text that is there. In \
        cells of tables, lists and dictionaries are written in JSON.
        """,
      examples: [
        .init("import people.plist", "add who is new"),
        .init("import prices.plist --match=name --update", "change fields of what is there, too"),
        .init("import all.plist --match=id --delete", "have what the file has, no more"),
      ],
      action: .edit(
        { given throws(CommandError) in
          (path: try given.word(0).path(), options: try given.importOptions())
        },
        { command, arguments throws(SessionError) in
          try command.merging(arguments.path, arguments.options)
        })),
  ]
}
