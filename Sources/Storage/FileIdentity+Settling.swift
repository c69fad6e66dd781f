package import Platform

extension FileIdentity {
  /// The identity of an open file, once every change from now on would make it another one.
  ///
  /// A file's times are those of a clock that ticks every few milliseconds, or seconds on some file
  /// systems. What changes a file twice within a tick and leaves its size alone gives it the same
  /// identity both times. So whoever keeps an identity beside what was read of the file asks here
  /// before reading: when this returns, the clock has gone on since the last change, and the next
  /// one gets a later time. After reading, the identity must still be the same.
  ///
  /// What goes unnoticed all the same: that somebody sets the clock back to the very nanosecond, and
  /// writing through a mapping, which changes the times only now and then. Files on another machine
  /// have its times: if its clock is late by more than a tick, so may this be.
  ///
  /// - Parameter path: The file's name in errors.
  /// - Returns: `nil` if that would take longer than 50 milliseconds: the file was changed within the
  ///   last two seconds and its file system knows whole seconds only, it was changed in what is the
  ///   future for this machine, or it is changing all the time.
  package static func settled(
    descriptor: Int32, path: FilePath
  ) throws(StorageError) -> FileIdentity? {
    let deadline = Deadline(afterSeconds: 0.05)
    while true {
      let identity = try FileIdentity(descriptor: descriptor, path: path)
      let wait = identity.settlingTime(at: coarseNow)
      if wait <= 0 { return identity }
      // The clock may go on a little later than one thinks.
      guard let rest = deadline.rest, Double(wait) * 1e-9 < rest else { return nil }
      var pause = timespec(tv_sec: 0, tv_nsec: Int(max(wait, 1_000_000)))
      nanosleep(&pause, nil)
    }
  }

  /// The identity of the file that a path leads to, once every change from now on would make it
  /// another one.
  package static func settled(path: FilePath) throws(StorageError) -> FileIdentity? {
    let file = try Descriptor.openRegular(path)
    return try settled(descriptor: file.number, path: path)
  }

  /// How long it takes from a moment until changes give the file another time, in nanoseconds.
  func settlingTime(at moment: Int64) -> Int64 {
    // Times from a damaged file system may be anything.
    let (age, isFar) = moment.subtractingReportingOverflow(changed)
    if isFar { return changed > moment ? .max : 0 }
    let (time, isLong) = resolution.subtractingReportingOverflow(age)
    return isLong ? .max : max(time, 0)
  }

  /// By how much the clock must have gone on, in nanoseconds: what a file system may have taken away
  /// from the times to store them, as seen from the zeros that both end in.
  private var resolution: Int64 {
    let second: Int64 = 1_000_000_000
    var resolution: Int64 = 1
    while resolution < second, modified % (resolution * 10) == 0, changed % (resolution * 10) == 0 {
      resolution *= 10
    }
    // FAT has even seconds only.
    if resolution == second { return 2 * second }
    #if canImport(Darwin)
      return max(resolution, 10_000_000)
    #else
      return resolution
    #endif
  }

  /// The time that a change of a file would get now, in nanoseconds since 1970.
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
