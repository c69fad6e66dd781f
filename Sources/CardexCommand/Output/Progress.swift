import Platform
import Synchronization
import Terminal

/// A line on standard error, at a terminal only, that reports work taking longer than half a
/// second.
enum Progress {
  /// An amount of work.
  enum Amount {
    case bytes(Int)
    case entries(Int)

    /// Whether it may take long enough to justify a thread that reports it.
    var isLarge: Bool {
      switch self {
      case .bytes(let count): count >= 1 << 25
      case .entries(let count): count > 50_000
      }
    }
  }

  /// Whether work is reported, if it takes long; set before there is any.
  nonisolated(unsafe) static var isOn = true

  /// Does the work, and reports it unless it is part of other work that is reported. The work must
  /// call `end` before it writes to the terminal.
  static func during<Result, Problem>(
    _ message: String, _ amount: Amount, _ work: () throws(Problem) -> Result
  ) throws(Problem) -> Result {
    guard isOn, amount.isLarge, StandardTerminal.isError, current == nil,
      let line = ProgressLine(message)
    else {
      return try work()
    }
    current = line
    defer { end() }
    return try work()
  }

  /// The line for the current work, on the one thread that does work.
  nonisolated(unsafe) private static var current: ProgressLine?

  /// Notes which share of the work is done.
  static func advance(_ done: Int, _ all: Int) {
    if all > 0 { current?.note(percent: 100 * done / all) }
  }

  /// Removes the line because something else is to be written.
  static func end() {
    current?.end()
    current = nil
  }
}

/// A progress line, with the thread that updates it.
private final class ProgressLine: Sendable {
  private struct State {
    var isOver = false
    var isShown = false
    /// How much is done; `nil` if that is not known.
    var percent: Int?
  }

  private let message: String
  /// The state, which is also locked while something is written to the terminal.
  private let state = Mutex(State())

  init?(_ message: String) {
    self.message = VisibleText.shown(message)
    // The thread keeps the object alive until it has noticed the end.
    guard let thread = WorkThread({ self.keepUp() }) else { return nil }
    thread.detach()
  }

  private func keepUp() {
    var tenths = 5
    usleep(500_000)
    while show(tenths: tenths) {
      usleep(100_000)
      tenths += 1
    }
  }

  private func show(tenths: Int) -> Bool {
    state.withLock { state in
      if state.isOver { return false }
      state.isShown = true
      let share = state.percent.map { ", \($0) %" } ?? ""
      print("\r\(message) … \(tenths / 10).\(tenths % 10) s\(share)\u{1B}[K")
      return true
    }
  }

  func note(percent: Int) { state.withLock { $0.percent = percent } }

  /// Removes the line.
  func end() {
    state.withLock { state in
      state.isOver = true
      if state.isShown { print("\r\u{1B}[K") }
    }
  }

  private func print(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { writeAll($0, to: STDERR_FILENO) }
  }
}
