import Outlines

@testable import Editing
@testable import Language

/// An output that records what a session prints.
final class RecordingOutput: SessionOutput {
  var style: OutlineStyle
  var isTerminal = false
  var height: Int?
  private(set) var text = ""
  /// How many more writes succeed; `nil` for all.
  var writesLeft: Int?
  /// How many more times it is asked before it answers that the command should stop.
  var questionsLeft: Int?

  init(style: OutlineStyle = OutlineStyle()) { self.style = style }

  static let failure = OutputFailure("standard output: No space left on device")

  func write(_ text: String) throws(SessionError) {
    if let left = writesLeft {
      if left == 0 { throw .output(RecordingOutput.failure) }
      writesLeft = left - 1
    }
    self.text += text
  }

  func flush() {}

  func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(SessionError) {
    try write(String(decoding: bytes, as: UTF8.self))
  }

  var isInterrupted: Bool {
    guard let left = questionsLeft else { return false }
    if left > 0 { questionsLeft = left - 1 }
    return left == 0
  }

  /// The output since the last call.
  func take() -> String {
    defer { text = "" }
    return text
  }
}
