import CEditLine
import CPlatform
import Platform

/// Input from the terminal.
extension LineEditor {
  /// Passes libedit its next character.
  ///
  /// - Returns: 1, 0 at the end of the input, or -1 if the line is abandoned.
  func nextKey(_ character: UnsafeMutablePointer<wchar_t>) -> Int32 {
    while !wasInterrupted {
      guard let key = pushedKeys.isEmpty ? readKey() : pushedKeys.removeFirst() else { break }
      keyCount += 1
      if search != nil {
        continueSearch(key)
      } else if isInteractive || key != "\r" {
        // Without a terminal, lines may end as on other systems.
        character.pointee = key.wide
        return 1
      }
    }
    if wasInterrupted { errno = EINTR }
    return wasInterrupted ? -1 : 0
  }

  /// The next character from the terminal; `nil` at the end or after an interrupt.
  func readKey() -> Unicode.Scalar? {
    while true {
      var event = cardex_signals_wait(STDIN_FILENO, 0)
      if event == cardex_event_none {
        // Shown only when no input is waiting, so that a long paste is shown once.
        showLine()
        event = cardex_signals_wait(STDIN_FILENO, -1)
      }
      if event != cardex_event_input {
        guard shouldContinue(after: event) else { return nil }
        continue
      }
      var byte: UInt8 = 0
      // Reads only the next character, as what follows may be meant for another program.
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count == 1 else { return nil }
      if let key = decoder.take(byte) { return key }
    }
  }

  /// Whether more input follows immediately, as after the first character of a function key.
  func hasMoreKeys() -> Bool { cardex_signals_wait(STDIN_FILENO, 50) == cardex_event_input }

  private func shouldContinue(after event: cardex_event) -> Bool {
    switch event {
    case cardex_event_interrupted:
      leaveLine(with: "^C")
      wasInterrupted = true
      return false
    case cardex_event_resized: followResize()
    case cardex_event_suspended: suspend()
    case cardex_event_continued: takeTerminalBack()
    case cardex_event_terminated:
      leaveLine()
      cardex_editor_use_terminal(editor, false)
      cardex_signals_terminate()
      return false
    case cardex_event_failed: return false
    default: break
    }
    return true
  }

  /// Moves the cursor by a character as people see it, or erases one.
  ///
  /// - Returns: Whether there is none.
  func take(_ step: cardex_step) -> Bool {
    let (scalars, cursor) = currentLine()
    let isBack = step == cardex_step_back || step == cardex_step_erase_back
    let rest = String(
      String.UnicodeScalarView(isBack ? scalars[..<cursor] : scalars[cursor...]))
    guard let length = (isBack ? rest.last : rest.first)?.unicodeScalars.count else { return true }
    let other = isBack ? cursor - length : cursor + length
    switch step {
    case cardex_step_erase_back, cardex_step_erase_forward:
      replace(min(cursor, other)..<max(cursor, other), with: "")
    default: cardex_editor_set_cursor(editor, Int32(other))
    }
    return false
  }

  private func suspend() {
    leaveLine()
    if isInteractive { cardex_editor_use_terminal(editor, false) }
    cardex_signals_suspend()
    takeTerminalBack()
  }

  /// Regains the terminal, whose modes and screen other programs may have changed.
  private func takeTerminalBack() {
    guard isInteractive else { return }
    cardex_editor_use_terminal(editor, false)
    cardex_editor_use_terminal(editor, true)
    screen.forget()
    write("\r" + (question ?? ""))
  }
}
