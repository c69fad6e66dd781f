import Outlines
import Storage

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A line on standard error, at a terminal only, that tells what is going on when work takes longer
/// than half a second.
enum Progress {
  /// Does the work, which must call `end` before it writes to the terminal.
  static func during<Result, Problem>(
    _ message: String, isLong: Bool, _ work: () throws(Problem) -> Result
  ) throws(Problem) -> Result {
    guard isLong, Terminal.isError, let line = ProgressLine(message) else { return try work() }
    current = line
    defer { end() }
    return try work()
  }

  /// The line of the work that is being done, on the one thread that does work.
  nonisolated(unsafe) private static var current: ProgressLine?

  /// Takes the line away, because something else is to be written.
  static func end() {
    current?.end()
    current = nil
  }
}

/// The thread that keeps the line. The lock guards `isOver` and the terminal.
private final class ProgressLine: @unchecked Sendable {
  private let message: String
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private var isOver = false
  private var isShown = false

  init?(_ message: String) {
    self.message = VisibleText.shown(message)
    lock = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
    // The thread keeps the line alive until it has seen the end.
    guard let thread = WorkThread({ self.keepUp() }) else { return nil }
    thread.detach()
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
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
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    if isOver { return false }
    isShown = true
    print("\r\(message) … \(tenths / 10).\(tenths % 10) s")
    return true
  }

  /// Takes the line away.
  func end() {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    isOver = true
    if isShown { print("\r\u{1B}[K") }
  }

  private func print(_ text: String) {
    var bytes = Array(text.utf8)
    _ = bytes.withUnsafeMutableBytes { writeAll(UnsafeRawBufferPointer($0), to: STDERR_FILENO) }
  }
}
