/// The time since some moment in the past, unaffected by changes of the date.
///
/// `ContinuousClock` is part of the concurrency runtime, which would have to be linked, and started
/// by every command.
package enum MonotonicClock {
  /// In seconds.
  package static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
