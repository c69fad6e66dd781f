import Editing
import Grammar
import Language
import Outlines
import Platform
import Terminal

/// A session's output on standard output.
final class ConsoleOutput: SessionOutput {
  private let output: Output
  private let baseStyle: OutlineStyle
  /// Whether the width is the terminal's, which may change.
  private let followsTerminal: Bool
  /// Whether Ctrl-C ends a command.
  var isInterruptible = false
  /// Whether long texts are shown page by page.
  var hasPager = false
  /// Whether reports go to standard error, since standard output is the file that is written.
  var separatesReports = false
  private var isInReport = false
  /// The text so far that is shown page by page if it is long; `nil` for text that is written at
  /// once.
  private var paged: Output.Shown?

  init(_ output: Output, options: ParsedOptions) throws(Failure) {
    self.output = output
    baseStyle = try StandardTerminal.outlineStyle(options)
    followsTerminal = !options.has(.width)
  }

  var style: OutlineStyle {
    var style = baseStyle
    if followsTerminal { style.width = StandardTerminal.width }
    if isSeparate { (style.isColored, style.showsLinks) = (false, false) }
    if paged != nil, style.showsLinks { style.showsLinks = pagerPassesLinks }
    return style
  }

  private lazy var pagerPassesLinks = Pager.passesLinks

  var isTerminal: Bool { StandardTerminal.isOutput }

  var height: Int? { StandardTerminal.height }

  var isInterrupted: Bool { isInterruptible && Interrupts.isPending }

  func warn(_ message: String) throws(SessionError) {
    Progress.end()
    try flush()
    Diagnostics.report(message)
  }

  func flush() throws(SessionError) {
    // If there is nothing to write, as before a save, progress is still shown.
    if !output.isFlushed { Progress.end() }
    try attempt(output.flush())
  }

  private var isSeparate: Bool { isInReport && separatesReports }

  func beginReport() { isInReport = true }

  func endReport() { isInReport = false }

  /// Writes lines to standard error.
  private func note(_ lines: some Collection<UInt8>) {
    for line in lines.split(separator: UInt8(ascii: "\n")) {
      Diagnostics.report(naming: ByteText(bytes: Array(line)))
    }
  }

  func write(_ text: String) throws(SessionError) {
    Progress.end()
    if isSeparate { return note(text.utf8) }
    if paged == nil { try attempt(output.write(text)) } else { paged? += output.shown(text) }
  }

  func write(end: RecordEnd) throws(SessionError) {
    Progress.end()
    if isSeparate { return note(end.rawValue.utf8) }
    if paged == nil {
      try attempt(output.write(end: end))
    } else {
      paged? += output.shown(end: end)
    }
  }

  func write(line: StyledText) throws(SessionError) {
    Progress.end()
    if isSeparate { return note(line.text.utf8) }
    if paged == nil { try attempt(output.write(line)) } else { paged? += output.shown(line) }
    try write(end: .lineFeed)
  }

  func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(SessionError) {
    Progress.end()
    if isSeparate { return note(bytes) }
    if paged == nil { try attempt(output.write(bytes)) } else { paged? += output.shown(bytes) }
  }

  func beginPages() { if hasPager { paged = Output.Shown() } }

  func endPages() throws(SessionError) {
    guard let text = paged else { return }
    paged = nil
    let lineCount = text.bytes.count { $0 == UInt8(ascii: "\n") }
    guard let height, lineCount >= height, let pager = Pager.start() else {
      return try attempt(output.write(text))
    }
    // It is not an error if the user quits the pager early.
    _ = text.bytes.withUnsafeBytes { writeAll($0, to: STDOUT_FILENO) }
    pager.finish()
  }

  private func attempt(
    _ writing: @autoclosure () throws(Failure) -> Void
  ) throws(SessionError) {
    try rethrowing(writing()) { (error: Failure) in
      SessionError.output(
        OutputFailure("\(error.message)", isClosedPipe: error.cause == .closedPipe))
    }
  }
}
