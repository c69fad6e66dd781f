import Editing
import Grammar

/// Recording commands.
extension Session {
  /// Writes the operation of a command as the command, so that it can be run again in another
  /// session.
  ///
  /// - Throws: `SessionError` if it was recorded when it affected something else.
  func record(
    of operation: Operation, _ resolved: ResolvedCommand
  ) throws(SessionError) -> OperationRecord {
    let written = WrittenCommand(operation)
    let parsed = resolved.parsed
    // What depends on the session is written, too.
    let others = written.options.filter { !parsed.has($0.name) }.map { $0.text(book) }
    let name = written.name
    // In a script, nothing more is needed.
    guard editing.journal != nil || reportsEdits || isReplaying else {
      let command = parsed.canonicalText(as: name, adding: others)
      return OperationRecord(
        command: command, marked: command, isSelfContained: operation.isSelfContained)
    }
    let addresses = zip(parsed.addresses, resolved.items).map { absoluteAddress(of: $0, $1) }
    let marks = try resolved.marks(of: operation)
    let command = parsed.canonicalText(replacingAddresses: addresses, as: name, adding: others)
    return OperationRecord(
      command: command, marked: marks.record(command),
      isSelfContained: operation.isSelfContained)
  }
}
