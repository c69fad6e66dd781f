import Platform

/// Advisory locks on open files (`flock(2)`).
enum AdvisoryLock {
  enum Outcome: Equatable {
    case held
    /// The file system does not support locks.
    case unsupported
    /// Another process held the lock until the deadline.
    case inUse
    case failed(Int32)
  }

  enum Mode {
    case shared, exclusive
  }

  /// Waits for a lock until the deadline; tries once if the deadline has passed.
  static func acquire(_ mode: Mode, on descriptor: Int32, until deadline: Deadline) -> Outcome {
    var pause = 0.001
    while true {
      let outcome = attempt(mode, on: descriptor)
      guard outcome == .inUse, let rest = deadline.rest else { return outcome }
      sleep(seconds: min(pause, rest))
      pause = min(pause * 2, 0.05)
    }
  }

  private static func attempt(_ mode: Mode, on descriptor: Int32) -> Outcome {
    let operation = (mode == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB
    if retrying({ flock(descriptor, operation) }) == 0 { return .held }
    switch errno {
    case EWOULDBLOCK: return .inUse
    // EBADF: NFS grants exclusive locks only on files open for writing.
    case ENOLCK, EOPNOTSUPP, ENOTSUP, EINVAL, ENOSYS, EBADF: return .unsupported
    default: return .failed(errno)
    }
  }

  private static func sleep(seconds: Double) {
    var time = timespec()
    time.tv_nsec = Int(seconds * 1e9)
    nanosleep(&time, nil)
  }
}

/// The moment at which waiting ends.
struct Deadline {
  private let moment: Double

  init(afterSeconds seconds: Double) { moment = MonotonicClock.now + seconds }

  /// The seconds left, or `nil` if there are none.
  var rest: Double? {
    let rest = moment - MonotonicClock.now
    return rest > 0 ? rest : nil
  }
}
