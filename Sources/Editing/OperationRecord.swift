package import Catalogues

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

extension OperationRecord {
  /// Writes an operation that was not typed.
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
  /// Which part of the items that its command names must be unchanged when it is repeated.
  fileprivate var markedPart: TargetMarks.MarkPart {
    switch self {
    case .delete, .unite, .set, .unset, .rename: .whole
    case .deleteSections: .contents
    case .fill, .choose, .disclose: .row
    default: .name
    }
  }

  /// Whether its command needs no other file to be run again.
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
  /// Marks of what an operation changes. What replaces the whole catalogue, or depends on where all
  /// entries are, is marked with all that is in it: repeated after others have changed something, it
  /// would undo that. A flat list can be divided into letters whatever is in it.
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
