import Platform

/// The three descriptors that every program is given, or should be.
enum StandardStreams {
  /// Makes sure that no file that is opened later takes the number of a standard stream that was
  /// closed, so that messages would end up in it. Reading or writing such a stream fails as before.
  ///
  /// - Returns: Whether that was possible.
  static func hold() -> Bool {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      // The end of a pipe that is for the other direction, which needs no file.
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { return false }
      let end = number == STDIN_FILENO ? ends[1] : ends[0]
      guard dup2(end, number) == number else { return false }
      for other in ends where other != number { close(other) }
    }
    return true
  }

  /// The signals that would end the program when a write fails, which tells of it, too.
  static let writingSignals = [SIGPIPE, SIGXFSZ]

  /// Lets writes fail where they would end the program.
  static func ignoreWritingSignals() {
    for number in writingSignals { signal(number, SIG_IGN) }
  }
}
