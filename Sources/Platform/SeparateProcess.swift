import CPlatform

/// Work in a copy of this process (`fork`), so that a crash there does not end this process.
package enum SeparateProcess {
  /// How the copy ended.
  package enum Ending: Equatable, Sendable {
    case status(Int32)
    case signal(Int32)
    /// The copy could not be made.
    case refused(code: Int32)
  }

  /// Does the work and waits for it to end. The work sees this process's memory, but changes only
  /// its copy.
  ///
  /// If memory runs out, the system kills the copy rather than this process; if this process ends,
  /// so does the copy.
  ///
  /// - Parameter work: The work, which returns the exit status.
  /// - Precondition: No other thread is doing work, since the copy has only the calling thread.
  package static func run(_ work: () -> Int32) -> Ending {
    let process = cardex_fork()
    if process < 0 { return .refused(code: errno) }
    if process == 0 { _exit(onNewThread(work)) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      if errno != EINTR { return .refused(code: errno) }
    }
    let signal = status & 0x7F
    return signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
  }

  /// Swift's runtime keeps the number of each thread for its locks, and in the copy the number kept
  /// for this thread belongs to another process: a lock of its own that a second thread waits for
  /// would never be released. If no new thread can be created, there are no others to wait either.
  private static func onNewThread(_ work: () -> Int32) -> Int32 {
    withoutActuallyEscaping(work) { work in
      var status: Int32 = 0
      guard let thread = WorkThread({ status = work() }) else { return work() }
      thread.join()
      return status
    }
  }
}
