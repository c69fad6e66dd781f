import CPlatform

/// Work in a copy of this process, whose end, whatever leads to it, is not the end of this one.
package enum SeparateProcess {
  /// How the copy ended.
  package enum Ending: Equatable, Sendable {
    case status(Int32)
    case signal(Int32)
    /// There was none.
    case refused(code: Int32)
  }

  /// Does the work and waits for its end. It sees all that there is here, and changes nothing of it.
  ///
  /// If memory gets short the system ends the copy rather than this process; if this process ends,
  /// so does the copy.
  ///
  /// - Parameter work: Gives the exit status.
  /// - Precondition: No other thread is doing work; in the copy there is none but this one.
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
  /// for this thread is one of another process: a lock of its own that a second thread waits for
  /// would never be released. Where no new thread can be had, there are no others to wait either.
  private static func onNewThread(_ work: () -> Int32) -> Int32 {
    withoutActuallyEscaping(work) { work in
      var status: Int32 = 0
      guard let thread = WorkThread({ status = work() }) else { return work() }
      thread.join()
      return status
    }
  }
}
