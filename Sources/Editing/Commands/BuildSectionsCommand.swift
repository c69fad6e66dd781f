import Catalogues
import Grammar

/// `section build`: entries that are filed under letters.
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
