import Editing
import Language
package import Outlines

/// What commands print, kept until the screen shows it.
package final class BrowserOutput: SessionOutput {
  package var style: OutlineStyle
  /// Whether a key has come that cancels what is being done.
  package var isCancelled: () -> Bool = { false }
  private var bytes: [UInt8] = []

  package init(style: OutlineStyle) {
    self.style = style
    // The styles of text are read from it again when it is drawn.
    self.style.isColored = true
  }

  package var isTerminal: Bool { true }

  package var height: Int? { nil }

  package var isInterrupted: Bool { isCancelled() }

  package func write(_ text: String) { bytes += text.utf8 }

  package func write(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes += bytes }

  package func flush() {}

  package func warn(_ message: String) { write("note: \(message)\n") }

  /// The lines that have been printed, which are forgotten.
  package func takeLines() -> [String] {
    defer { bytes = [] }
    var lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
