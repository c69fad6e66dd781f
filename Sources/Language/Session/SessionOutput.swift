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
  func write(_ text: String) throws(SessionError)

  /// Writes the end of a record.
  func write(end: RecordEnd) throws(SessionError)

  /// Writes a line that has styles.
  func write(line: StyledText) throws(SessionError)

  /// Writes bytes as they are.
  func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(SessionError)

  /// Delivers the written output to its reader. Nothing is saved before this has succeeded.
  func flush() throws(SessionError)

  /// Begins a text that may be long. It need not be shown before it ends.
  func beginPages()

  /// Ends a text, and shows it page by page if it does not fit on the screen.
  func endPages() throws(SessionError)

  /// Begins a report of an edit, as opposed to output that a command asks for.
  func beginReport()

  /// Ends a report.
  func endReport()

  /// Writes a warning.
  func warn(_ message: String) throws(SessionError)

  /// Whether the command should stop.
  var isInterrupted: Bool { get }
}

extension SessionOutput {
  package func write(line: StyledText) throws(SessionError) { try write(line.sgr + "\n") }

  package func write(end: RecordEnd) throws(SessionError) { try write(end.rawValue) }

  func write(line: String) throws(SessionError) { try write(line + "\n") }

  /// Writes a line that contains file names.
  package func write(naming line: ByteText) throws(SessionError) {
    let bytes = line.line(forTerminal: isTerminal) + [UInt8(ascii: "\n")]
    let result = bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(SessionError) in try write(bytes) }
    }
    try result.get()
  }

  /// Shows the output of an action page by page if it is long, even if the action throws halfway.
  func showPages(_ action: () throws(SessionError) -> Void) throws(SessionError) {
    beginPages()
    let result = Result { () throws(SessionError) in try action() }
    try endPages()
    try result.get()
  }

  package func beginPages() {}

  package func endPages() throws(SessionError) {}

  package func beginReport() {}

  package func endReport() {}

  package func warn(_ message: String) throws(SessionError) { try write("note: \(message)\n") }
}

/// Text with file names as it is printed.
extension ByteText {
  /// The text as a terminal shows it: control characters and undecodable bytes are escaped.
  package var shown: String { String(decoding: line(forTerminal: true), as: UTF8.self) }

  /// The bytes of a line: as shown at a terminal; elsewhere, only control characters are escaped,
  /// so that it stays one line in which file names can be found.
  package func line(forTerminal isTerminal: Bool) -> [UInt8] {
    line(forTerminal: isTerminal, VisibleText.shown)
  }

  /// The bytes of one field of a line, with backslashes doubled, so that it can be unescaped.
  package func field(forTerminal isTerminal: Bool) -> [UInt8] {
    line(forTerminal: isTerminal, VisibleText.escapedField)
  }

  private func line(forTerminal isTerminal: Bool, _ shown: (String) -> String) -> [UInt8] {
    if let text { return Array(shown(text).utf8) }
    return runs.flatMap { run in
      switch run {
      case .text(let text): Array(shown(text).utf8)
      case .byte(let byte): isTerminal ? Array(ByteText.escape(byte).utf8) : [byte]
      }
    }
  }

  private enum Run {
    case text(String)
    case byte(UInt8)
  }

  private var runs: [Run] {
    var runs: [Run] = []
    var text = String.UnicodeScalarView()
    for part in parts {
      switch part {
      case .character(let scalar): text.append(scalar)
      case .byte(let byte):
        if !text.isEmpty { runs.append(.text(String(text))) }
        text = .init()
        runs.append(.byte(byte))
      }
    }
    if !text.isEmpty { runs.append(.text(String(text))) }
    return runs
  }
}
