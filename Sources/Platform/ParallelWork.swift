import CPlatform

/// Work in pieces that threads do at the same time.
package enum ParallelWork {
  /// More threads than this only wait for memory.
  private static let mostThreads = 8

  /// In how many pieces work is divided at the most on this machine.
  package static var mostPieces: Int { min(Int(cardex_processor_count()), mostThreads) }

  /// In how many pieces it pays to divide work.
  ///
  /// - Parameters:
  ///   - amount: How much work there is, in any unit.
  ///   - worthwhile: The least that is worth starting a thread, some ten microseconds.
  ///   - threads: How many there may be, if not as many as there are processors.
  package static func pieces(_ amount: Int, worthwhile: Int, threads: Int? = nil) -> Int {
    let wanted = min(amount / worthwhile, mostThreads)
    return wanted > 1 ? min(wanted, threads ?? Int(cardex_processor_count())) : 1
  }

  /// Calls the closure with the number of each piece and returns when all calls have.
  ///
  /// - Parameter work: Is called by several threads at once, for the first piece by this one. Where
  ///   the system has no thread left, this one does that piece, too.
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

  /// What the closure makes of the number of each piece, in order; the calls are those of `forEach`.
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
