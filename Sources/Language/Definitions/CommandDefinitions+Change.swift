import Catalogues
import Editing
import Grammar
import ICUText

extension SessionCommand {
  /// Commands that change entries.
  static let changing = [
    SessionCommand(
      .insert, in: .change, "add an entry",
      operands: [
        .init(.address, "ADDRESS"), .init(.label, "LABEL", 0...1),
        .anyFields,
      ],
      options: .placing(at: "ADDRESS") + [.newKey],
      otherForms: [
        CommandForm(
          selector: .byLetter,
          operands: [.init(.label, "LABEL"), .anyFields],
          options: [
            .init(.byLetter, "put in the section of the letter that LABEL is filed under"),
            .init(
              .locale, .required("LOCALE", .optionValue),
              "the letters are those of the language LOCALE"),
            .newKey,
          ])
      ],
      exclusions: [[.byLetter, .before, .after, .first, .last, .sorted]],
      details: """
        The entry goes after the one at ADDRESS, or to the end of the section at ADDRESS. After a \
        list or dictionary among single values, as in an Info.plist, that must be said with --after, \
        since it may be meant in it. Without LABEL, fields that no entry has are set of '/' itself, if \
        there is a dictionary around the list. LABEL is \
        the value of the field that labels come from; in a LABEL, '=' is written '\\='. With \
        --by-letter, the sections must be letters; one that is missing is added in its place, and \
        in an empty list the first. Where sections are the values of a field, an entry with that \
        field may be put at '/': it goes to its section, which is added if it is new. \(fieldDetails) \(keyDetails) In a form, the new row takes its \
        kind, its state and its keys from the row beside it, or at an end of a section from the \
        nearest one that belongs to no other, and LABEL is its 'primaryTitle', unless rows belong \
        to it.
        """,
      examples: [
        .init("insert B/宝马 宾利 --before", "add an entry before another"),
        .init(
          "insert M 'Ada Muster' phone='+49 30 1' vip:boolean=true --sorted",
          "add an entry with three fields"),
        .init("insert --by-letter 'Ada Muster' phoneNum=123", "file an entry under its letter"),
      ],
      action: .edit(
        { given throws(CommandError) in try given.insertion() },
        { command, insertion throws(SessionError) in try command.insertion(insertion) })),
    SessionCommand(
      .delete, in: .change, "remove entries",
      operands: [.init(.entryAddress, "ADDRESS", 1...Int.max)],
      options: [forcesDeletion],
      otherForms: [
        CommandForm(
          selector: .all, operands: [.init(.pattern, "PATTERN")],
          options: [.init(.all, "remove all entries that PATTERN finds"), forcesDeletion]
            + .matching)
      ],
      exclusions: matchingExclusions,
      details: """
        With --all, removes the entries that 'find PATTERN' finds with the same options, and says \
        how many. An entry whose 'canEdit' is no, or whose 'editingStyle' is none, is removed only \
        with --force.
        """,
      examples: [
        .init("delete 2 5", "remove lines 2 and 5 of the last listing"),
        .init("delete --all -w test", "remove every entry with the word 'test'"),
      ],
      action: .edit(
        { given throws(CommandError) in
          let query = given.has(.all) ? try given.queryForDeleting() : nil
          return (
            query.map(NamedEntries.found) ?? .named(given.operandAddresses),
            isForced: given.has(.force)
          )
        },
        { command, arguments throws(SessionError) in
          try command.deletion(of: arguments.0, isForced: arguments.isForced)
        })),
    SessionCommand(
      .move, in: .change, "move entries to another place",
      operands: [
        .init(.entryAddress, "ADDRESS", 1...Int.max), .to, .init(.address, "ADDRESS"),
      ],
      options: .placing(at: "the destination") + [
        .init(.force, "also move entries that are not to be moved")
      ],
      exclusions: [[.before, .after, .first, .last, .sorted]],
      details: """
        The ADDRESS after 'to' is the destination. The first entry takes the position of the entry \
        there, counted after it has been removed from its old place; the others follow in the \
        order given. If the destination is a section, they go to its end. An entry whose 'canMove' \
        is false moves only with --force.
        """,
      examples: [
        .init("move 3 to M --first", "make line 3 the first entry of M"),
        .init("move M/#1 M/#2 to N --sorted", "move two entries to where they belong in N"),
      ],
      action: .transfer({ .move($0, to: $1, isForced: $2) })),
    SessionCommand(
      .copy, in: .change, "copy entries to another place",
      operands: [
        .init(.entryAddress, "ADDRESS", 1...Int.max), .to, .init(.address, "ADDRESS"),
      ],
      options: .placing(at: "the destination"),
      exclusions: [[.before, .after, .first, .last, .sorted]],
      details: """
        The ADDRESS after 'to' is the destination. The copies go after the entry there, or to the \
        end of the section there, in the order given.
        """,
      examples: [
        .init("copy . to N", "copy the current entry to the end of N"),
        .init("copy M/马自达 to N --first", "copy an entry to the beginning of N"),
      ],
      action: .transfer({ items, destination, _ in .copy(items, to: destination) })),
    SessionCommand(
      .set, in: .change, "set fields of an entry or a section",
      operands: [.init(.address, "ADDRESS"), .fields],
      options: [.newKey],
      details: """
        A field that does not exist is added. \(fieldDetails) \(keyDetails) \(pathDetails) The \
        position after the last value of an array adds one. Quote the address 'option' if an entry \
        has that name.
        """,
      examples: [
        .init("set M/马自达 icon=mazda.png", "change or add one field"),
        .init(
          "set 4 year:integer=1920 note=$'two\\nlines'", "set a number, and a text of two lines"),
        .init("set 4 tags.0=red", "change the first value of an array"),
        .init("set / version:integer=2", "change a field of the catalogue itself"),
      ],
      action: .edit(
        { given throws(CommandError) in
          (given.word(0), try given.fields())
        },
        { command, arguments throws(SessionError) in
          .set(arguments.1, of: command.item(arguments.0))
        })),
    SessionCommand(
      .unset, in: .change, "remove fields from an entry or a section",
      operands: [.init(.address, "ADDRESS"), .init(.key, "KEY", 1...Int.max)],
      details: pathDetails,
      examples: [.init("unset M/马自达 icon year", "remove two fields")],
      action: .edit(
        { ($0.word(0), keys: $0.operands.dropFirst().map { FieldWord.key($0.word) }) },
        { command, arguments throws(SessionError) in
          .unset(arguments.keys, of: command.item(arguments.0))
        })),
    SessionCommand(
      .rename, in: .change, "change the label of an entry",
      operands: [.init(.entryAddress, "ADDRESS"), .init(.label, "NAME")],
      details: """
        In a form, the title that the row shows is changed; a choice that is made stays made.
        """,
      examples: [
        .init("rename 7 'AC Schnitzer'", "change the label of line 7"),
        .init("rename A/奥迪 Audi", "change the label of an entry"),
      ],
      action: .edit(
        { ($0.word(0), label: $0.text(1)) },
        { command, arguments throws(SessionError) in
          .rename(command.item(arguments.0), to: arguments.label)
        })),
  ]

  private static let keyDetails = """
    A KEY that no entry has but that is nearly one of those around it is probably misspelt, and one \
    with dots, where no other has any, probably a path: the shell asks, and a script fails unless \
    --new-key is given.
    """
  private static let forcesDeletion = CommandOption(
    .force, "also remove entries that are not to be deleted")

  private static let fieldDetails = """
    A value has the type that its key has in other entries, or else is a string. TYPE sets the \
    type: string, integer, real, boolean, date, data, array, dict, or xml for an element as \
    written in a file. '=VALUE' without a KEY sets the entry itself, if it is not a dictionary. \
    Escape ':' and '=' in KEY with a backslash.
    """

  private static let pathDetails = """
    KEY may also be a path to a value inside another: keys, and positions from 0, as 'show' prints \
    them, joined by dots, such as 'address.city' or 'tags.0'. If a path leads to no value, its dots \
    may also be in a key that is there; '\\.' always is. The fields of the whole catalogue are those of '/'.
    """
}
