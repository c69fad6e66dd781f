import CPlatform
import Platform

extension ChildProcess {
  /// When a program is ended before it ends by itself.
  struct Limits {
    /// How much it may print on standard output.
    var bytes = Int.max
    /// How long it may run.
    var seconds = Double.infinity
    /// Whether nobody waits for it any more; asked several times in a second.
    var isCancelled: () -> Bool = { false }
  }

  /// What has become of a program that had limits.
  struct LimitedOutcome {
    enum Ending {
      case itself, tooMuchOutput, tooLong, cancelled
    }

    var ending = Ending.itself
    /// 127 if it could not be run, or a signal has ended it.
    var status: Int32 = 127
    /// What it printed on standard output, no more than it may.
    var output: [UInt8] = []
    /// The beginning of what it printed on standard error.
    var errors: [UInt8] = []
  }

  /// How much of standard error is kept.
  private static let mostErrorBytes = 4096

  /// Runs a program until it ends or reaches a limit. It also ends with this one.
  ///
  /// - Parameters:
  ///   - program: Its path.
  ///   - arguments: Its name first.
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
    // It may have closed its output and still read.
    feed.end()
    outcome.status = wait(for: process) ?? 127
    return outcome
  }

  /// What is written to a program's standard input, as it reads that.
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
      // A descriptor below 0 is passed over.
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
