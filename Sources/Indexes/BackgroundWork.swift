#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Work that is done on a thread of its own while another one goes on.
///
/// What the work uses must bear being read by both at once; nobody may change it until the work is
/// done.
package final class BackgroundWork<Value> {
  private let task: WorkThread
  private let result = Result()

  /// Begins with the work.
  package init(_ work: @escaping () -> Value) {
    let result = result
    task = WorkThread { result.value = work() }
  }

  private final class Result {
    var value: Value?
  }

  /// Waits for the end of the work.
  package func wait() -> Value {
    task.wait()
    guard let value = result.value else { preconditionFailure("the work has been done") }
    return value
  }
}

/// A thread and what it does. The other thread looks at nothing of it until it has joined this one.
private final class WorkThread: @unchecked Sendable {
  private let work: () -> Void
  /// Until it has been waited for; `nil` if none could be had.
  private var thread: pthread_t?
  private var isDone = false

  init(_ work: @escaping () -> Void) {
    self.work = work
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let reference = Unmanaged.passRetained(self)
    if pthread_create(&thread, nil, WorkThread.routine, reference.toOpaque()) == 0 {
      self.thread = thread
    } else {
      reference.release()
    }
  }

  func wait() {
    if let thread { pthread_join(thread, nil) }
    thread = nil
    if !isDone { run() }
  }

  private func run() {
    work()
    isDone = true
  }

  #if canImport(Darwin)
    private typealias Routine = @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
  #else
    private typealias Routine =
      @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
  #endif

  private static let routine: Routine = { context in
    #if canImport(Darwin)
      let task = Unmanaged<WorkThread>.fromOpaque(context).takeRetainedValue()
    #else
      guard let context else { return nil }
      let task = Unmanaged<WorkThread>.fromOpaque(context).takeRetainedValue()
    #endif
    // Signals are for the thread that waits, but not those of what this one does: a mapped file may be
    // cut short.
    var signals = sigset_t()
    sigfillset(&signals)
    for signal in [SIGBUS, SIGSEGV, SIGILL, SIGFPE, SIGTRAP] { sigdelset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    task.run()
    return nil
  }
}
