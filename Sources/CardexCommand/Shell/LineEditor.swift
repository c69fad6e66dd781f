import CEditLine
import CPlatform
import Language
import Platform
import Terminal

/// Reads lines from the terminal, where the user may edit them, recall earlier ones and complete
/// words. Without a terminal, lines are just read.
final class LineEditor {
  /// The user's response to a prompt.
  enum Input: Equatable {
    /// A line, without its end.
    case line(String)
    /// Ctrl-C: what was typed is discarded.
    case interrupted
    /// Ctrl-D on an empty line, or the terminal is gone.
    case endOfInput
  }

  /// Returns the completions at the cursor, which is given in Unicode scalars of the line.
  var completer: ((_ line: String, _ cursor: Int) -> CompletionResult)?
  private(set) var history: LineHistory

  let editor: OpaquePointer
  /// The descriptor to which the line is written.
  let output: Int32
  var screen: LineScreen
  var prompt = ""
  /// Whether the line is a command, with history and completion, and not an answer.
  var isCommand = true
  var wasInterrupted = false
  var decoder = KeyDecoder()
  /// Characters that precede those from the terminal.
  var pushedKeys: [Unicode.Scalar] = []
  /// The number of characters read, and that number when the completion key was last pressed.
  var keyCount = 0
  var completionKeyCount = -1
  /// The question that is asked below the line, and shown instead of it.
  var question: String?
  var search: HistorySearch?
  /// The line as it was before the search.
  var searchedLine = (text: "", cursor: 0)

  /// - Parameters:
  ///   - program: The name under which the user may bind keys in `~/.editrc`.
  ///   - historyPath: The file that keeps lines between sessions; `nil` keeps none.
  init(program: String, historyPath: FilePath?) throws(Failure) {
    output = Terminal.isOutput ? STDOUT_FILENO : STDERR_FILENO
    guard let editor = cardex_editor_open(program, output, Int32(LineHistory.limit)) else {
      throw Failure("not enough memory for editing lines")
    }
    self.editor = editor
    screen = LineScreen(isDumb: (Terminal.environment("TERM") ?? "dumb") == "dumb")
    history = LineHistory(path: historyPath)
    for line in history.lines { cardex_editor_add_history(editor, line.wide) }
    var callbacks = cardex_editor_callbacks(
      context: Unmanaged.passUnretained(self).toOpaque(),
      read: { context, character in
        guard let context, let character else { return 0 }
        return LineEditor.from(context).nextKey(character)
      },
      complete: { context in context.map { LineEditor.from($0).complete() } ?? true },
      search: { context in context.map { LineEditor.from($0).beginSearch() } ?? true },
      step: { context, step in context.map { LineEditor.from($0).take(step) } ?? true })
    cardex_editor_set_callbacks(editor, &callbacks)
  }

  deinit { cardex_editor_close(editor) }

  private static func from(_ context: UnsafeMutableRawPointer) -> LineEditor {
    Unmanaged<LineEditor>.fromOpaque(context).takeUnretainedValue()
  }

  /// Whether there is a terminal at which lines can be edited.
  var isInteractive: Bool { cardex_editor_edits(editor) }

  /// Whether the user does not want to edit lines at the terminal.
  private var isJustRead: Bool { !isInteractive && Terminal.isInput && isatty(output) == 1 }

  /// Reads a line and, at a terminal, keeps it in the history.
  ///
  /// Earlier output must have been flushed and have left the cursor in the first column. Without a
  /// terminal, no prompt is shown. A pending interrupt belongs to the work before this.
  func readLine(prompt: String) -> Input {
    let input = edit(prompt: prompt, isCommand: true)
    if case .line(let line) = input, isInteractive, history.add(line) {
      cardex_editor_add_history(editor, (history.lines.last ?? line).wide)
    }
    return input
  }

  /// Asks a question until the answer is yes or no; an empty answer means the default.
  ///
  /// - Returns: `nil` if the user interrupted the question or the input has ended.
  func confirm(_ question: String, default preset: Bool) -> Bool? {
    while true {
      let input = edit(prompt: "\(question) [\(preset ? "Y/n" : "y/N")] ", isCommand: false)
      guard case .line(let answer) = input else { return nil }
      switch answer.split(separator: " ").joined(separator: " ").lowercased() {
      case "": return preset
      case "y", "yes": return true
      case "n", "no": return false
      default: write("Please answer yes or no.\n")
      }
    }
  }

  private func edit(prompt: String, isCommand: Bool) -> Input {
    self.prompt = VisibleText.shown(prompt)
    self.isCommand = isCommand
    (wasInterrupted, search, decoder, pushedKeys) = (false, nil, KeyDecoder(), [])
    cardex_editor_use_history(editor, isCommand)
    Interrupts.clear()
    cardex_signals_begin()
    let isGuarded = isInteractive && cardex_screen_guard(STDIN_FILENO, "")
    defer {
      if isGuarded { cardex_screen_end() }
      cardex_signals_end()
    }
    if isJustRead { write(self.prompt) }
    var length: Int32 = 0
    let characters = cardex_editor_read(editor, &length)
    guard let characters, length > 0, !wasInterrupted else {
      if isJustRead || (isInteractive && !wasInterrupted) { write(screen.leave()) }
      return wasInterrupted ? .interrupted : .endOfInput
    }
    var line = String(wide: UnsafeBufferPointer(start: characters, count: Int(length)))
    if line.last == "\n" { line.removeLast() }
    show(Array(line.unicodeScalars), cursor: line.unicodeScalars.count)
    leaveLine()
    return .line(line)
  }
}
