import CEditLine
import Platform

/// The line and its display.
extension LineEditor {
  /// The scalars of the line, and the number of them before the cursor.
  func currentLine() -> (scalars: [Unicode.Scalar], cursor: Int) {
    var (length, cursor): (Int32, Int32) = (0, 0)
    guard let line = cardex_editor_line(editor, &length, &cursor) else { return ([], 0) }
    let scalars = UnsafeBufferPointer(start: line, count: Int(length))
    return (scalars.map { Unicode.Scalar(wide: $0) }, Int(cursor))
  }

  /// Replaces some scalars of the line and moves the cursor after the new ones.
  func replace(_ range: Range<Int>, with text: String) {
    cardex_editor_replace(editor, Int32(range.lowerBound), Int32(range.upperBound), text.wide)
  }

  /// Shows the line as it is now, and does what keys have requested.
  func showLine() {
    guard isInteractive, question == nil else { return }
    let requests = cardex_editor_take_requests(editor)
    if requests.clears_screen { write(screen.clear()) }
    let (line, cursor) = currentLine()
    show(line, cursor: cursor)
    if requests.beeps { beep() }
  }

  func show(_ line: [Unicode.Scalar], cursor: Int) {
    guard isInteractive else { return }
    let (columns, height) = size
    write(
      screen.show(
        prompt: search?.prompt ?? prompt, line: line, cursor: cursor, columns: columns,
        height: height))
  }

  /// Moves to the row below the line, after appending a text to it.
  func leaveLine(with text: String = "") {
    if isInteractive { write(screen.leave(with: text)) }
  }

  /// Erases what resizing the terminal has made of the line.
  func followResize() {
    if isInteractive, question == nil { write(screen.resize(columns: size.columns)) }
  }

  func beep() { write("\u{7}") }

  func write(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { writeAll($0, to: output) }
  }

  /// The size of the terminal.
  var size: (columns: Int, height: Int) {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1, size.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }
}
