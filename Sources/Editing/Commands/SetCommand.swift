import Catalogues
package import Grammar
import PropertyLists

extension CommandName {
  package static let set: CommandName = "set"
}

/// `set`: sets fields of an item, or values at paths.
struct SetCommand: OperationCommand {
  static let definition = CommandDefinition(
    .set, in: .change, "set fields of an entry or a section",
    operands: [.init(.address, "ADDRESS"), .fields],
    options: [.newKey],
    otherForms: [
      .ofPaths(
        [.pathFields],
        [
          .init(
            .parents,
            "also add dictionaries that are missing on the way; arrays before a position in brackets"
          )
        ])
    ],
    details: """
      A field that does not exist is added. \(FieldAssignment.valueDetails) \(FieldAssignment.keyDetails) \(FieldAssignment.pathDetails) The \
      position after the last value of an array adds one. Quote the address 'option' if an entry \
      has that name. \(ValuePath.details) 'set' changes the value at a PATH, whatever it holds, or adds \
      it: a key of a dictionary, or the element after the last of an array.
      """,
    examples: [
      .init("set M/马自达 icon=mazda.png", "change or add one field"),
      .init(
        "set 4 year:integer=1920 note=$'two\\nlines'", "set a number, and a text of two lines"),
      .init("set 4 tags.0=red", "change the first value of an array"),
      .init("set / version:integer=2", "change a field of the catalogue itself"),
      .init("set .CFBundleVersion=7 .LSUIElement:bool=yes", "change or add keys of the whole file"),
    ])

  private enum Meaning {
    case fields([FieldAssignment], of: Word)
    case paths([PathAssignment], makesParents: Bool)
  }

  private let meaning: Meaning

  init(_ given: ParsedCommand) throws(CommandError) {
    meaning =
      given.takesPaths
      ? .paths(try given.pathAssignments(), makesParents: given.has(.parents))
      : .fields(try given.fields(), of: given.word(0))
  }

  func operation(_ command: ResolvedCommand) -> Operation {
    switch meaning {
    case .fields(let fields, let word): .set(fields, of: command.item(word))
    case .paths(let fields, let makesParents): .editTree(.set(fields, makesParents: makesParents))
    }
  }

  static func written(_ fields: [PathAssignment], makesParents: Bool) -> WrittenCommand {
    command(.flags([(makesParents, .parents)]), fields.map { .pathField($0) })
  }

  static func written(_ fields: [FieldAssignment], of item: Item) -> WrittenCommand {
    command([], [.item(item)] + fields.map { .field($0) })
  }
}

/// `unset`: removes fields from an item.
struct UnsetCommand: OperationCommand {
  static let definition = CommandDefinition(
    "unset", in: .change, "remove fields from an entry or a section",
    operands: [.init(.address, "ADDRESS"), .init(.key, "KEY", 1...Int.max)],
    details: FieldAssignment.pathDetails,
    examples: [.init("unset M/马自达 icon year", "remove two fields")])

  private let word: Word
  private let keys: [String]

  init(_ given: ParsedCommand) {
    word = given.word(0)
    keys = given.operands.dropFirst().map { FieldWord.key($0.word) }
  }

  func operation(_ command: ResolvedCommand) -> Operation {
    .unset(keys, of: command.item(word))
  }

  static func written(_ keys: [String], of item: Item) -> WrittenCommand {
    command([], [.item(item)] + keys.map { .text($0) })
  }
}
