import CEditLine

/// Search of the history while typing.
extension LineEditor {
  /// - Returns: Whether to beep.
  func beginSearch() -> Bool {
    guard isCommand, !history.lines.isEmpty else { return true }
    let (line, cursor) = currentLine()
    searchedLine = (String(String.UnicodeScalarView(line)), cursor)
    search = HistorySearch(history.lines)
    return false
  }

  /// Handles a key during a search.
  func continueSearch(_ key: Unicode.Scalar) {
    guard let step = search?.take(key) else { return }
    switch step {
    case .shouldContinue(let isFailed):
      if isFailed { beep() }
      showMatch()
    case .accepted:
      search = nil
      // On its own, the escape key just ends the search.
      if key != "\u{1B}" || hasMoreKeys() { pushedKeys.append(key) }
    case .cancelled:
      search = nil
      replaceLine(with: searchedLine.text, cursor: searchedLine.cursor)
    }
  }

  private func showMatch() {
    let (line, cursor) = search?.match ?? (searchedLine.text, searchedLine.cursor)
    replaceLine(with: line, cursor: cursor)
  }

  private func replaceLine(with text: String, cursor: Int) {
    replace(0..<currentLine().scalars.count, with: text)
    cardex_editor_set_cursor(editor, Int32(cursor))
  }
}
