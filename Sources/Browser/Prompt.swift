import Catalogues
import Editing
import ICUText
import Terminal

/// A line at the bottom of the screen that asks for a text.
struct Prompt {
  enum Purpose: Equatable {
    case command
    /// The name of a new entry at a place.
    case insertion(Destination)
    case name(Item)
    /// What is entered in a row of a form or of settings.
    case filling(Entry.ID)
    /// A key and its value, to be added to an item.
    case field(Item)
  }

  /// What a key asks for, apart from changing the line.
  enum Step {
    case stay, leave, finish, complete, redraw
  }

  let purpose: Purpose
  var line: InputLine
  /// What is to be typed is not shown.
  var isMasked = false
  /// Texts that up and down put into the line: choices, or earlier commands with the latest first.
  var choices: [String] = []
  private var chosen = EarlierLines()

  init(_ purpose: Purpose, _ text: String = "") {
    self.purpose = purpose
    line = InputLine(text)
  }

  /// What is before the line.
  private var label: String {
    switch purpose {
    case .command: ":"
    case .insertion: "new entry: "
    case .name: "name: "
    case .filling: "value: "
    case .field: "KEY=VALUE: "
    }
  }

  mutating func take(_ key: Key) -> Step {
    switch key {
    case _ where line.isQuoting: line.take(key)
    case .escape, .control("c"): return .leave
    case .enter: return .finish
    case .up: choose(1)
    case .down: choose(-1)
    case .tab where purpose == .command: return .complete
    case .tab: choose(1)
    case .backspace where purpose == .command && line.isEmpty: return .leave
    case .control("l"): return .redraw
    default: line.take(key)
    }
    return .stay
  }

  /// Puts the next or the last choice into the line.
  private mutating func choose(_ step: Int) { _ = chosen.step(step, in: choices, &line) }

  /// - Parameter message: What is said beside a command.
  func draw(in frame: inout Frame, row: Int, message: String?) {
    frame.clear(row: row)
    let columns = frame.size.columns
    let start = frame.write(label, row: row, column: 0, style: CellStyle(.bold))
    var end = columns
    if purpose != .command, !choices.isEmpty {
      let shown = VisibleText.shown("↑↓ " + choices.joined(separator: ", "))
      let width = DisplayWidth.of(shown)
      if start + width + 12 < columns {
        end = columns - width - 1
        frame.write(shown, row: row, column: end + 1, style: CellStyle(.dimmed))
      }
    } else if purpose == .command, let message {
      end = max(columns - DisplayWidth.of(message) - 1, columns / 2)
      frame.write(
        VisibleText.shown(message), row: row, column: end + 1, style: CellStyle(.dimmed))
    }
    line.draw(
      in: &frame, row: row, column: min(start, columns - 1), end: end, isMasked: isMasked)
  }
}
