import Platform
import PropertyLists

/// What could not be read of files whose other parts were: it is said on standard error. A command that
/// shows them also says it by its status, since its answer may lack something; one that edits them does
/// not, since its status says whether the edits were saved.
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

  /// Has the program end as if all had been read, since its answer does not depend on it.
  static func forget() { isAny = false }

  /// The status with which the program ends that would end with another one.
  static func status(_ status: ExitStatus) -> ExitStatus { isAny ? max(status, .failed) : status }
}
