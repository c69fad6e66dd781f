package import Platform

extension FileIdentity {
  /// The identity of an open file, once any further change is certain to change it.
  ///
  /// A file's times are those of a clock that ticks every few milliseconds, or seconds on some file
  /// systems. Two changes within a tick that leave the size alone give the file the same identity.
  /// So a caller that stores an identity with what it read from the file calls this before reading:
  /// when it returns, the clock has advanced since the last change, and the next change gets a
  /// later time. After reading, the identity must still be the same.
  ///
  /// Two things still go unnoticed: setting the clock back to the very nanosecond, and writing
  /// through a mapping, which updates the times only occasionally. Files on another machine have
  /// that machine's times: if its clock is slow by more than a tick, changes may be missed.
  ///
  /// - Parameter path: The file's name in errors.
  /// - Returns: `nil` if waiting would take longer than 50 milliseconds: the file was changed
  ///   within the last two seconds and its file system stores whole seconds only, its time of
  ///   change is in this machine's future, or it keeps changing.
  package static func settled(
    descriptor: Int32, path: FilePath
  ) throws(StorageError) -> FileIdentity? {
    let deadline = Deadline(afterSeconds: 0.05)
    while true {
      let identity = try FileIdentity(descriptor: descriptor, path: path)
      let wait = identity.settlingTime(at: coarseNow)
      if wait <= 0 { return identity }
      // The clock may tick slightly later than expected.
      guard let rest = deadline.rest, Double(wait) * 1e-9 < rest else { return nil }
      var pause = timespec(tv_sec: 0, tv_nsec: Int(max(wait, 1_000_000)))
      nanosleep(&pause, nil)
    }
  }

  /// The identity of the file at a path, once any further change is certain to change it.
  package static func settled(path: FilePath) throws(StorageError) -> FileIdentity? {
    let file = try Descriptor.openRegular(path)
    return try settled(descriptor: file.number, path: path)
  }

  /// How long after a moment a change will give the file a different time, in nanoseconds.
  func settlingTime(at moment: Int64) -> Int64 {
    // Times from a damaged file system may be arbitrary.
    let (age, isFar) = moment.subtractingReportingOverflow(changed)
    if isFar { return changed > moment ? .max : 0 }
    let (time, isLong) = resolution.subtractingReportingOverflow(age)
    return isLong ? .max : max(time, 0)
  }

  /// By how much the clock must have advanced, in nanoseconds. This is the precision of the file
  /// system's times, judging by the trailing zeros of both times.
  private var resolution: Int64 {
    let second: Int64 = 1_000_000_000
    var resolution: Int64 = 1
    while resolution < second, modified % (resolution * 10) == 0, changed % (resolution * 10) == 0 {
      resolution *= 10
    }
    // FAT stores even seconds only.
    if resolution == second { return 2 * second }
    #if canImport(Darwin)
      return max(resolution, 10_000_000)
    #else
      return resolution
    #endif
  }

  /// The time that a file changed now would get, in nanoseconds since 1970.
  private static var coarseNow: Int64 {
    var time = timespec()
    #if canImport(Darwin)
      clock_gettime(CLOCK_REALTIME, &time)
    #else
      clock_gettime(CLOCK_REALTIME_COARSE, &time)
    #endif
    return nanoseconds(time)
  }
}
