import Catalogues
import Editing
import Grammar

extension SessionCommand {
  /// Commands that fill in forms.
  static let fillingIn = [
    SessionCommand(
      .fill, in: .form, "enter a text, date, number or switch state in a form",
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
      ],
      action: .edit(
        { given throws(CommandError) in
          (given.word(0), text: given.text(1), try given.dateStyle())
        },
        { command, arguments throws(SessionError) in
          let (word, text, style) = arguments
          let item = command.item(word)
          return .fill(
            item, with: try command.session.choice(text, at: item, isFilledIn: true),
            command.session.editing.dateStyle(style, at: item))
        })),
    SessionCommand(
      .pick, in: .form, "choose one of several rows of a form",
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
      ],
      action: .edit(
        { given throws(CommandError) in
          (
            given.word(0), title: given.operands.count > 1 ? given.text(1) : nil,
            try given.dateStyle()
          )
        },
        { command, arguments throws(SessionError) in
          let (word, title, style) = arguments
          let item = command.item(word)
          return .choose(
            try title.map { title throws(SessionError) in
              try command.session.choice(title, at: item, isFilledIn: false)
            }, at: item, command.session.editing.dateStyle(style, at: item))
        })),
  ]
}
