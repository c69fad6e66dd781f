import Catalogues
import Grammar

/// `pick`: the row of a form that is chosen.
struct PickCommand: OperationCommand {
  static let definition = CommandDefinition(
    "pick", in: .form, "choose one of several rows of a form",
    operands: [
      .init(.entryAddress, "ADDRESS"),
      .init(.entered, "CHOICE", 0...Int.max, isJoined: true),
    ],
    options: .dates,
    details: """
      ADDRESS is the row to choose, or the row that the choices belong to, followed by the title \
      of the CHOICE; TITLE#2 is the second of several with one title. In a script, the title is \
      written as it is in the file. The other choices are cleared; the row that they belong to \
      takes the title of the choice and is collapsed.
      """,
    examples: [
      .init("pick 3", "choose line 3 of the last listing"),
      .init("pick 'Favorite Sport' Football", "choose by title"),
    ])

  private let word: Word
  private let title: String?
  private let style: DateStyle

  init(_ given: ParsedCommand) throws(CommandError) {
    (word, title) = (given.word(0), given.operands.count > 1 ? given.text(1) : nil)
    style = try given.dateStyle()
  }

  func operation(_ command: ResolvedCommand) throws(SessionError) -> Operation {
    let item = command.item(word)
    let title = try title.map { title throws(SessionError) in
      try command.choice(title, at: item, isFilledIn: false)
    }
    return .choose(title, at: item, command.editing.operations.dateStyle(style, at: item))
  }

  static func written(_ title: String?, at item: Item, _ style: DateStyle) -> WrittenCommand {
    command(style.written, [.item(item)] + (title.map { [.text($0)] } ?? []))
  }
}
