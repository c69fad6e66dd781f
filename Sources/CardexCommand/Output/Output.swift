import Editing
import Exchange
import Language
import Outlines
import Platform
import PropertyLists
import Terminal

/// Buffered standard output; at a terminal, all text goes through `TerminalText`, so that only the
/// styles of a `StyledText` and ends of records are written as they are.
///
/// Once a write has failed, the failure is permanent: nothing more is written and every `flush` fails, so
/// that nothing is done that depends on what was printed.
final class Output {
  private var buffer: [UInt8] = []
  private static let capacity = 1 << 16
  /// Whether each line is to be visible at once.
  private let isTerminal = isatty(STDOUT_FILENO) == 1
  private var failure: Failure?
  /// Escapes the pieces of a file at a terminal.
  private var pieces = TerminalText()

  /// Whether anything has been written.
  private(set) var hasWritten = false

  init() { buffer.reserveCapacity(Output.capacity) }

  /// Whether output could not be delivered to its reader.
  var hasFailed: Bool { failure != nil }

  /// Whether nothing is left to be delivered.
  var isFlushed: Bool { buffer.isEmpty }

  func write(_ text: String) throws(Failure) {
    if isTerminal { buffer += shown(text).bytes } else { buffer.append(contentsOf: text.utf8) }
    try wrote(endsLine: text.hasSuffix("\n"))
  }

  /// Writes text that has styles.
  func write(_ text: StyledText) throws(Failure) {
    if isTerminal { buffer += shown(text).bytes } else { text.appendSGR(to: &buffer) }
    try wrote(endsLine: false)
  }

  /// Writes the end of a record.
  func write(end: RecordEnd) throws(Failure) {
    if isTerminal { buffer += pieces.end() }
    buffer.append(contentsOf: end.rawValue.utf8)
    try wrote(endsLine: end == .lineFeed)
  }

  private func wrote(endsLine: Bool) throws(Failure) {
    hasWritten = true
    if buffer.count >= Output.capacity || isTerminal && endsLine { try flush() }
  }

  /// Writes a piece of a file.
  func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) {
    if isTerminal {
      buffer += pieces.take(bytes)
    } else {
      buffer.append(contentsOf: bytes)
    }
    hasWritten = true
    if buffer.count >= Output.capacity || isTerminal { try deliver() }
  }

  /// The bytes that an `Output` would write for a text, kept for showing it page by page.
  struct Shown {
    fileprivate(set) var bytes: [UInt8] = []

    static func += (left: inout Shown, right: Shown) { left.bytes += right.bytes }
  }

  /// Pieces of a file as they are written.
  func shown(_ bytes: UnsafeBufferPointer<UInt8>) -> Shown {
    Shown(bytes: isTerminal ? pieces.take(bytes) : Array(bytes))
  }

  /// A text as it is written.
  func shown(_ text: String) -> Shown { shown(Array(text.utf8)) }

  /// The end of a record as it is written.
  func shown(end: RecordEnd) -> Shown {
    Shown(bytes: (isTerminal ? pieces.end() : []) + end.rawValue.utf8)
  }

  /// Text that has styles as it is written.
  func shown(_ text: StyledText) -> Shown {
    var bytes = isTerminal ? pieces.end() : []
    text.appendSGR(to: &bytes) { isTerminal ? TerminalText.shown($0) : $0 }
    return Shown(bytes: bytes)
  }

  private func shown(_ bytes: [UInt8]) -> Shown {
    Shown(bytes: isTerminal ? pieces.end() + TerminalText.shown(bytes) : bytes)
  }

  /// Writes bytes that `shown` has returned.
  func write(_ shown: Shown) throws(Failure) {
    buffer += shown.bytes
    try wrote(endsLine: false)
  }

  /// Writes a part of a line, in a style if there is one.
  func write(part bytes: [UInt8], style: TextStyle? = nil) throws(Failure) {
    if let style { buffer += style.sequences.opening.utf8 }
    buffer += shown(bytes).bytes
    if let style { buffer += style.sequences.closing.utf8 }
    try wrote(endsLine: false)
  }

  /// Writes a line that contains file names.
  func write(naming line: ByteText) throws(Failure) {
    try write(part: line.line(forTerminal: isTerminal))
    try write("\n")
  }

  func write(line: String) throws(Failure) {
    try write(line)
    try write(end: .lineFeed)
  }

  func write(line: StyledText) throws(Failure) {
    try write(line)
    try write(end: .lineFeed)
  }

  /// Delivers what was written to its reader. Call this before anything is saved.
  func flush() throws(Failure) {
    if isTerminal { buffer += pieces.end() }
    try deliver()
  }

  private func deliver() throws(Failure) {
    if failure == nil {
      let code = buffer.withUnsafeBytes { writeAll($0, to: STDOUT_FILENO) }
      if code != 0 {
        failure = Failure(
          "standard output: \(String(cString: strerror(code)))",
          cause: code == EPIPE ? .closedPipe : .output)
      }
    }
    buffer.removeAll(keepingCapacity: true)
    if let failure { throw failure }
  }

  /// Writes a line at once about an action that has just been done.
  ///
  /// - Parameter action: The action, for the message on standard error if the line cannot be written.
  func report(naming line: ByteText, of action: ByteText) throws(Failure) {
    do throws(Failure) {
      try write(naming: line)
      try flush()
    } catch {
      throw Failure(naming: "\(action), but \(error.message)")
    }
  }

  /// Reports a failure after which the program continues.
  ///
  /// - Throws: The failure itself if standard output had failed already, since that is then its
  ///   cause; the failure of standard output if it fails now.
  func report(_ problem: Failure) throws(Failure) {
    if hasFailed { throw problem }
    defer { Diagnostics.report(problem) }
    try flush()
  }
}

/// Messages on standard error.
enum Diagnostics {
  static func report(_ failure: Failure) {
    report(naming: failure.message)
    let lists = ["commands:", "try '", "usage:", "did you mean"]
    if let hint = failure.hint, failure.guess == nil || !lists.contains(where: hint.hasPrefix) {
      report(hint)
    }
    if let guess = failure.guess { report(guess) }
  }

  static func report(_ message: String) { note("cardex: " + message) }

  /// Reports a message that contains file names.
  static func report(naming message: ByteText) { note(naming: "cardex: \(message)") }

  /// Writes a message that is not an error.
  static func note(_ message: String) { note(naming: ByteText(message)) }

  /// Writes a message that contains file names, unchanged unless standard error is a terminal. A
  /// message is always one line, whatever names and quoted values contain, and without passwords.
  static func note(naming message: ByteText) {
    let message = ByteText(bytes: DatabaseURL.withoutPasswords(message.bytes))
    var line = message.line(forTerminal: StandardTerminal.isError) + [UInt8(ascii: "\n")]
    // There is nowhere left to report that standard error cannot be written to.
    _ = line.withUnsafeMutableBytes { writeAll(UnsafeRawBufferPointer($0), to: STDERR_FILENO) }
  }
}

/// Reports the unreadable parts of files on standard error. A command that shows a file reports
/// them by its status, too, since its answer may lack something. A command that edits does not,
/// since its status says whether the edits were saved.
enum UnreadReport {
  /// Whether an answer may lack something.
  nonisolated(unsafe) private static var isAny = false

  static func lines(of document: PropertyListDocument, named name: ByteText) -> [ByteText] {
    document.unread.map { "\($0.error.location.following(name)): \($0.description)" }
  }

  static func report(
    _ document: PropertyListDocument, named name: ByteText, isForEditing: Bool = false
  ) {
    for line in lines(of: document, named: name) {
      if !isForEditing { isAny = true }
      Diagnostics.report(naming: line)
    }
  }

  /// Has the program end as if everything had been read, since its answer does not depend on the
  /// unreadable parts.
  static func forget() { isAny = false }

  /// The exit status, which is at least `failed` if an answer may lack something.
  static func status(_ status: ExitStatus) -> ExitStatus { isAny ? max(status, .failed) : status }
}
