import Editing
import Language
import Outlines

/// An output that discards what a session prints.
final class SilentOutput: SessionOutput {
  let style = OutlineStyle()
  let isTerminal = false
  let height: Int? = nil
  let isInterrupted = false

  func write(_ text: String) {}
  func write(_ bytes: UnsafeBufferPointer<UInt8>) {}
  func flush() {}
}
