import Platform

/// The three descriptors that every program is given, or should be.
enum StandardStreams {
  /// Ensures that no file opened later gets the number of a closed standard stream and thereby
  /// receives messages. Reading or writing such a stream fails as before.
  ///
  /// - Returns: Whether that was possible.
  static func hold() -> Bool {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      // The end of a pipe for the opposite direction, which does not require a file.
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { return false }
      let end = number == STDIN_FILENO ? ends[1] : ends[0]
      guard dup2(end, number) == number else { return false }
      for other in ends where other != number { close(other) }
    }
    return true
  }

  /// The signals that would end the program when a write fails; the write also reports the failure.
  static let writingSignals = [SIGPIPE, SIGXFSZ]

  /// Makes writes fail where they would otherwise end the program.
  static func ignoreWritingSignals() {
    for number in writingSignals { signal(number, SIG_IGN) }
  }
}
