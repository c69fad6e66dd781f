import ICUText
import Terminal

/// A line at the bottom of the screen that asks for a text.
struct Prompt {
  /// What a key asks for, apart from changing the line.
  enum Outcome {
    case stay, leave, finish, complete, redraw
    case complain(String)
  }

  /// What is before the line.
  let label: String
  /// Whether it asks for a command, which can be completed.
  var isCommand = false
  var line: InputLine
  /// Whether typed text is shown as asterisks.
  var isMasked = false
  /// Earlier commands that up and down put into the line, the latest first.
  var earlier: [String] = []
  /// The choice of an earlier command that is in the line.
  private var chosen = EarlierLines()
  /// Called when the prompt is left, with or without a text.
  var leave: (Browser) -> Void = { _ in }
  /// Called with the text.
  let finish: (Browser, String) -> Void

  init(_ label: String, _ text: String = "", finish: @escaping (Browser, String) -> Void) {
    (self.label, self.finish) = (label, finish)
    line = InputLine(text)
  }

  /// - Parameter keys: The keys of the list.
  mutating func take(_ key: Key, _ keys: KeyTable) -> Outcome {
    switch key {
    case _ where line.isQuoting: line.take(key)
    case .control("s"):
      return .complain("first \(keys.hint(.open)), then \(keys.hint(.save)) saves")
    case .escape, .control("c"): return .leave
    case .enter: return .finish
    case .tab where isCommand: return .complete
    case .up, .tab: _ = chosen.step(1, in: earlier, &line)
    case .down: _ = chosen.step(-1, in: earlier, &line)
    case .backspace where isCommand && line.isEmpty: return .leave
    case .control("l"): return .redraw
    default: line.take(key.onOneLine)
    }
    return .stay
  }

  /// - Parameters:
  ///   - message: A message beside the line.
  ///   - ellipsis: The end of a label that is truncated.
  func draw(in frame: inout Frame, row: Int, message: String?, ellipsis: String) {
    frame.clear(row: row)
    let columns = frame.size.columns
    let label = StyledText(fitting: label, columns / 2, ellipsis: ellipsis).text
    let start = frame.write(label, row: row, column: 0, style: CellStyle(.bold))
    var end = columns
    if let shown = message.map(VisibleText.shown) {
      end = max(columns - DisplayWidth.of(shown) - 1, columns / 2)
      frame.write(shown, row: row, column: end + 1, style: CellStyle(.dimmed))
    }
    line.draw(
      in: &frame, row: row, column: min(start, columns - 1), end: end, isMasked: isMasked)
  }
}
