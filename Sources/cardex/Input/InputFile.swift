import Outlines
import PropertyLists

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file to read, or standard input.
enum InputFile: Equatable {
  case path(String)
  case standardInput

  init(_ operand: String) { self = operand == "-" ? .standardInput : .path(operand) }

  /// The name in messages and in what is printed. A terminal is not shown control characters;
  /// programs get names as they are.
  func name(_ options: ParsedOptions) -> String {
    let name =
      switch self {
      case .path(let path): path
      case .standardInput: options.value(.label) ?? "(standard input)"
      }
    return Terminal.isOutput ? VisibleText.shown(name) : name
  }

  /// The files that are meant: those given, else standard input on a pipe, else `$CARDEX_FILE`.
  static func files(_ operands: [String]) throws(Failure) -> [InputFile] {
    if !operands.isEmpty { return operands.map { InputFile($0) } }
    if !Terminal.isInput { return [.standardInput] }
    if let path = Terminal.environment("CARDEX_FILE") { return [.path(path)] }
    throw Failure("no FILE was given, and $CARDEX_FILE is not set")
  }

  func read() throws(SystemError) -> FileBytes {
    switch self {
    case .path(let path): try FileBytes(path: path, access: .mapped)
    case .standardInput: try FileBytes(descriptor: STDIN_FILENO, access: .mapped)
    }
  }

  /// The file's size in bytes, as far as it is known beforehand.
  var size: Int {
    var status = stat()
    let result =
      switch self {
      case .path(let path): stat(path, &status)
      case .standardInput: fstat(STDIN_FILENO, &status)
      }
    return result == 0 ? Int(status.st_size) : 0
  }
}
