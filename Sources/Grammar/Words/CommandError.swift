/// An error in a command line.
package struct CommandError: Error, Equatable, Sendable {
  package let message: String
  /// The position in the line, in Unicode scalars from 1; empty where something is missing.
  package let columns: Range<Int>
  /// What to do about it.
  package let hint: String?

  package init(_ message: String, columns: Range<Int>, hint: String? = nil) {
    self.message = message
    self.columns = columns
    self.hint = hint
  }
}
