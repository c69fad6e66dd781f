import Platform

/// Work that is done on a thread of its own while another one goes on.
///
/// What the work uses must bear being read by both at once; nobody may change it until the work is
/// done.
package final class BackgroundWork<Value> {
  private let work: () -> Value
  private let thread: WorkThread?
  private let result = Result()

  /// What the thread leaves behind. Nobody looks at it until the thread has ended.
  private final class Result {
    var value: Value?
  }

  /// Begins with the work.
  package init(_ work: @escaping () -> Value) {
    self.work = work
    let result = result
    thread = WorkThread { result.value = work() }
  }

  /// Waits for the end of the work, or does it now if there was no thread for it. Called once.
  package func wait() -> Value {
    thread?.join()
    return result.value ?? work()
  }
}
