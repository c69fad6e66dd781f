import Catalogues
import Grammar

/// `fill`: enters a value in a row of a form.
struct FillCommand: OperationCommand {
  static let definition = CommandDefinition(
    "fill", in: .form, "enter a text, date, number or switch state in a form",
    operands: [
      .init(.entryAddress, "ADDRESS"), .init(.entered, "VALUE", 1...Int.max, isJoined: true),
    ],
    options: .dates,
    details: """
      ADDRESS is the row to fill in, or the row that it belongs to if that has no other rows to \
      fill in. A text is one line. A date is YYYY-MM-DD, or written as is usual in the language. \
      A switch takes on, off or one of its titles. A slider takes a number between its bounds. \
      If there are several choices, VALUE is the title of the one to choose, as with 'pick'. '' \
      clears a text, a date or a choice. The title of the row that it belongs to is updated. In \
      a form, an ADDRESS need not name the section, and hidden rows have addresses, too. \
      Rows of a settings page are filled in by their kind, as well. Other commands may not give \
      a row a value that 'fill' would refuse.
      """,
    examples: [
      .init("fill Firstname Ada Augusta", "enter a text"),
      .init("fill 'Date of Birth' 1815-12-10", "fill in the only row that belongs to this one"),
    ])

  private let word: Word
  private let text: String
  private let style: DateStyle

  init(_ given: ParsedCommand) throws(CommandError) {
    (word, text) = (given.word(0), given.text(1))
    style = try given.dateStyle()
  }

  func operation(_ command: ResolvedCommand) throws(SessionError) -> Operation {
    let item = command.item(word)
    return .fill(
      item, with: try command.choice(text, at: item, isFilledIn: true),
      command.editing.operations.dateStyle(style, at: item))
  }

  static func written(_ item: Item, with text: String, _ style: DateStyle) -> WrittenCommand {
    command(style.written, [.item(item), .text(text)])
  }
}

/// `pick`: chooses a row of a form.
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
