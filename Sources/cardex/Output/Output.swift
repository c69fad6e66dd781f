import Outlines

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Standard output with a buffer. A reader that has gone away ends the program quietly; any other
/// failure to write is an error.
final class Output {
  private var buffer: [UInt8] = []
  private static let capacity = 1 << 16
  /// Whether each line is to be seen at once.
  private let isTerminal = isatty(STDOUT_FILENO) == 1

  /// Whether anything has been written.
  private(set) var hasWritten = false

  init() { buffer.reserveCapacity(Output.capacity) }

  func write(_ text: String) throws(Failure) {
    buffer.append(contentsOf: text.utf8)
    hasWritten = true
    if buffer.count >= Output.capacity || isTerminal && text.hasSuffix("\n") { try flush() }
  }

  func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) {
    buffer.append(contentsOf: bytes)
    hasWritten = true
    if buffer.count >= Output.capacity || isTerminal { try flush() }
  }

  func write(line: String) throws(Failure) {
    buffer.append(contentsOf: line.utf8)
    try write("\n")
  }

  func flush() throws(Failure) {
    let code = buffer.withUnsafeBytes { writeAll($0, to: STDOUT_FILENO) }
    buffer.removeAll(keepingCapacity: true)
    // The status of a program that SIGPIPE ends, which is what happens where it is not ignored.
    if code == EPIPE { exit(128 + SIGPIPE) }
    if code != 0 { throw Failure("standard output: \(String(cString: strerror(code)))") }
  }
}

/// Messages on standard error.
enum Diagnostics {
  static func report(_ failure: Failure) {
    report(failure.message)
    if let hint = failure.hint { report(hint) }
  }

  static func report(_ message: String) { note("cardex: " + message) }

  /// Says something that is no error.
  static func note(_ message: String) {
    // File names and quoted values may hold anything.
    var line = Array((VisibleText.shown(message) + "\n").utf8)
    // There is nowhere left to say that standard error cannot be written to.
    _ = line.withUnsafeMutableBytes { writeAll(UnsafeRawBufferPointer($0), to: STDERR_FILENO) }
  }
}
