import Editing
import Terminal

/// Undoing and redoing, and showing what has changed.
extension Session {
  func undo(_ count: Int) throws(SessionError) {
    let travel = try editing.undo(count)
    try report(travel, "undone")
  }

  func redo(_ count: Int) throws(SessionError) {
    let travel = try editing.redo(count)
    try report(travel, "redone")
  }

  private func report(_ travel: EditingSession.Travel, _ what: String) throws(SessionError) {
    commit()
    didEdit()
    let written = Result { () throws(SessionError) in
      for command in travel.commands { try report("\(what): \(command)") }
    }
    if let failure = travel.journalFailure { throw .journal(failure) }
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
