import ICUText
import Platform
package import Terminal

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
  /// Which earlier command is in the line, if any.
  private var chosen = LineRecall()
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

/// A question that is answered by yes or no; Esc leaves everything as it is.
package struct Question {
  let text: String
  let yes: (Browser) -> Void
  let no: (Browser) -> Void
  let cancel: (Browser) -> Void

  package init(
    _ text: String, yes: @escaping (Browser) -> Void, no: @escaping (Browser) -> Void = { _ in },
    cancel: @escaping (Browser) -> Void = { _ in }
  ) {
    (self.text, self.yes, self.no, self.cancel) = (text, yes, no, cancel)
  }

  /// The action of the answer that a key gives, if it gives one.
  func answer(_ key: Key) -> ((Browser) -> Void)? {
    switch key {
    case "y", "Y", .enter: yes
    case "n", "N": no
    case .escape, .control("c"): cancel
    default: nil
    }
  }
}

/// Reports progress in the last line of the screen, while something takes long and no keys are
/// taken.
package final class ProgressLine {
  /// Shows a frame.
  package var show: (Frame) -> Void = { _ in }
  /// The last frame.
  var frame: Frame?
  /// How many seconds are between two reports.
  var interval = 0.1
  private var text: String?
  /// When something was last reported, by `MonotonicClock`.
  private var time = 0.0

  func begin(_ text: String) {
    self.text = text
    say(text)
  }

  /// Reports how much is done, now and then.
  func advance(_ done: Int, _ all: Int) {
    guard let text, all > 0, MonotonicClock.now - time >= interval else { return }
    say("\(text)  \(100 * min(done, all) / all) %")
  }

  private func say(_ text: String) {
    time = MonotonicClock.now
    guard var frame else { return }
    let row = frame.size.rows - 1
    frame.clear(row: row)
    frame.write(text, row: row, column: 0)
    frame.cursor = nil
    show(frame)
  }
}
