import Editing
import Grammar
import Language

/// Words that are commands of the shell and of scripts, but not of the program.
enum CommandOfShell {
  /// What does the same here.
  private static let counterparts = [
    "find": "search", "list": "show", "jump": "show",
  ]

  /// The error for such a word; `nil` for others.
  static func failure(for word: String) -> Failure? {
    guard SessionCommands.all.definitions.family(named: word) != nil else { return nil }
    if let counterpart = counterparts[word] {
      return Failure(
        "'\(word)' is a command of the shell; here: \(counterpart)",
        hint: "'cardex shell FILE' starts the shell")
    }
    return Failure(
      "'\(word)' is a command of the shell, not of the program",
      hint: "'cardex shell FILE' starts the shell, 'cardex help \(word)' describes the command")
  }
}
