/// An operation as it is recorded: written as a command that can be run again.
package struct OperationRecord: Equatable, Sendable {
  /// The command, with absolute addresses.
  package let command: String
  /// The command with marks of its targets; see `TargetMarks`.
  package let marked: String
  /// Whether the command needs nothing but the catalogue to be run again, not another file. If it
  /// does, the journal gets the text instead.
  package let isSelfContained: Bool

  package init(command: String, marked: String, isSelfContained: Bool = true) {
    (self.command, self.marked) = (command, marked)
    self.isSelfContained = isSelfContained
  }
}
