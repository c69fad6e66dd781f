import CEditLine
import Language

/// Completion of words.
extension LineEditor {
  /// The number of candidates above which the user is asked before they are listed.
  private static let listLimit = 100

  /// - Returns: Whether to beep.
  func complete() -> Bool {
    let isRepeated = keyCount == completionKeyCount + 1
    completionKeyCount = keyCount
    guard isCommand, let completer else { return true }
    let (scalars, cursor) = currentLine()
    let line = String(String.UnicodeScalarView(scalars))
    let result = completer(line, cursor)
    switch result.step(in: line, isRepeated: isRepeated) {
    case .nothing: return true
    case .insert(let text): replace(result.range.clamped(to: 0..<scalars.count), with: text)
    case .list: list(result.candidates.map(\.display))
    }
    return result.candidates.count > 1 && !isRepeated
  }

  private func list(_ candidates: [String]) {
    leaveLine()
    if candidates.count <= LineEditor.listLimit
      || asks("Display all \(candidates.count) possibilities? (y or n)")
    {
      for line in CandidateList.lines(of: candidates, width: size.columns) { write(line + "\n") }
    }
  }

  /// Asks a question that one key answers.
  private func asks(_ text: String) -> Bool {
    question = text
    defer { question = nil }
    write(text)
    while let key = readKey() {
      switch key {
      case "y", "Y", " ":
        write("\n")
        return true
      case "n", "N", "\u{7F}", "\u{7}":
        write("\n")
        return false
      default: beep()
      }
    }
    return false
  }
}
