import Commands
import Platform

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
  /// - Throws: `Failure` if standard input cannot be read; the next call is at its end.
  func next() throws(Failure) -> (text: ByteText, place: ByteText)? {
    guard var bytes = try nextLine() else { return nil }
    let place: ByteText = "(standard input):\(number)"
    var command = OpenCommand(line: number)
    command.append(String(decoding: bytes, as: UTF8.self))
    // What is wrong with a last line that goes on is said when it is run.
    while command.goesOn, let line = try nextLine() {
      bytes.removeLast()
      bytes += line
      command.append(String(decoding: line, as: UTF8.self))
    }
    return (ByteText(bytes: bytes), place)
  }

  private func nextLine() throws(Failure) -> [UInt8]? {
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
    return Array(line)
  }
}
