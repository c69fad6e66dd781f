/// An operation as it is recorded: written as a command that can be run again.
package struct OperationRecord: Equatable, Sendable {
  /// The command, with absolute addresses.
  package let command: String
  /// The command with marks of its targets; see `TargetMarks`.
  package let marked: String

  package init(command: String, marked: String) {
    (self.command, self.marked) = (command, marked)
  }
}
