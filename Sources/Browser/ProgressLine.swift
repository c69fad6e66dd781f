import Platform
package import Terminal

/// Says what takes long while no keys are taken, in the last line of what is shown.
package final class ProgressLine {
  /// Shows a frame.
  package var show: (Frame) -> Void = { _ in }
  /// The last frame.
  var frame: Frame?
  /// How many seconds are between two reports.
  var interval = 0.1
  private var text: String?
  /// When something was last said, by `MonotonicClock`.
  private var time = 0.0

  func begin(_ text: String) {
    self.text = text
    say(text)
  }

  /// Says how much is done, now and then.
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
