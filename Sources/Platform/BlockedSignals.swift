/// Signals that are blocked in this thread during work that they must not interrupt. Other threads
/// must be created with these signals blocked.
package struct BlockedSignals {
  private let set: sigset_t

  /// Every signal that another process, a terminal or a timer sends. `SIGKILL` and `SIGSTOP` cannot
  /// be blocked; signals that report a fault in this program are not blocked.
  package static let all: BlockedSignals = {
    var set = sigset_t()
    sigfillset(&set)
    for fault in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS] {
      sigdelset(&set, fault)
    }
    return BlockedSignals(set: set)
  }()

  /// The signal for a file growing beyond `RLIMIT_FSIZE`, which by default ends the process;
  /// `write` reports the same as an error.
  package static let fileSizeLimit: BlockedSignals = {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGXFSZ)
    return BlockedSignals(set: set)
  }()

  /// Blocks the signals until the work is done. A file-size signal that arrives meanwhile is
  /// discarded; others are delivered when the work is done.
  package func during<Result>(_ work: () throws -> Result) rethrows -> Result {
    var (held, former) = (set, sigset_t())
    let hadSizeSignal = BlockedSignals.isSizeSignalPending
    pthread_sigmask(SIG_BLOCK, &held, &former)
    defer {
      if !hadSizeSignal { BlockedSignals.dropSizeSignal() }
      pthread_sigmask(SIG_SETMASK, &former, nil)
    }
    return try work()
  }

  private static var isSizeSignalPending: Bool {
    var pending = sigset_t()
    return sigpending(&pending) == 0 && sigismember(&pending, SIGXFSZ) == 1
  }

  private static func dropSizeSignal() {
    guard isSizeSignalPending else { return }
    var (set, signal) = (fileSizeLimit.set, Int32(0))
    sigwait(&set, &signal)
  }
}
