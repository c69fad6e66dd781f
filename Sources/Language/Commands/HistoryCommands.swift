package import Editing
import Grammar
import Terminal

/// `undo`: undoes the last edits.
struct UndoCommand: SessionCommand {
  static let definition = CommandDefinition(
    .undo, in: .history, "undo the last edit, or the last N",
    operands: [.steps],
    examples: [.init("undo 3", "undo three edits")])

  private let count: Int

  init(_ given: ParsedCommand) {
    count = given.steps
  }

  func run(_ request: CommandRequest, in session: Session) throws(SessionError) {
    try session.undo(count)
  }
}

/// `redo`: redoes the edits that were undone last.
struct RedoCommand: SessionCommand {
  static let definition = CommandDefinition(
    .redo, in: .history, "redo the last undone edit, or the last N",
    operands: [.steps],
    examples: [.init("redo", "redo one edit")])

  private let count: Int

  init(_ given: ParsedCommand) {
    count = given.steps
  }

  func run(_ request: CommandRequest, in session: Session) throws(SessionError) {
    try session.redo(count)
  }
}

/// `history`: lists the edits, done and undone.
struct HistoryCommand: SessionCommand {
  static let definition = CommandDefinition(
    "history", in: .history, "list the edits, and which of them are undone",
    examples: [.init("history", "list all edits since the file was read")])

  init(_ given: ParsedCommand) {}

  func run(_ request: CommandRequest, in session: Session) throws(SessionError) {
    try session.showHistory()
  }
}

/// `diff`: prints what saving would change.
struct DiffCommand: SessionCommand {
  static let definition = CommandDefinition(
    "diff", in: .history, "print what saving would change in the file",
    options: [.init(.entries, "print it by entry, as 'cardex diff' does")],
    details: "The changes are printed as a unified diff, or by entry with --entries.",
    examples: [
      .init("diff", "look before you save"), .init("diff --entries", "see which entries differ"),
    ])

  private let isByEntry: Bool

  init(_ given: ParsedCommand) throws(CommandError) {
    isByEntry = given.has(.entries)
  }

  func run(_ request: CommandRequest, in session: Session) throws(SessionError) {
    let differences = session.differences
    try isByEntry ? differences.printEntries() : differences.printText()
  }
}

extension CommandOperand {
  fileprivate static let steps = CommandOperand(.number(from: 1), "N", 0...1)
}

extension ParsedCommand {
  fileprivate var steps: Int { operands.first?.word.number ?? 1 }
}

/// Undoing, redoing, and showing the edits.
extension Session {
  package func undo(_ count: Int) throws(SessionError) {
    let steps = try editing.undo(count)
    try report(steps, "undone")
  }

  func redo(_ count: Int) throws(SessionError) {
    let steps = try editing.redo(count)
    try report(steps, "redone")
  }

  private func report(_ steps: EditingSession.HistorySteps, _ what: String) throws(SessionError) {
    commit()
    didEdit()
    let written = Result { () throws(SessionError) in
      for command in steps.commands { try report("\(what): \(command)") }
    }
    if let failure = steps.journalFailure { throw .journal(failure) }
    try written.get()
  }

  func showHistory() throws(SessionError) {
    let history = editing.history
    for (index, step) in history.steps.enumerated() {
      let mark = index < history.count ? " " : "-"
      let number = String(index + 1)
      let padding = String(repeating: " ", count: max(4 - number.utf8.count, 0))
      let command = VisibleText.shown(step.record?.command ?? "")
      try output.write(line: padding + number + " " + mark + command)
    }
  }

  package var differences: DifferencePrinter {
    DifferencePrinter(editing: editing, output: output)
  }
}
