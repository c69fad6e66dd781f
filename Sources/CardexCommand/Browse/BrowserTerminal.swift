import Browser
import CEditLine
import Platform

/// The terminal of the full screen: its modes, its size, what is typed and what is shown.
final class BrowserTerminal {
  private let input: Int32
  private let output: Int32
  private let ownsDescriptor: Bool
  private var writer = FrameWriter()
  private var parser = KeyParser()
  private(set) var keys: [Key] = []
  private var hasPushedKeyboard = false
  /// Whether nobody is there any more.
  private(set) var isGone = false

  /// What ends waiting for keys.
  enum Event {
    case keys, resized, terminated
  }

  /// The alternate screen without wrapping, the mouse with its motion while a button is down (1002)
  /// by SGR (1006), bracketed paste; then what kitty's keyboard protocol is asked for.
  private static let entering =
    "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h\u{1B}[?u"
  private static let leaving =
    "\u{1B}[?2026l\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
  private static let pushingKeyboard = "\u{1B}[>1u"
  private static let poppingKeyboard = "\u{1B}[<1u"

  /// - Throws: `Failure` if there is no terminal, or one that only shows lines.
  init() throws(Failure) {
    guard let name = Terminal.environment("TERM"), name != "dumb" else {
      throw BrowserTerminal.missing("the terminal can only show lines (TERM)")
    }
    if Terminal.isInput, Terminal.isOutput {
      (input, output, ownsDescriptor) = (STDIN_FILENO, STDOUT_FILENO, false)
      return
    }
    let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw BrowserTerminal.missing("there is no terminal") }
    (input, output, ownsDescriptor) = (descriptor, descriptor, true)
  }

  deinit { if ownsDescriptor { close(input) } }

  private static func missing(_ why: String) -> Failure {
    Failure(why, hint: "'cardex shell FILE' needs none")
  }

  /// Takes the screen.
  func enter() throws(Failure) {
    hasPushedKeyboard = false
    guard cardex_screen_begin(input, BrowserTerminal.leaving) else {
      throw Failure("the terminal: \(SystemError())")
    }
    write(BrowserTerminal.entering)
    writer.forget()
  }

  /// Gives the screen back.
  func leave() { cardex_screen_end() }

  var size: Size {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return Size(columns: 80, rows: 24)
    }
    return Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  func show(_ frame: Frame) { write(writer.bytes(showing: frame)) }

  func forget() { writer.forget() }

  private func write(_ text: String) { write(Array(text.utf8)) }

  private func write(_ bytes: [UInt8]) {
    if bytes.isEmpty { return }
    if bytes.withUnsafeBytes({ writeAll($0, to: output) }) != 0 { isGone = true }
  }

  // MARK: Keys

  /// Takes the first key that has been typed.
  func nextKey() -> Key? { keys.isEmpty ? nil : keys.removeFirst() }

  /// Whether keys have been typed that were not taken yet.
  var hasKeys: Bool {
    if keys.isEmpty { read() }
    return !keys.isEmpty
  }

  /// Whether a key has been typed that cancels something.
  var isCancelled: Bool {
    read()
    return keys.contains(.escape) || keys.contains(.control("c"))
  }

  /// How long an escape character may be the beginning of a sequence, in milliseconds.
  private static let patience: Int32 = 30

  /// Waits for keys or a signal.
  func wait() throws(Failure) -> Event {
    while true {
      if isGone { return .terminated }
      if !keys.isEmpty { return .keys }
      switch cardex_signals_wait(input, parser.isWaiting ? BrowserTerminal.patience : -1) {
      case cardex_event_input:
        if !read() { isGone = true }
      case cardex_event_none: keys += parser.flush()
      case cardex_event_interrupted: keys.append(.control("c"))
      case cardex_event_resized: return .resized
      case cardex_event_suspended: try suspend()
      case cardex_event_continued:
        try enterAgain()
        return .resized
      default: return .terminated
      }
    }
  }

  /// Reads what has been typed.
  ///
  /// - Returns: Whether there was anything.
  @discardableResult
  private func read() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Platform.read(input, &bytes, bytes.count)
    if count < 0 { return errno == EINTR || errno == EAGAIN }
    if count == 0 { return false }
    for key in parser.take(bytes.prefix(count)) {
      if key == .keyboardReport { useKeyboardProtocol() } else { keys.append(key) }
    }
    return true
  }

  /// Kitty's protocol tells Esc and Ctrl-I from other keys.
  private func useKeyboardProtocol() {
    if hasPushedKeyboard { return }
    hasPushedKeyboard = true
    write(BrowserTerminal.pushingKeyboard)
    // What a crash writes must take that back, too.
    cardex_screen_restore_with(BrowserTerminal.poppingKeyboard + BrowserTerminal.leaving)
  }

  /// Stops the program as other programs stop, and takes the screen again when it continues.
  func suspend() throws(Failure) {
    leave()
    cardex_signals_suspend()
    try enter()
  }

  /// Takes the screen after other programs may have changed its modes.
  private func enterAgain() throws(Failure) {
    leave()
    try enter()
  }
}
