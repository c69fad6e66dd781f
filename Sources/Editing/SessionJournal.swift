/// A failure to write output.
package struct OutputFailure: Error, Equatable, Sendable {
  package let message: String
  /// Whether the cause is that nobody reads the output any more.
  package let isClosedPipe: Bool

  package init(_ message: String, isClosedPipe: Bool = false) {
    self.message = message
    self.isClosedPipe = isClosedPipe
  }
}

/// A record of what a session does, so that a crash loses nothing.
package protocol SessionJournal: AnyObject {
  /// Notes a command that changed the catalogue.
  func record(_ command: String) throws(OutputFailure)

  /// Discards the records, whose edits have been saved or dropped.
  func clear() throws(OutputFailure)
}
