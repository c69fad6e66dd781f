import Catalogues
package import Grammar
import ICUText
import PropertyLists

extension CommandName {
  package static let insert: CommandName = "insert"
}

/// `insert`: adds an entry, or values at paths.
struct InsertCommand: OperationCommand {
  static let definition = CommandDefinition(
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
        ]),
      .ofPaths([.pathFields]),
    ],
    rules: [.either([.byLetter, .before, .after, .first, .last, .sorted])],
    details: """
      The entry goes after the one at ADDRESS, or to the end of the section at ADDRESS. After a \
      list or dictionary among single values, as in an Info.plist, that must be said with --after, \
      since it may be meant in it. Without LABEL, fields that no entry has are set of '/' itself, if \
      there is a dictionary around the list. LABEL is \
      the value of the field that labels come from; in a LABEL, '=' is written '\\='. With \
      --by-letter, the sections must be letters; one that is missing is added in its place, and \
      in an empty list the first. Where sections are the values of a field, an entry with that \
      field may be put at '/': it goes to its section, which is added if it is new. \(FieldAssignment.valueDetails) \(FieldAssignment.keyDetails) In a form, the new row takes its \
      kind, its state and its keys from the row beside it, or at an end of a section from the \
      nearest one that belongs to no other, and LABEL is its 'primaryTitle', unless rows belong \
      to it. \(ValuePath.details) 'insert' adds a key that is not there, an element before the one at \
      a PATH, or one at the end, if PATH is that of an array.
      """,
    examples: [
      .init("insert B/宝马 宾利 --before", "add an entry before another"),
      .init(
        "insert M 'Ada Muster' phone='+49 30 1' vip:boolean=true --sorted",
        "add an entry with three fields"),
      .init("insert --by-letter 'Ada Muster' phoneNum=123", "file an entry under its letter"),
      .init("insert .CFBundleLocalizations=fr", "add an element at the end of an array"),
    ])

  private enum Target {
    case at(Word, Placement?)
    /// Under its letter in a language; `nil` for the language of the existing letters.
    case letter(LocaleIdentifier?)
    case paths([PathAssignment])
  }

  private let new: NewEntry
  private let target: Target

  init(_ given: ParsedCommand) throws(CommandError) {
    if given.takesPaths {
      new = NewEntry()
      target = .paths(try given.pathAssignments())
      return
    }
    let fields = try given.fields()
    guard given.has(.byLetter) else {
      new = NewEntry(label: given.label, fields: fields)
      target = .at(given.word(0), given.placement)
      return
    }
    let label = given.word(0)
    if FieldWord.separator(in: label) != nil {
      throw CommandError(
        "LABEL is missing before '\(label.text)'", columns: label.columns,
        hint: "in a LABEL, '=' is written '\\='")
    }
    new = NewEntry(label: label.text, fields: fields)
    target = .letter(try given.locale())
  }

  func operation(_ command: ResolvedCommand) throws(SessionError) -> Operation {
    switch target {
    case .at(let word, let placement):
      let item = command.item(word)
      // Before version 3, `insert` always added an entry, even at an ambiguous place.
      if placement != nil || (command.version ?? 3) < 3 {
        return .insert(new, at: Destination(item, placement))
      }
      return try command.editing.operations.insertion(of: new, at: item)
    case .letter(let given):
      let locale = if let given { given } else { try command.editing.operations.letterLocale() }
      return .insertByLetter(label: new.label ?? "", fields: new.fields, locale)
    case .paths(let fields): return .editTree(.insert(fields))
    }
  }

  static func written(_ new: NewEntry, at destination: Destination) -> WrittenCommand {
    command(
      destination.written,
      [.item(destination.item)] + (new.label.map { [.text($0)] } ?? [])
        + new.fields.map { .field($0) })
  }

  static func written(_ fields: [PathAssignment]) -> WrittenCommand {
    command([], fields.map { .pathField($0) })
  }

  static func written(
    label: String, _ fields: [FieldAssignment], byLetterOf locale: LocaleIdentifier
  ) -> WrittenCommand {
    command(
      [.init(.byLetter), .init(.locale, .text(locale.name))],
      [.text(label)] + fields.map { .field($0) })
  }
}
