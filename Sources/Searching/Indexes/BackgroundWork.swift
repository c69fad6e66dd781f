import Platform

/// Work that is done on a separate thread while other work continues.
///
/// Everything that the work uses must be safe for both threads to read at once; nobody may change
/// it until the work is done.
package final class BackgroundWork<Value> {
  private let work: () -> Value
  private let thread: WorkThread?
  private let result = Result()

  /// The thread's result. Nobody reads it until the thread has ended.
  private final class Result {
    var value: Value?
  }

  /// Starts the work.
  package init(_ work: @escaping () -> Value) {
    self.work = work
    let result = result
    thread = WorkThread { result.value = work() }
  }

  /// Waits for the work to end, or does it now if there was no thread for it. Called once.
  package func wait() -> Value {
    thread?.join()
    return result.value ?? work()
  }
}
