import Editing
import Language
package import Outlines
package import Terminal

/// What commands print, kept until the screen shows it.
package final class BrowserOutput: SessionOutput {
  package var style: OutlineStyle
  /// Whether a key has come that cancels what is being done.
  package var isCancelled: () -> Bool = { false }
  private var lines: [StyledText] = []
  /// The text after these lines.
  private var bytes: [UInt8] = []

  package init(style: OutlineStyle) {
    self.style = style
    // Whether the screen has colours is decided when lines are drawn.
    self.style.isColored = true
  }

  package var isTerminal: Bool { true }

  package var height: Int? { nil }

  package var isInterrupted: Bool { isCancelled() }

  package func write(_ text: String) { bytes += text.utf8 }

  package func write(line: StyledText) {
    endText()
    lines.append(line)
  }

  package func write(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes += bytes }

  package func flush() {}

  package func warn(_ message: String) { write("note: \(message)\n") }

  /// Removes and returns the lines that have been printed.
  package func takeLines() -> [StyledText] {
    endText()
    defer { lines = [] }
    return lines
  }

  /// Makes lines of the text.
  private func endText() {
    var texts = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    if texts.last == "" { texts.removeLast() }
    lines += texts.map { StyledText($0) }
    bytes = []
  }
}
