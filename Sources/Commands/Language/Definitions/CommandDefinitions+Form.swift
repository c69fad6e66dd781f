extension CommandDefinition {
  /// Commands that fill in forms.
  static let fillingIn = [
    CommandDefinition(
      .fill, in: .form, "enter text, a date, a number, or on or off in a form",
      operands: [
        .init(.entryAddress, "ADDRESS"), .init(.entered, "VALUE", 1...Int.max, isJoined: true),
      ],
      options: .dates,
      details: """
        ADDRESS is the row, or the one that it belongs to if no other belongs to that. A text is \
        one line. A date is YYYY-MM-DD, or as the language writes it. A switch takes on, off or \
        one of its titles. A slider takes a number between its bounds. Of several choices, VALUE \
        is the title of the one that is taken, as with 'pick'. '' empties a text, a date or a \
        choice. The row around it gets a title of what its rows say. In a form, an ADDRESS need \
        not name the section, and rows that are hidden have one, too.
        """,
      examples: [
        .init("fill Firstname Ada Augusta", "enter a text"),
        .init("fill 'Date of Birth' 1815-12-10", "the only row that belongs to this one"),
      ]),
    CommandDefinition(
      .pick, in: .form, "choose one of several rows of a form",
      operands: [
        .init(.entryAddress, "ADDRESS"),
        .init(.entered, "CHOICE", 0...Int.max, isJoined: true),
      ],
      options: .dates,
      details: """
        ADDRESS is the row that is chosen, or the one that the choices belong to; CHOICE is the \
        title of the choice then. The other choices are taken back, the row around them gets the \
        title of the one, and is folded.
        """,
      examples: [
        .init("pick 3", "line 3 of the last listing"),
        .init("pick 'Favorite Sport' Football", "the choice of this title"),
      ]),
  ]
}
