package import Editing
package import Outlines
package import Platform
package import Terminal

/// The destination of a session's output.
package protocol SessionOutput: AnyObject {
  /// How outlines are drawn and coloured.
  var style: OutlineStyle { get }

  /// Whether the output is read by a person rather than a program.
  var isTerminal: Bool { get }

  /// How many lines the screen has; `nil` if the output is not a screen.
  var height: Int? { get }

  /// Writes text that includes its line endings.
  func write(_ text: String) throws(OutputFailure)

  /// Writes a line that has styles.
  func write(line: StyledText) throws(OutputFailure)

  /// Writes bytes as they are.
  func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(OutputFailure)

  /// Delivers what was written to its reader. Nothing is saved until that has succeeded.
  func flush() throws(OutputFailure)

  /// Begins a text that may be long. It need not be shown before it ends.
  func beginPages()

  /// Ends a text, and shows it page by page if it does not fit on the screen.
  func endPages() throws(OutputFailure)

  /// Begins a report of what an edit has done, as opposed to what a command shows.
  func beginReport()

  /// Ends a report.
  func endReport()

  /// Writes a warning.
  func warn(_ message: String) throws(OutputFailure)

  /// Whether the command should stop.
  var isInterrupted: Bool { get }
}

extension SessionOutput {
  package func write(line: StyledText) throws(OutputFailure) { try write(line.sgr + "\n") }

  /// Writes a line that contains file names.
  package func write(naming line: ByteText) throws(OutputFailure) {
    let bytes = line.line(forTerminal: isTerminal) + [UInt8(ascii: "\n")]
    let result = bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(OutputFailure) in try write(bytes) }
    }
    try result.get()
  }

  package func beginPages() {}

  package func endPages() throws(OutputFailure) {}

  package func beginReport() {}

  package func endReport() {}

  package func warn(_ message: String) throws(OutputFailure) { try write("note: \(message)\n") }
}
