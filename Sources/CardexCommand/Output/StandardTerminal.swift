import Grammar
import ICUText
import Outlines
import Platform
import Terminal

/// What is known about the terminal of the standard streams, and the user's preferences for it.
enum StandardTerminal {
  static let isOutput = isatty(STDOUT_FILENO) == 1
  static let isError = isatty(STDERR_FILENO) == 1
  static let isInput = isatty(STDIN_FILENO) == 1

  /// The terminal's width in columns; `nil` if the output goes elsewhere.
  static var width: Int? {
    extent("COLUMNS", otherwise: 80) { $0.ws_col }
  }

  /// The terminal's height in lines; `nil` if the output goes elsewhere.
  static var height: Int? {
    extent("LINES", otherwise: 24) { $0.ws_row }
  }

  private static func extent(
    _ variable: String, otherwise usual: Int, _ field: (winsize) -> UInt16
  ) -> Int? {
    guard isOutput else { return nil }
    if let wish = Environment.text(variable).flatMap({ Int($0) }), wish > 0 { return wish }
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, field(size) > 0 else {
      return usual
    }
    return Int(field(size))
  }

  /// Whether to use colour, according to, in order of precedence: `--color`, `NO_COLOR`,
  /// `FORCE_COLOR` and `CLICOLOR_FORCE`, and whether output goes to a terminal that is not dumb.
  static func usesColor(_ options: ParsedOptions) -> Bool {
    switch options.has(.color) ? options.value(.color) ?? "always" : "auto" {
    case "always": return true
    case "never": return false
    default: break
    }
    if Environment.text("NO_COLOR") != nil { return false }
    // Any value forces colour, even 0.
    if Environment.text("FORCE_COLOR") != nil { return true }
    if let force = Environment.text("CLICOLOR_FORCE"), force != "0" { return true }
    return isOutput && Environment.text("TERM") != "dumb" && Environment.text("TERM") != nil
  }

  /// How outlines are drawn on this terminal.
  static func outlineStyle(_ options: ParsedOptions) throws(Failure) -> OutlineStyle {
    var style = OutlineStyle(
      indicators: try indicators(options), ellipsis: Environment.isUnicode ? "…" : "...",
      width: options.number(.width) ?? width, isColored: usesColor(options))
    if let lines = options.number(.lines) { style.textLines = lines }
    style.showsLinks = isOutput && Hyperlink.areKnown(Environment.text)
    return style
  }

  private static func indicators(_ options: ParsedOptions) throws(Failure)
    -> OutlineStyle.Indicators
  {
    guard let wanted = options.value(.indicators) else {
      return Environment.isUnicode ? .unicode : .ascii
    }
    let parts =
      wanted.count == 2
      ? wanted.map(String.init)
      : wanted.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, !parts.contains(""), VisibleText.shown(wanted) == wanted else {
      throw Failure(
        "--indicators takes two texts with a comma between them, or two characters, not '\(wanted)'"
      )
    }
    return OutlineStyle.Indicators(expanded: parts[0], collapsed: parts[1])
  }
}

/// The three descriptors that every program is given, or should be.
enum StandardStreams {
  /// Ensures that no file opened later gets the number of a closed standard stream and thereby
  /// receives messages. Reading or writing such a stream fails as before.
  ///
  /// - Returns: Whether that was possible.
  static func hold() -> Bool {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      // The end of a pipe for the opposite direction, which does not require a file.
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { return false }
      let end = number == STDIN_FILENO ? ends[1] : ends[0]
      guard dup2(end, number) == number else { return false }
      for other in ends where other != number { close(other) }
    }
    return true
  }

  /// The signals that would end the program when a write fails; the write also reports the failure.
  static let writingSignals = [SIGPIPE, SIGXFSZ]

  /// Makes writes fail where they would otherwise end the program.
  static func ignoreWritingSignals() {
    for number in writingSignals { signal(number, SIG_IGN) }
  }
}
