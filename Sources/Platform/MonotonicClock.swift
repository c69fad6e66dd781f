/// The time since some moment in the past, which no change of the date affects.
///
/// `ContinuousClock` is part of the concurrency runtime, which would be linked for it, and started
/// by every command.
package enum MonotonicClock {
  /// In seconds.
  package static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
