import Catalogues
package import Grammar

extension CommandName {
  package static let set: CommandName = "set"
}

/// `set`: fields that an item gets.
struct SetCommand: OperationCommand {
  static let definition = CommandDefinition(
    .set, in: .change, "set fields of an entry or a section",
    operands: [.init(.address, "ADDRESS"), .fields],
    options: [.newKey],
    details: """
      A field that does not exist is added. \(FieldAssignment.valueDetails) \(FieldAssignment.keyDetails) \(FieldAssignment.pathDetails) The \
      position after the last value of an array adds one. Quote the address 'option' if an entry \
      has that name.
      """,
    examples: [
      .init("set M/马自达 icon=mazda.png", "change or add one field"),
      .init(
        "set 4 year:integer=1920 note=$'two\\nlines'", "set a number, and a text of two lines"),
      .init("set 4 tags.0=red", "change the first value of an array"),
      .init("set / version:integer=2", "change a field of the catalogue itself"),
    ])

  private let word: Word
  private let fields: [FieldAssignment]

  init(_ given: ParsedCommand) throws(CommandError) {
    word = given.word(0)
    fields = try given.fields()
  }

  func operation(_ command: ResolvedCommand) -> Operation {
    .set(fields, of: command.item(word))
  }

  static func written(_ fields: [FieldAssignment], of item: Item) -> WrittenCommand {
    command([], [.item(item)] + fields.map { .field($0) })
  }
}
