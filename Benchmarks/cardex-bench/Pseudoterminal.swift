import CBaseline
import Platform

/// A program at a terminal of its own: keys are written, and what it shows is read.
final class Pseudoterminal {
  private let master: Int32
  private let process: pid_t
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// What a program has shown since a moment.
  struct Answer {
    /// Seconds until the last byte.
    let time: Double
    let byteCount: Int
  }

  /// Starts a program.
  ///
  /// - Parameter input: A file for its standard input instead of the terminal.
  /// - Returns: `nil` if there is no terminal; a program that cannot be started shows nothing.
  init?(_ arguments: [String], columns: Int32 = 80, rows: Int32 = 24, input: String? = nil) {
    var strings: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    strings.append(nil)
    defer { for string in strings { free(string) } }
    var process = pid_t()
    master = cardex_pty_spawn(strings, input, columns, rows, &process)
    self.process = process
    if master < 0 { return nil }
  }

  deinit {
    kill(process, SIGKILL)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    close(master)
  }

  func type(_ keys: String) {
    let bytes = Array(keys.utf8)
    _ = bytes.withUnsafeBytes { writeAll($0, to: master) }
  }

  /// Reads what is shown until nothing more comes.
  ///
  /// - Parameters:
  ///   - start: When the time began.
  ///   - silence: How long nothing must come until the answer is complete, in milliseconds.
  ///   - limit: How long the first byte is waited for, in milliseconds.
  func answer(since start: Double, silence: Int32, limit: Int32) -> Answer {
    var last = start
    var count = 0
    while true {
      var wanted = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      guard poll(&wanted, 1, count == 0 ? limit : silence) > 0 else { break }
      let length = read(master, &buffer, buffer.count)
      if length <= 0 { break }
      last = MonotonicClock.now
      count += length
    }
    return Answer(time: last - start, byteCount: count)
  }
}
