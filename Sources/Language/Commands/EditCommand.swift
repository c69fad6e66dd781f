package import Catalogues
package import Editing
import Grammar
package import Platform
import PropertyLists

/// `edit`: lets a person edit items or values as text.
struct EditCommand: SessionCommand {
  static let definition = CommandDefinition(
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
    ])

  init(_ given: ParsedCommand) {}

  func run(_ request: CommandRequest, in session: Session) throws(SessionError) {
    try session.edit(request)
  }
}

/// Lets a person edit a text and gives the edited text to `take`. If `take` returns a problem, the
/// editor shows it and starts again, until the text is taken or the person gives up.
package typealias TextEditor = (
  _ text: String, _ take: (String) throws(SessionError) -> LocatedError?
) throws(SessionError) -> Void

/// Editing items as text.
extension Session {
  /// Lets the person edit the items or values that a command names, or the whole file.
  func edit(_ request: CommandRequest) throws(SessionError) {
    let parsed = request.parsed
    if parsed.takesPaths {
      let paths = try rethrowing(parsed.paths(), as: SessionError.command)
      return try edit(paths, as: parsed.canonicalText)
    }
    let items = try resolve(request).items
    let absolute = zip(parsed.addresses, items).map { addresses.absoluteAddress(of: $0, $1) }
    try edit(
      items.isEmpty ? [.root] : editing.paths(of: items),
      as: parsed.canonicalText(replacingAddresses: absolute))
  }

  /// Lets the person edit items.
  package func edit(_ items: [Item]) throws(SessionError) {
    let words = items.map { Quoting.quoted(book.fullAddress(of: $0)) }
    try edit(
      editing.paths(of: items), as: ([CommandName.edit.rawValue] + words).joined(separator: " "))
  }

  private func edit(_ paths: [ValuePath], as command: String) throws(SessionError) {
    guard let editText, !isReplaying else { throw .noEditor }
    let sheet = try editing.recordSheet(
      at: paths,
      heading: [
        ByteText(filePath).shown, "",
        "Change values, move records, add some (without '%item'), delete some.",
        "'+ ' continues a value on a new line. An empty text changes nothing.",
      ])
    try editText(sheet.text) { text throws(SessionError) in
      let revision: SheetRevision
      do throws(LocatedError) {
        revision = try sheet.revision(of: text)
      } catch {
        return error
      }
      if revision.isErased {
        try self.output.warn("the text is empty, which changes nothing")
        return nil
      }
      switch try self.editing.revise(revision, as: command) {
      case .success(let effect): try self.finish(effect)
      case .failure(let problem): return problem
      }
      return nil
    }
  }
}
