import Platform
import PropertyLists

/// Reports the unreadable parts of files on standard error. A command that shows a file reports
/// them by its status, too, since its answer may lack something. A command that edits does not,
/// since its status says whether the edits were saved.
enum UnreadReport {
  /// Whether an answer may lack something.
  nonisolated(unsafe) private static var isAny = false

  static func lines(of document: PropertyListDocument, named name: ByteText) -> [ByteText] {
    document.unread.map { "\($0.error.location.following(name)): \($0.description)" }
  }

  static func report(
    _ document: PropertyListDocument, named name: ByteText, isForEditing: Bool = false
  ) {
    for line in lines(of: document, named: name) {
      if !isForEditing { isAny = true }
      Diagnostics.report(naming: line)
    }
  }

  /// Has the program end as if everything had been read, since its answer does not depend on the
  /// unreadable parts.
  static func forget() { isAny = false }

  /// The exit status, which is at least `failed` if an answer may lack something.
  static func status(_ status: ExitStatus) -> ExitStatus { isAny ? max(status, .failed) : status }
}
