import Editing
import Grammar
import Language

/// Fuzzing of sessions on arbitrary property lists.
enum SessionFuzzing {
  private static let separator: UInt8 = 0x0C
  private static let commandLimit = 40
  /// The commands run on every catalogue.
  private static let looks = ["show", "sections", "check", "info", "diff", "find a", "show $"]

  static func run(_ bytes: [UInt8]) throws {
    let parts = bytes.split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
    let file = Array(parts.last ?? [])
    guard let trial = SessionTrial(file) else { return }
    let script = parts.count == 2 ? try? CommandScript.commands(in: Array(parts[0])) : nil
    for command in (script ?? []).prefix(commandLimit) { try trial.run(command.text) }
    for look in looks { try trial.run(look) }
    try trial.checkSaving()
    try trial.undoAndRedoAll()
  }
}
