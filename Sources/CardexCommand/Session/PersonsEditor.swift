import CPlatform
import Editing
import Grammar
import Language
import Platform
import PropertyLists
import Storage

/// Starts the editor that a person has chosen, on a temporary file.
final class PersonsEditor {
  typealias Lend = (() -> Void) throws(SessionError) -> Void

  /// The file with the text, until its changes are known to be elsewhere.
  private var file: FilePath?
  /// Whether the text has changes.
  private var isChanged = false
  /// Whether somebody can be shown what is wrong with a text.
  private let isAtTerminal = StandardTerminal.isInput
  /// Calls a closure while another program has the terminal.
  private let lendTerminal: Lend

  init(_ lendTerminal: @escaping Lend = { (body) throws(SessionError) in body() }) {
    self.lendTerminal = lendTerminal
  }

  /// Lets the person edit a text until `take` accepts it.
  ///
  /// - Throws: `SessionError`. A text that has changes stays in its file, which the error names.
  func edit(
    _ text: String, _ take: (String) throws(SessionError) -> LocatedError?
  ) throws(SessionError) {
    isChanged = false
    let path = try newFile()
    file = path
    var given = text
    while true {
      try write(given, to: path)
      let status = try run(path)
      let left = try read(path)
      isChanged = isChanged || !left.utf8.elementsEqual(text.utf8)
      if status != 0 {
        throw failure(
          status.map { "the editor ended with status \($0)" } ?? "the editor was ended by a signal")
      }
      let problem: LocatedError?
      do throws(SessionError) {
        problem = try take(PersonsEditor.withoutMessages(left))
      } catch {
        throw failure(error.message, hint: error.hint)
      }
      guard let problem else { return }
      let shown = PersonsEditor.showing(problem, in: left)
      if !isAtTerminal || left.utf8.elementsEqual(given.utf8) {
        try write(shown, to: path)
        throw failure(ByteText(problem.message))
      }
      given = shown
    }
  }

  /// Removes the file, whose changes are elsewhere now.
  func discard() {
    if let file { unlink(file.cString) }
    file = nil
  }

  /// The file, if it has changes; else it is removed.
  func keptFile() -> FilePath? {
    if !isChanged { discard() }
    return file
  }

  /// The error, which names the file with the text if that has changes.
  private func failure(_ message: ByteText, hint: String? = nil) -> SessionError {
    guard let file = keptFile() else {
      return .editor(message, hint: hint ?? "nothing was changed")
    }
    let kept = "your text is kept in \(ByteText(file).shown)"
    return .editor(message, hint: hint.map { "\($0); \(kept)" } ?? kept)
  }

  // MARK: Messages in the text

  /// The beginning of lines with messages, which are not part of the text.
  private static let mark = Array("# cardex: ".utf8)

  /// The text with a message before the line that it is about.
  private static func showing(_ problem: LocatedError, in text: String) -> String {
    var lines = lines(of: text)
    let message = String(problem.message.map { $0.isNewline ? " " : $0 })
    lines.insert(mark + message.utf8, at: min(max(problem.line - 1, 0), lines.count))
    return String(decoding: Array(lines.joined(separator: [0x0A])), as: UTF8.self)
  }

  private static func withoutMessages(_ text: String) -> String {
    String(decoding: Array(lines(of: text).joined(separator: [0x0A])), as: UTF8.self)
  }

  /// The lines that are not messages.
  private static func lines(of text: String) -> [[UInt8]] {
    text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
      .filter { !$0.starts(with: mark) }
  }

  // MARK: The file

  /// A new file that nobody else can read.
  private func newFile() throws(SessionError) -> FilePath {
    let directory = Environment.path("TMPDIR") ?? "/tmp"
    var name = directory.appending("cardex-XXXXXX.rec").bytes.map { CChar(bitPattern: $0) } + [0]
    let descriptor = mkstemps(&name, Int32(".rec".utf8.count))
    guard descriptor >= 0 else {
      throw .editor("\(ByteText(directory)): \(SystemError())", hint: "TMPDIR names another folder")
    }
    close(descriptor)
    return FilePath(name)
  }

  private func write(_ text: String, to path: FilePath) throws(SessionError) {
    let descriptor = open(path.cString, O_WRONLY | O_TRUNC | O_CLOEXEC)
    guard descriptor >= 0 else { throw problem(of: path) }
    defer { close(descriptor) }
    let code = Array(text.utf8).withUnsafeBytes { writeAll($0, to: descriptor) }
    if code != 0 { throw failure("\(ByteText(path)): \(SystemError(code: code))") }
  }

  private func read(_ path: FilePath) throws(SessionError) -> String {
    let bytes: FileBytes
    do throws(SystemError) {
      bytes = try FileBytes(path: path, access: .copied)
    } catch {
      throw failure("\(ByteText(path)): \(error)")
    }
    guard let text = String(validating: bytes.copy, as: UTF8.self) else {
      isChanged = true
      throw failure("the text is not UTF-8")
    }
    return text
  }

  private func problem(of path: FilePath) -> SessionError {
    failure("\(ByteText(path)): \(SystemError())")
  }

  // MARK: The program

  /// Runs the editor until it ends.
  ///
  /// - Returns: Its exit status; `nil` if a signal has ended it.
  private func run(_ path: FilePath) throws(SessionError) -> Int32? {
    let command = Environment.path("VISUAL") ?? Environment.path("EDITOR") ?? "vi"
    // The command may have options, so the shell runs it, as in git.
    let script = FilePath(bytes: command.bytes + Array(" \"$@\"".utf8)) ?? command
    Progress.end()
    var result = Result<Int32?, SystemError>.success(nil)
    try lendTerminal {
      cardex_keyboard_lend()
      defer { cardex_keyboard_take_back() }
      result = Result { () throws(SystemError) in
        ChildProcess.wait(
          for: try ChildProcess.start(
            "/bin/sh", ["sh", "-c", "--", script, command, path.asOperand], streams: [:],
            signals: [SIGINT, SIGQUIT, SIGTSTP]))
      }
    }
    do throws(SystemError) {
      return try result.get()
    } catch {
      throw failure("\(ByteText(command)): \(error)")
    }
  }
}
