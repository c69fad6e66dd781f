package import Catalogues

/// An operation as it is recorded: written as a command that can be run again.
package struct OperationRecord: Equatable, Sendable {
  /// The command, with absolute addresses.
  package let command: String
  /// The command with marks of its targets; see `TargetMarks`.
  package let marked: String
  /// Whether the command can be run again with the catalogue alone, without another file. If not,
  /// the journal gets the resulting text instead.
  package let isSelfContained: Bool

  package init(command: String, marked: String, isSelfContained: Bool = true) {
    (self.command, self.marked) = (command, marked)
    self.isSelfContained = isSelfContained
  }
}

extension OperationRecord {
  /// Records an operation that was not typed as a command.
  package init(_ operation: Operation, in editing: EditingSession) {
    let written = WrittenCommand(operation)
    let marks = TargetMarks(of: operation, written.items, in: editing)
    let command = written.text(editing.book)
    self.init(
      command: command, marked: marks.record(command),
      isSelfContained: operation.isSelfContained)
  }
}

extension Operation {
  /// The part of the named items that must be unchanged when the command is repeated.
  fileprivate var markedPart: TargetMarks.MarkPart {
    switch self {
    case .delete, .unite, .set, .unset, .rename: .whole
    case .deleteSections: .contents
    case .fill, .choose, .disclose: .row
    default: .name
    }
  }

  /// Whether the command can be run again without another file.
  package var isSelfContained: Bool {
    switch self {
    case .merge, .editTree(.patch), .editTree(.revise): false
    default: true
    }
  }
}

extension EditingSession {
  /// Performs an operation, as a whole or not at all, and records it as the command that means it.
  package func perform(_ operation: Operation) throws(SessionError) -> Effect {
    try perform(operation, as: OperationRecord(operation, in: self))
  }
}

extension TargetMarks {
  /// Marks of the items that an operation changes. An operation that replaces the whole catalogue,
  /// or depends on the places of all entries, marks everything: repeated after other programs have
  /// changed something, it would undo their changes. A flat list can be divided into letters
  /// whatever it contains.
  package init(of operation: Operation, _ items: [Item], in editing: EditingSession) {
    switch operation {
    case .merge(let source, _): self.init(allOf: editing.catalogue, and: source)
    case .build where !editing.catalogue.isFlat: self.init(allOf: editing.catalogue)
    case .editTree(let edit): self.init(of: edit, in: editing)
    case _ where operation.newRoot != nil: self.init(allOf: editing.catalogue)
    default: self.init(items, operation.markedPart, in: editing.catalogue, editing.form)
    }
  }
}
