import Platform
package import Terminal

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
