import CEditLine
import Outlines
import Platform

/// Reads lines from the terminal; the user may edit them, fetch earlier ones and have words
/// completed. Where there is no terminal, lines are just read.
final class LineEditor {
  /// What the user did at a prompt.
  enum Input: Equatable {
    /// A line, without its end.
    case line(String)
    /// Ctrl-C: what was typed is thrown away.
    case interrupted
    /// Ctrl-D on an empty line, or the terminal is gone.
    case endOfInput
  }

  /// Says what can stand where the cursor is, which is counted in Unicode scalars of the line.
  var completer: ((_ line: String, _ cursor: Int) -> CompletionResult)?
  private(set) var history: LineHistory

  let editor: OpaquePointer
  /// Where the line is shown.
  let output: Int32
  var screen: LineScreen
  var prompt = ""
  /// Whether the line is a command, which has a history and is completed, and not an answer.
  var isCommand = true
  var wasInterrupted = false
  var decoder = KeyDecoder()
  /// Characters that come before those of the terminal.
  var pushedKeys: [Unicode.Scalar] = []
  /// How many characters were read, and how many it were when the key that completes was pressed.
  var keyCount = 0
  var completionKeyCount = -1
  /// What is asked below the line, and shown instead of it.
  var question: String?
  var search: HistorySearch?
  /// The line before the search.
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
      search: { context in context.map { LineEditor.from($0).beginSearch() } ?? true })
    cardex_editor_set_callbacks(editor, &callbacks)
  }

  deinit { cardex_editor_close(editor) }

  private static func from(_ context: UnsafeMutableRawPointer) -> LineEditor {
    Unmanaged<LineEditor>.fromOpaque(context).takeUnretainedValue()
  }

  /// Whether there is a terminal to edit lines at.
  var isInteractive: Bool { cardex_editor_edits(editor) }

  /// Whether the user wants no editing at the terminal.
  private var isJustRead: Bool { !isInteractive && Terminal.isInput && isatty(output) == 1 }

  /// Reads a line and, at a terminal, keeps it in the history.
  ///
  /// What was written before must be flushed, and have left the cursor in the first column. Without
  /// a terminal no prompt is shown. An interrupt that is pending belongs to the work before.
  func readLine(prompt: String) -> Input {
    let input = edit(prompt: prompt, isCommand: true)
    if case .line(let line) = input, isInteractive, history.add(line) {
      cardex_editor_add_history(editor, (history.lines.last ?? line).wide)
    }
    return input
  }

  /// Asks a question until it is answered with yes or no; an empty answer is the default.
  ///
  /// - Returns: `nil` if the user interrupted it or the input is over.
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
    defer { cardex_signals_end() }
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
