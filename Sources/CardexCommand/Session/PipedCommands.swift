import Editing
import Grammar
import Language
import Platform

/// The commands on standard input, each read after the previous one has run.
final class PipedCommands {
  private let file = fdopen(STDIN_FILENO, "r")
  private var buffer: UnsafeMutablePointer<CChar>?
  private var capacity = 0
  private var number = 0
  private var hasEnded = false

  deinit { free(buffer) }

  /// The next command, on one line or on several joined by backslashes; `nil` at the end.
  ///
  /// - Throws: `Failure` if standard input cannot be read, after which it has ended, and for bytes
  ///   that form a character only if the backslash between them is removed.
  func next() throws(Failure) -> PipedCommand? {
    guard var line = try nextLine() else { return nil }
    var open = CommandAssembler(line: number)
    var text = ByteText()
    open.append(line.replacingBytes)
    // An error in a last line that is to be continued is reported when it is run.
    while open.shouldContinue, let next = try nextLine() {
      text.append(ByteText(bytes: line.bytes.dropLast()))
      line = next
      open.append(line.replacingBytes)
    }
    text.append(line)
    let command = PipedCommand(text: text, lines: open.finished)
    if let column = command.columnOfDividedCharacter {
      let place = command.place(ofColumn: column)
      throw Failure(naming: "\(place): bytes that are not valid UTF-8")
    }
    return command
  }

  /// The next line, without its end; `nil` at the end.
  func nextLine() throws(Failure) -> ByteText? {
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
    return ByteText(bytes: Array(line))
  }
}

/// A command of standard input, and its place there.
struct PipedCommand {
  /// The command on one line.
  let text: ByteText
  /// The command's lines, with U+FFFD for each byte that is not part of a character in its line.
  fileprivate let lines: ScriptCommand

  /// The place of an error: the start of a grammar error, otherwise the start of the command.
  func place(of error: SessionError) -> ByteText {
    guard case .command(let error) = error else { return "(standard input):\(lines.line)" }
    return place(ofColumn: error.columns.lowerBound)
  }

  fileprivate func place(ofColumn column: Int) -> ByteText {
    let (line, column) = lines.location(ofColumn: column)
    return "(standard input):\(line):\(column)"
  }

  /// The column of the first byte that is part of a character only if joined with the next line.
  fileprivate var columnOfDividedCharacter: Int? {
    let (whole, divided) = (text.replacingBytes.unicodeScalars, lines.text.unicodeScalars)
    let column = zip(whole, divided).enumerated().first { $1.0 != $1.1 }?.offset
    return column.map { $0 + 1 }
  }
}
