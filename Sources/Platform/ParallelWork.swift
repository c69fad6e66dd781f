import CPlatform
import Synchronization

/// Work divided into pieces that threads do at the same time.
package enum ParallelWork {
  /// With more threads than this, memory is the bottleneck.
  private static let mostThreads = 8

  /// The largest number of pieces that work is divided into on this machine.
  package static var mostPieces: Int { min(Int(cardex_processor_count()), mostThreads) }

  /// The number of pieces into which it is worthwhile to divide work.
  ///
  /// - Parameters:
  ///   - amount: How much work there is, in any unit.
  ///   - worthwhile: The smallest amount worth starting a thread for, which takes about ten
  ///     microseconds.
  ///   - threads: The maximum number of threads to use; by default the number of processors.
  package static func pieces(_ amount: Int, worthwhile: Int, threads: Int? = nil) -> Int {
    let wanted = min(amount / worthwhile, mostThreads)
    return wanted > 1 ? min(wanted, threads ?? Int(cardex_processor_count())) : 1
  }

  /// Calls the closure with the number of each piece and returns when all calls have.
  ///
  /// - Parameter work: Called by several threads at once, for the first piece by the calling
  ///   thread, which also does the pieces for which the system has no thread.
  package static func forEach(_ pieces: Int, _ work: (Int) -> Void) {
    guard pieces > 1 else { return work(0) }
    withoutActuallyEscaping(work) { work in
      let threads = (1..<pieces).map { piece in (piece, WorkThread { work(piece) }) }
      work(0)
      for (piece, thread) in threads {
        if let thread { thread.join() } else { work(piece) }
      }
    }
  }

  /// The results of the closure for each piece, in order. The closure is called as by `forEach`.
  package static func map<Value, Failure: Error>(
    _ pieces: Int, _ work: (Int) throws(Failure) -> Value
  ) throws(Failure) -> [Value] {
    guard pieces > 1 else { return [try work(0)] }
    let results = UnsafeMutableBufferPointer<Result<Value, Failure>?>.allocate(capacity: pieces)
    results.initialize(repeating: nil)
    defer {
      results.deinitialize()
      results.deallocate()
    }
    forEach(pieces) { piece in
      results[piece] = Result { () throws(Failure) in try work(piece) }
    }
    var values: [Value] = []
    for case let result? in results { values.append(try result.get()) }
    return values
  }
}

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
