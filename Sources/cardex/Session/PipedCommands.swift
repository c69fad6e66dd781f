import Commands

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The commands on standard input, each read when the one before has been run.
final class PipedCommands {
  private let file = fdopen(STDIN_FILENO, "r")
  private var buffer: UnsafeMutablePointer<CChar>?
  private var capacity = 0
  private var number = 0
  private var hasEnded = false

  deinit { free(buffer) }

  /// The next command, of one line or of several that end in a backslash, and where it begins; `nil`
  /// at the end.
  ///
  /// - Throws: `Failure` for a line that is not UTF-8; the next call goes on behind it. If standard
  ///   input cannot be read, the next call is at its end.
  func next() throws(Failure) -> (text: String, place: String)? {
    guard let first = try nextLine() else { return nil }
    let place = place
    var command = OpenCommand(line: number)
    command.append(first)
    while command.goesOn {
      // What is wrong with a last line that goes on is said when it is run.
      guard let line = try nextLine() else { return (command.text + "\\", place) }
      command.append(line)
    }
    return (command.text, place)
  }

  private var place: String { "(standard input):\(number)" }

  private func nextLine() throws(Failure) -> String? {
    if hasEnded { return nil }
    errno = EBADF
    let length = file.map { getline(&buffer, &capacity, $0) } ?? -1
    guard length > 0 else {
      let code = errno
      hasEnded = true
      if let file, ferror(file) == 0 { return nil }
      throw Failure("(standard input): \(String(cString: strerror(code)))")
    }
    number += 1
    var line = UnsafeRawBufferPointer(start: buffer, count: length)[...]
    if line.last == 0x0A { line = line.dropLast() }
    if line.last == 0x0D { line = line.dropLast() }
    guard let text = String(validating: line, as: UTF8.self) else {
      throw Failure("\(place): bytes that are no character in UTF-8")
    }
    return text
  }
}
