import Browser
import CPlatform
import Platform
import Terminal

/// The terminal of the full screen: its modes, its size, what is typed and what is shown.
final class BrowserTerminal {
  private let input: Int32
  private let output: Int32
  private let ownsDescriptor: Bool
  private var writer = FrameWriter()
  private var parser = KeyParser()
  private var controls = ControlKeys()
  private(set) var keys: [Key] = []
  private var hasPushedKeyboard = false
  /// Whether the terminal has said that it draws pictures by kitty's protocol.
  private var drawsPictures = false
  /// Whether `Event.pictures` has been reported.
  private var hasSaidPictures = false
  /// Whether the terminal is gone.
  private(set) var isGone = false

  /// What ends waiting for keys.
  enum Event {
    case keys, resized, terminated
    /// The terminal has said that it draws pictures.
    case pictures
  }

  /// The alternate screen without wrapping, the mouse with its motion while a button is down (1002)
  /// by SGR (1006), bracketed paste; then the query for kitty's keyboard protocol.
  private static let entering =
    "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h\u{1B}[?u"
  private static let leaving =
    "\u{1B}[?2026l\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
  private static let pushingKeyboard = "\u{1B}[>5u"
  private static let poppingKeyboard = "\u{1B}[<1u"

  /// Whether the terminal may be asked about pictures: screen and tmux would take the question for
  /// a title, and the console of Linux would show it.
  private static var mayDrawPictures: Bool {
    let name = Environment.text("TERM") ?? ""
    return Environment.text("TMUX") == nil
      && !["screen", "tmux", "linux"].contains(where: name.hasPrefix)
  }

  /// - Throws: `Failure` for a program without a terminal, or on one that only shows lines.
  init() throws(Failure) {
    guard let name = Environment.text("TERM"), name != "dumb" else {
      throw BrowserTerminal.missing("the terminal can only show lines (TERM)")
    }
    if StandardTerminal.isInput, StandardTerminal.isOutput {
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
    (hasPushedKeyboard, drawsPictures, hasSaidPictures) = (false, false, false)
    guard cardex_screen_begin(input, output, BrowserTerminal.leaving) else {
      throw Failure("the terminal: \(SystemError())")
    }
    controls = ControlKeys(terminal: input)
    write(BrowserTerminal.entering)
    if BrowserTerminal.mayDrawPictures { write(PlacedPicture.question) }
    writer.forget()
  }

  /// Gives the screen back.
  func leave() { cardex_screen_end() }

  var size: Size {
    let window = window
    guard window.ws_col > 0, window.ws_row > 0 else { return Size(columns: 80, rows: 24) }
    return Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }

  /// The height of a cell divided by its width; 2 if the terminal does not say.
  var cellShape: Double {
    let window = window
    let columns = Double(window.ws_xpixel) / Double(window.ws_col)
    let rows = Double(window.ws_ypixel) / Double(window.ws_row)
    return columns > 0 && rows > 0 ? rows / columns : 2
  }

  private var window: winsize {
    var size = winsize()
    return ioctl(output, UInt(TIOCGWINSZ), &size) == 0 ? size : winsize()
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

  /// Takes the first key, or all letters that come first, as if pasted.
  func nextText() -> Key? { keys.isEmpty ? nil : keys.removeFirstText() }

  /// Whether the next key, which was typed together with those that were taken, is text.
  var hasText: Bool {
    switch keys.first {
    case .character, .paste: true
    default: false
    }
  }

  /// Whether there are keys that were not taken yet, or the beginning of one, such as an Esc that
  /// may begin a sequence.
  var hasKeys: Bool {
    if keys.isEmpty { read() }
    return !keys.isEmpty || parser.isWaiting
  }

  /// Whether Esc or Ctrl-C has been typed; it and the keys before it are taken.
  func takeCancelling() -> Bool {
    read()
    if parser.isWaiting { readInTime() }
    guard let place = keys.lastIndex(where: { $0 == .escape || $0 == .control("c") }) else {
      return false
    }
    keys.removeFirst(place + 1)
    return true
  }

  /// Waits for the rest of an escape sequence. If nothing follows, the escape character is a key.
  private func readInTime() {
    var wanted = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    if poll(&wanted, 1, BrowserTerminal.patience) > 0 { read() } else { keys += parser.flush() }
  }

  /// How long an escape character may be the beginning of a sequence, in milliseconds.
  private static let patience: Int32 = 100

  /// Waits for keys or a signal.
  func wait() throws(Failure) -> Event {
    while true {
      if isGone { return .terminated }
      if drawsPictures, !hasSaidPictures {
        hasSaidPictures = true
        return .pictures
      }
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
      switch key {
      case .keyboardReport: useKeyboardProtocol()
      case .graphicsReport: drawPictures()
      default: keys.append(controls[key])
      }
    }
    return true
  }

  /// Switches to kitty's protocol. It tells Esc and Ctrl-I from other keys (1), and names the key
  /// of an English keyboard for a letter with Ctrl (4).
  private func useKeyboardProtocol() {
    if hasPushedKeyboard { return }
    hasPushedKeyboard = true
    write(BrowserTerminal.pushingKeyboard)
    restoreEverything()
  }

  private func drawPictures() {
    drawsPictures = true
    restoreEverything()
  }

  /// Has a crash undo all modes that were set on the terminal.
  private func restoreEverything() {
    cardex_screen_restore_with(
      (drawsPictures ? PlacedPicture.deletion : "")
        + (hasPushedKeyboard ? BrowserTerminal.poppingKeyboard : "") + BrowserTerminal.leaving)
  }

  /// Suspends the program, and takes the screen again when it continues.
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
