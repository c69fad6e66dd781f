import CPlatform
package import Platform

/// Reads lines from the terminal on standard input, where a person edits them, recalls earlier
/// ones, and completes words.
package final class LineEditor {
  /// The answer to a prompt.
  package enum Input: Equatable {
    /// The text that was typed; several lines if they were pasted.
    case line(String)
    /// Ctrl-C: what was typed is discarded.
    case interrupted
    /// Ctrl-D on an empty line, or the terminal is gone.
    case endOfInput
  }

  /// What the completion key does.
  package enum Completion {
    case nothing
    /// Replaces scalars of the line. With `isCommon`, the text is only what several candidates have
    /// in common.
    case insert(String, replacing: Range<Int>, isCommon: Bool)
    /// Shows candidates.
    case list([String])
  }

  /// Completes the word before the cursor; the flag says whether the previous key did, too.
  package var completer: ((_ line: InputLine, _ isRepeated: Bool) -> Completion)?
  package private(set) var history: LineHistory
  /// Whether the last prompt was answered with Ctrl-C.
  package private(set) var wasInterrupted = false

  /// The descriptor to which the line is written.
  private let output: Int32
  private var screen: LineScreen
  private var controls = ControlKeys()
  private var parser = KeyParser()
  /// Keys that have been read, but not handled yet.
  private var keys: [Key] = []
  private var lastKey: Key?
  private var prompt = ""
  /// Whether the line is a command, with history and completion, and not an answer.
  private var isCommand = true
  private var line = InputLine()
  private var earlier = LineRecall()
  private var search: HistorySearch?
  /// The line as it was before the search.
  private var searchedLine = InputLine()
  /// A question that is on the screen instead of the line.
  private var question: String?
  private var beeps = false

  /// - Parameters:
  ///   - isDumb: Whether the terminal has no escape sequences.
  ///   - historyPath: The file that keeps lines between sessions; `nil` keeps none.
  package init(output: Int32, isDumb: Bool, historyPath: FilePath?) {
    self.output = output
    screen = LineScreen(isDumb: isDumb)
    history = LineHistory(path: historyPath)
  }

  /// Keeps a line in the history.
  package func remember(_ line: String) { _ = history.add(line) }

  /// Reads a line.
  ///
  /// Earlier output must have been flushed and have left the cursor in the first column. A pending
  /// interrupt belongs to the work before this.
  package func readLine(prompt: String) -> Input { edit(prompt: prompt, isCommand: true) }

  /// Asks a question until the answer is yes or no; an empty answer means the default.
  ///
  /// - Returns: `nil` if the user interrupted the question or the input has ended.
  package func confirm(_ question: String, default preset: Bool) -> Bool? {
    while true {
      let input = edit(prompt: "\(question) [\(preset ? "Y/n" : "y/N")] ", isCommand: false)
      guard case .line(let answer) = input else { return nil }
      switch answer.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased() {
      case "": return preset
      case "y", "yes": return true
      case "n", "no": return false
      default: write("Please answer yes or no.\n")
      }
    }
  }

  private func edit(prompt: String, isCommand: Bool) -> Input {
    (self.prompt, self.isCommand) = (VisibleText.shown(prompt), isCommand)
    (parser, keys, lastKey) = (KeyParser(), [], nil)
    (earlier, search, wasInterrupted, beeps) = (LineRecall(), nil, false, false)
    line.clear()
    cardex_interrupts_clear()
    cardex_signals_begin()
    takeTerminal()
    defer {
      cardex_screen_end()
      cardex_signals_end()
    }
    while let key = readKey() {
      guard let input = take(key) else { continue }
      if input != .interrupted {
        search = nil
        line.set(line.text)
        showLine()
      }
      leaveLine(with: input == .interrupted ? "^C" : "")
      wasInterrupted = input == .interrupted
      return input
    }
    if !wasInterrupted { leaveLine() }
    return wasInterrupted ? .interrupted : .endOfInput
  }

  // MARK: Keys

  /// - Returns: What has become of the line, if it has ended.
  private func take(_ key: Key) -> Input? {
    if line.isQuoting {
      beeps = line.take(key) == .refused
      return nil
    }
    if search != nil, search(for: key) { return nil }
    var key = key
    // The escape character before a key is Alt, however long ago it came.
    if lastKey == .escape, case .character(let character) = key { key = .meta(character) }
    let previous = lastKey
    lastKey = key
    switch key {
    case .escape: break
    case .enter: return .line(line.text)
    case .control("c"): return .interrupted
    case .control("d") where line.isEmpty: return .endOfInput
    case .control("l"): write(screen.clear())
    case .control("r") where isCommand && !history.lines.isEmpty:
      (search, searchedLine) = (HistorySearch(history.lines), line)
    case .tab: complete(isRepeated: previous == .tab)
    default:
      switch line.take(key) {
      case .done: break
      case .refused: beeps = true
      case .unknown(let times): recall(key, times)
      }
    }
    return nil
  }

  private func recall(_ key: Key, _ times: Int) {
    let lines = isCommand ? history.lines : []
    for _ in 0..<times {
      let isFound =
        switch key {
        case .up, .control("p"): earlier.step(1, in: lines.reversed(), &line)
        case .down, .control("n"): earlier.step(-1, in: lines.reversed(), &line)
        case .meta("p"): earlier.find(1, in: lines.reversed(), &line)
        case .meta("n"): earlier.find(-1, in: lines.reversed(), &line)
        default: false
        }
      if !isFound {
        beeps = true
        return
      }
    }
  }

  /// Handles a key during a search.
  ///
  /// - Returns: `false` if the key has ended the search and must still be handled.
  private func search(for key: Key) -> Bool {
    switch search?.take(key) {
    case .shouldContinue(let isFailed):
      beeps = isFailed
      if let match = search?.match {
        line.set(match.before, match.after)
      } else {
        line = searchedLine
      }
      return true
    case .cancelled:
      (search, line) = (nil, searchedLine)
      return true
    case .accepted, nil:
      search = nil
      return false
    }
  }

  // MARK: Completion

  /// The number of candidates above which the user is asked before they are listed.
  private static let listLimit = 100

  private func complete(isRepeated: Bool) {
    guard isCommand, let completer else {
      beeps = true
      return
    }
    switch completer(line, isRepeated) {
    case .nothing: beeps = true
    case .insert(let text, let range, let isCommon):
      line.replace(range, with: text)
      beeps = isCommon && !isRepeated
    case .list(let candidates): list(candidates)
    }
  }

  private func list(_ candidates: [String]) {
    leaveLine()
    if candidates.count <= LineEditor.listLimit
      || asks("Display all \(candidates.count) possibilities? (y or n)")
    {
      for line in CandidateList.lines(of: candidates, width: size.columns) { write(line + "\n") }
    }
  }

  /// Asks a question that one key answers.
  private func asks(_ text: String) -> Bool {
    question = text
    defer { question = nil }
    write(text)
    while let key = readKey() {
      switch key {
      case "y", "Y", " ", "n", "N", .backspace, .control("g"):
        write("\n")
        return key == "y" || key == "Y" || key == " "
      default: write("\u{7}")
      }
    }
    return false
  }

  // MARK: The terminal

  /// The next key; `nil` at the end of the input or after an interrupt.
  private func readKey() -> Key? {
    while true {
      if !keys.isEmpty { return keys.removeFirst() }
      var event = cardex_signals_wait(STDIN_FILENO, 0)
      if event == cardex_event_none {
        // Shown only when no input is waiting, so that a long paste is shown once.
        showLine()
        event = cardex_signals_wait(STDIN_FILENO, parser.isWaiting ? LineEditor.patience : -1)
      }
      switch event {
      case cardex_event_input:
        var byte: UInt8 = 0
        // Reads only the next byte, since the bytes after it may be meant for another program.
        let count = read(STDIN_FILENO, &byte, 1)
        if count < 0, errno == EINTR || errno == EAGAIN { continue }
        guard count == 1 else { return nil }
        keys = parser.take(CollectionOfOne(byte)).map { controls[$0] }
      case cardex_event_none: keys = parser.flush().map { controls[$0] }
      case cardex_event_interrupted:
        leaveLine(with: "^C")
        wasInterrupted = true
        endPaste()
        return nil
      case cardex_event_resized:
        if question == nil { write(screen.resize(columns: size.columns)) }
      case cardex_event_suspended:
        leaveLine()
        cardex_screen_end()
        cardex_signals_suspend()
        takeTerminalBack()
      case cardex_event_continued: takeTerminalBack()
      case cardex_event_terminated:
        leaveLine()
        cardex_screen_end()
        cardex_signals_end()
        return nil
      default: return nil
      }
    }
  }

  /// Ends a paste whose end was lost, so that keys act again after Ctrl-C. If a paste is still
  /// arriving, its rest is pasted text as before, never commands.
  private func endPaste() {
    var wanted = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    if parser.isPasting, poll(&wanted, 1, LineEditor.patience) == 0 { parser = KeyParser() }
  }

  /// How long an escape character may be the beginning of a sequence, in milliseconds. The key Esc
  /// does nothing that cannot wait.
  private static let patience: Int32 = 500

  /// Bracketed paste (mode 2004).
  private static let entering = "\u{1B}[?2004h"
  private static let leaving = "\u{1B}[?2004l"

  private func takeTerminal() {
    controls = ControlKeys(terminal: STDIN_FILENO)
    let isTaken = cardex_line_begin(STDIN_FILENO, output, screen.isDumb ? "" : LineEditor.leaving)
    if isTaken, !screen.isDumb { write(LineEditor.entering) }
  }

  /// Regains the terminal, whose modes and screen other programs may have changed.
  private func takeTerminalBack() {
    cardex_screen_end()
    takeTerminal()
    screen.forget()
    write("\r" + (question ?? ""))
  }

  /// Shows the line as it is now.
  private func showLine() {
    if question != nil { return }
    let (columns, height) = size
    write(
      screen.show(
        prompt: search?.prompt ?? prompt, line: line, columns: columns, height: height))
    if beeps { write("\u{7}") }
    beeps = false
  }

  /// Moves to the row below the line, after appending a text to it.
  private func leaveLine(with text: String = "") { write(screen.leave(with: text)) }

  private func write(_ text: String) {
    if text.isEmpty { return }
    _ = Array(text.utf8).withUnsafeBytes { writeAll($0, to: output) }
  }

  private var size: (columns: Int, height: Int) {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1, size.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }
}
