import CPlatform
import Platform

extension ChildProcess {
  /// The limits at which a program is ended.
  struct Limits {
    /// How many bytes it may print on standard output.
    var bytes = Int.max
    /// How long it may run, in seconds.
    var seconds = Double.infinity
    /// Whether the result is no longer wanted; asked several times a second.
    var isCancelled: () -> Bool = { false }
  }

  /// The result of a program that had limits.
  struct LimitedOutcome {
    enum Ending {
      case itself, tooMuchOutput, tooLong, cancelled
    }

    var ending = Ending.itself
    /// The exit status; 127 if the program could not be run, or a signal has ended it.
    var status: Int32 = 127
    /// What it printed on standard output, no more than it may.
    var output: [UInt8] = []
    /// The beginning of what it printed on standard error.
    var errors: [UInt8] = []
  }

  /// How many bytes of standard error are kept.
  private static let mostErrorBytes = 4096

  /// Runs another program until it ends, reaches a limit, or this program ends.
  ///
  /// - Parameters:
  ///   - program: Its path.
  ///   - arguments: The arguments; the first is the program's name.
  ///   - text: What it reads on standard input.
  static func run(
    _ program: FilePath, _ arguments: [FilePath], input text: [UInt8] = [], within limits: Limits
  ) -> LimitedOutcome {
    var outcome = LimitedOutcome()
    guard let output = try? Pipe() else { return outcome }
    guard let errors = try? Pipe() else {
      for end in [output.reading, output.writing] { close(end) }
      return outcome
    }
    guard let input = try? Pipe() else {
      for end in [output.reading, output.writing, errors.reading, errors.writing] { close(end) }
      return outcome
    }
    let process = try? start(
      program, arguments,
      streams: [
        STDIN_FILENO: input.reading, STDOUT_FILENO: output.writing, STDERR_FILENO: errors.writing,
      ], endsWithThis: true)
    for end in [input.reading, output.writing, errors.writing] { close(end) }
    var feed = Feed(text, to: input.writing)
    defer {
      feed.end()
      for end in [output.reading, errors.reading] { close(end) }
    }
    guard let process else { return outcome }
    outcome.ending = collect(output.reading, errors.reading, &feed, limits, into: &outcome)
    if outcome.ending != .itself { kill(process, SIGKILL) }
    // The program may have closed its output and still read its input.
    feed.end()
    outcome.status = wait(for: process) ?? 127
    return outcome
  }

  /// The text for a program's standard input, which is written as the program reads it.
  private struct Feed {
    /// -1 after the end.
    private(set) var descriptor: Int32
    private var rest: ArraySlice<UInt8>

    init(_ text: [UInt8], to descriptor: Int32) {
      (self.descriptor, rest) = (descriptor, text[...])
      // A program that does not read is not waited for.
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      if text.isEmpty { end() }
    }

    mutating func send() {
      let count = rest.withUnsafeBytes { bytes in
        retrying { write(descriptor, bytes.baseAddress, bytes.count) }
      }
      if count < 0 && errno != EAGAIN {
        end()
      } else if count > 0 {
        rest = rest.dropFirst(count)
        if rest.isEmpty { end() }
      }
    }

    mutating func end() {
      if descriptor >= 0 { close(descriptor) }
      descriptor = -1
    }
  }

  /// Reads what a program prints until it has closed both streams or reaches a limit.
  private static func collect(
    _ output: Int32, _ errors: Int32, _ feed: inout Feed, _ limits: Limits,
    into outcome: inout LimitedOutcome
  ) -> LimitedOutcome.Ending {
    let deadline = MonotonicClock.now + limits.seconds
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    var streams = [output, errors]
    while !streams.isEmpty {
      if limits.isCancelled() { return .cancelled }
      if MonotonicClock.now > deadline { return .tooLong }
      var polled = streams.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      // `poll` ignores a descriptor below 0.
      polled.append(pollfd(fd: feed.descriptor, events: Int16(POLLOUT), revents: 0))
      guard poll(&polled, nfds_t(polled.count), 50) > 0 else { continue }
      if polled[streams.count].revents != 0 { feed.send() }
      for stream in polled.prefix(streams.count) where stream.revents != 0 {
        let count = buffer.withUnsafeMutableBytes { bytes in
          retrying { read(stream.fd, bytes.baseAddress, bytes.count) }
        }
        if count <= 0 {
          streams.removeAll { $0 == stream.fd }
        } else if stream.fd == output {
          outcome.output += buffer[..<min(count, limits.bytes - outcome.output.count)]
          if outcome.output.count == limits.bytes { return .tooMuchOutput }
        } else {
          outcome.errors += buffer[..<min(count, mostErrorBytes - outcome.errors.count)]
        }
      }
    }
    return .itself
  }
}
