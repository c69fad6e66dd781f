package import Outlines
package import Platform

/// Where a session's answers go.
package protocol SessionOutput: AnyObject {
  /// How outlines and colours are to look.
  var style: OutlineStyle { get }

  /// Whether a person reads it, not a program.
  var isTerminal: Bool { get }

  /// How many lines a screen has; `nil` if the output is none.
  var height: Int? { get }

  /// Takes text with its line ends.
  func write(_ text: String) throws(OutputFailure)

  /// Takes bytes as they are.
  func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(OutputFailure)

  /// Brings what it has taken to whoever reads it. Nothing is saved before that has succeeded.
  func flush() throws(OutputFailure)

  /// Takes a line about something that went not quite as it should.
  func warn(_ message: String) throws(OutputFailure)

  /// Whether the command is to stop.
  var isInterrupted: Bool { get }
}

extension SessionOutput {
  /// Writes a line in which there are names of files.
  package func write(naming line: ByteText) throws(OutputFailure) {
    let bytes = line.line(forTerminal: isTerminal) + [UInt8(ascii: "\n")]
    let result = bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(OutputFailure) in try write(bytes) }
    }
    try result.get()
  }

  package func warn(_ message: String) throws(OutputFailure) { try write("note: \(message)\n") }
}

/// Output could not be written.
package struct OutputFailure: Error, Equatable, Sendable {
  package let message: String
  /// Whether that is because nobody reads it any more.
  package let isClosedPipe: Bool

  package init(_ message: String, isClosedPipe: Bool = false) {
    self.message = message
    self.isClosedPipe = isClosedPipe
  }
}

/// Where a session notes what it does, so that a crash loses nothing.
package protocol SessionJournal: AnyObject {
  /// Notes a command that changed the catalogue.
  func record(_ command: String) throws(OutputFailure)

  /// Forgets what was noted: it has been saved or dropped.
  func clear() throws(OutputFailure)
}
