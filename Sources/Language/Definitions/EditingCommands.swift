import Editing
import Grammar

extension SessionCommand {
  /// Commands that change what a person changes elsewhere.
  static let editing = [
    SessionCommand(
      .edit, in: .change, "edit items as text, in your editor",
      operands: [.anyAddresses],
      otherForms: [.ofPaths([CommandOperand(.path, "PATH", 1...Int.max)])],
      details: """
        Writes what is at ADDRESSes or PATHs, or everything, as records to a temporary file, starts \
        $VISUAL, else $EDITOR, else vi, and makes what was changed there one edit. A record that is gone \
        is deleted, one without '%item' is new, and others are moved to where they are. If the text \
        cannot be read, the editor starts again with the reason in it. See cardex-edit(1).
        """,
      examples: [
        .init("edit B/宝马", "edit an entry with all fields"),
        .init("edit 3 4", "edit two entries of the last listing"),
      ],
      action: .run(
        { _ throws(CommandError) in () },
        { session, request, _ throws(SessionError) in
          try session.edit(request)
          return .shouldContinue
        }))
  ]
}
