package import Catalogues
package import Editing
import Grammar
import Platform
package import PropertyLists

/// Lets a person edit a text. What is left of it is taken, again if something is wrong with it, which
/// is said.
package typealias TextEditor = (
  _ text: String, _ take: (String) throws(SessionError) -> RecordProblem?
) throws(SessionError) -> Void

/// Editing items as text.
extension Session {
  /// Lets the person edit the items or values that a command names, or all.
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
      do throws(RecordProblem) {
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
