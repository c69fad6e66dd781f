import CPlatform

/// Work in a copy of this process (`fork`), so that a crash there does not end this process.
///
/// The work sees this process's memory, but changes only its copy. If memory runs out, the system
/// kills the copy rather than this process. If this process ends, so does the copy.
package final class SeparateProcess {
  /// How the copy ended.
  package enum Ending: Equatable, Sendable {
    case status(Int32)
    case signal(Int32)
    /// The copy was ended because nobody waits for it any more.
    case abandoned
    /// The copy could not be made.
    case refused(code: Int32)
  }

  private let process: pid_t
  /// A pipe that is at its end once the copy has ended.
  private let output: Int32

  /// Starts the work.
  ///
  /// - Parameter work: The work, which returns the exit status.
  /// - Precondition: No other thread is doing work, because the copy has only the calling thread.
  /// - Throws: `SystemError` if the copy could not be made.
  package init(_ work: () -> Int32) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemError() }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let process = cardex_fork()
    if process < 0 {
      let error = SystemError()
      for end in ends { close(end) }
      throw error
    }
    if process == 0 {
      close(ends[0])
      _exit(SeparateProcess.onNewThread(work))
    }
    close(ends[1])
    self.process = process
    output = ends[0]
  }

  deinit { close(output) }

  /// Does the work and waits for it to end.
  package static func run(_ work: () -> Int32) -> Ending {
    do throws(SystemError) {
      return try SeparateProcess(work).wait()
    } catch {
      return .refused(code: error.code)
    }
  }

  /// Waits for the work to end. Only one of the two `wait` functions may be called, once.
  package func wait() -> Ending { ending() }

  /// Waits for the work to end, and ends it as soon as nobody wants the result: if the user presses
  /// Ctrl-C, if the terminal is closed, or if nobody reads from a pipe any more. The signals have
  /// no other effect.
  ///
  /// - Parameter reader: A descriptor, perhaps of a pipe.
  package func wait(whileWanted reader: Int32) -> Ending {
    var (held, former) = (sigset_t(), sigset_t())
    sigemptyset(&held)
    for signal in SeparateProcess.endingSignals { sigaddset(&held, signal) }
    pthread_sigmask(SIG_BLOCK, &held, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
    var isWanted = true
    var watched = [
      pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: reader, events: 0, revents: 0),
    ]
    while isWanted {
      // A blocked signal does not interrupt `poll`.
      let interval: Int32 = 50
      let count = poll(&watched, 2, interval)
      if count > 0, watched[0].revents != 0 { break }
      isWanted = (count <= 0 || watched[1].revents & Int16(POLLERR) == 0) && !dropsSignal()
    }
    if !isWanted { kill(process, SIGTERM) }
    let ending = ending()
    return dropsSignal() || !isWanted ? .abandoned : ending
  }

  private static let endingSignals = [SIGINT, SIGHUP]

  /// Discards the ending signals that have arrived.
  ///
  /// - Returns: Whether there were any.
  private func dropsSignal() -> Bool {
    var isAny = false
    var pending = sigset_t()
    for signal in SeparateProcess.endingSignals {
      guard sigpending(&pending) == 0, sigismember(&pending, signal) == 1 else { continue }
      var (one, arrived) = (sigset_t(), Int32(0))
      sigemptyset(&one)
      sigaddset(&one, signal)
      sigwait(&one, &arrived)
      isAny = true
    }
    return isAny
  }

  private func ending() -> Ending {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      if errno != EINTR { return .refused(code: errno) }
    }
    let signal = status & 0x7F
    return signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
  }

  /// Does the work on a new thread. Swift's runtime keeps the number of each thread for its locks,
  /// and in the copy, the number of the calling thread belongs to another process. A lock held by
  /// this thread would never be released to a second thread. If no new thread can be created, there
  /// is no second one.
  private static func onNewThread(_ work: () -> Int32) -> Int32 {
    withoutActuallyEscaping(work) { work in
      var status: Int32 = 0
      guard let thread = WorkThread({ status = work() }) else { return work() }
      thread.join()
      return status
    }
  }
}
