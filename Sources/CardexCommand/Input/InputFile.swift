import Editing
import Language
import Platform
import PropertyLists

/// A file to read, or standard input.
enum InputFile: Equatable {
  case path(FilePath)
  case standardInput

  init(_ operand: FilePath) { self = operand == "-" ? .standardInput : .path(operand) }

  /// The name in messages and in output.
  func name(_ options: ParsedOptions) -> ByteText {
    switch self {
    case .path(let path): ByteText(path)
    case .standardInput: options.path(.label).map { ByteText($0) } ?? "(standard input)"
    }
  }

  /// The files to read: those given, or else standard input on a pipe, or else `$CARDEX_FILE`.
  static func files(_ operands: [FilePath]) throws(Failure) -> [InputFile] {
    if !operands.isEmpty { return operands.map { InputFile($0) } }
    if !Terminal.isInput { return [.standardInput] }
    if let path = Terminal.path("CARDEX_FILE") { return [.path(path)] }
    throw Failure("no FILE was given, and $CARDEX_FILE is not set")
  }

  var path: FilePath? { if case .path(let path) = self { path } else { nil } }

  func read() throws(SystemError) -> FileBytes {
    switch self {
    case .path(let path): try FileBytes(path: path, access: .mapped)
    case .standardInput: try FileBytes(descriptor: STDIN_FILENO, access: .mapped)
    }
  }

  /// Whether there is a file that holds bytes, not a directory or a pipe.
  var isRegular: Bool {
    guard let path else { return false }
    var status = stat()
    return stat(path.cString, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The file's size in bytes, as far as it is known beforehand.
  var size: Int {
    var status = stat()
    let result =
      switch self {
      case .path(let path): stat(path.cString, &status)
      case .standardInput: fstat(STDIN_FILENO, &status)
      }
    return result == 0 ? Int(status.st_size) : 0
  }
}

extension ByteText {
  /// The bytes to print for a name on its own: a terminal is sent no control characters, while
  /// programs get the name as it is.
  var printed: [UInt8] { Terminal.isOutput ? Array(shown.utf8) : bytes }
}
