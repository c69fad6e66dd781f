import Synchronization

/// A value that only one thread at a time can use.
///
/// On Linux, `Mutex` uses futexes, which the thread sanitizer does not see. The atomic shows it the
/// order of accesses.
package struct Guarded<Value>: ~Copyable, Sendable {
  private let mutex: Mutex<Value>
  private let order = Atomic(false)

  package init(_ value: consuming sending Value) { mutex = Mutex(value) }

  /// Calls the closure with the value. The closure must not ask for the value again.
  package borrowing func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { value throws(Failure) in
      _ = order.load(ordering: .acquiring)
      defer { order.store(false, ordering: .releasing) }
      return try body(&value)
    }
  }
}
