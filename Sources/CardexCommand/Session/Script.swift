import Catalogues
import Editing
import Grammar
import Language
import Platform
import PropertyLists

/// A checked command of a script.
struct CheckedCommand {
  let command: CommandRequest
  /// `SCRIPT:LINE`; `nil` for a command that is not from a script.
  let place: ByteText?
}

/// The commands that a batch runs.
struct Script {
  private(set) var commands: [CheckedCommand] = []

  /// Whether any command may change something.
  var hasEdits: Bool { commands.contains { $0.command.mayEdit } }

  /// A script of one command.
  init(_ command: CommandRequest) { commands = [CheckedCommand(command: command, place: nil)] }

  /// Reads and checks the scripts that the options name, or else standard input.
  ///
  /// - Throws: `Failure` with script, line and column of the first error.
  init(_ options: ParsedOptions) throws(Failure) {
    var isGiven = false
    var number = 0
    for given in options.options {
      switch given.name {
      case .file:
        let path = given.path ?? ""
        try append(InputFile(path), named: path == "-" ? Script.standardInput : ByteText(path))
      case .expression:
        number += 1
        try append(given.path?.bytes ?? [], named: "-e #\(number)")
      default: continue
      }
      isGiven = true
    }
    if isGiven { return }
    if StandardTerminal.isInput {
      throw Failure("no commands were given", hint: "give a script with -f or commands with -e")
    }
    try append(.standardInput, named: Script.standardInput)
  }

  /// Reads and checks a script.
  ///
  /// - Parameter check: Checks each command further, before any file that it names is read.
  init(
    _ text: String, named name: ByteText, check: (ParsedCommand) throws(CommandError) -> Void
  ) throws(Failure) {
    try append(Array(text.utf8), named: name, check: check)
  }

  private static let standardInput: ByteText = "(standard input)"

  private mutating func append(_ file: InputFile, named name: ByteText) throws(Failure) {
    let text: [UInt8]
    do throws(CatalogueFileError) {
      text = try file.read().copy
    } catch {
      throw Failure(naming: "\(name): \(error)")
    }
    try append(text, named: name)
  }

  private mutating func append(
    _ text: [UInt8], named name: ByteText,
    check: (ParsedCommand) throws(CommandError) -> Void = { _ in }
  ) throws(Failure) {
    for line in try Script.lines(of: text, named: name) {
      do throws(CommandError) {
        let parsed = try SessionCommands.all.definitions.parse(ByteText(line.text))
        guard let parsed else { continue }
        try Script.checkBelongs(parsed)
        try check(parsed)
        commands.append(
          CheckedCommand(
            command: try SessionCommands.all.request(parsed), place: "\(name):\(line.line)"))
      } catch {
        throw Script.failure(error, in: line, of: name)
      }
    }
  }

  /// Whether a file begins with a command, and its name is not that of a list.
  static func isScript(_ path: FilePath) -> Bool {
    guard FileFormat.named(path) == nil, path.isRegularFile,
      let file = try? FileBytes(path: path, access: .mapped)
    else { return false }
    var start = Array(file.bytes.prefix(1 << 12))
    if start.count < file.bytes.count {
      guard let end = start.lastIndex(of: 0x0A) else { return false }
      start.removeSubrange(end...)
    }
    for line in (try? CommandScript.commands(in: start)) ?? [] {
      do throws(CommandError) {
        if try SessionCommands.all.definitions.parse(ByteText(line.text)) != nil { return true }
      } catch {
        return false
      }
    }
    return false
  }

  /// The commands in a text, not yet parsed.
  static func lines(of text: [UInt8], named name: ByteText) throws(Failure) -> [ScriptCommand] {
    do throws(LocatedError) {
      return try CommandScript.commands(in: text)
    } catch {
      throw Failure(naming: "\(name):\(error.line):\(error.column): \(error.message)")
    }
  }

  /// An error with its place.
  static func failure(
    _ error: CommandError, in line: ScriptCommand, of name: ByteText
  ) -> Failure {
    let (number, column) = line.location(ofColumn: error.columns.lowerBound)
    return Failure(
      naming: "\(name):\(number):\(column): \(error.message)", hint: error.hint)
  }

  /// Rejects commands that a script, which is saved as a whole, cannot contain.
  private static func checkBelongs(_ command: ParsedCommand) throws(CommandError) {
    let hint: String
    switch command.name {
    case "save": hint = "FILE is saved once, when all commands have succeeded"
    case "save as": hint = "'cardex batch --output=FILE' writes another file"
    case .edit: hint = "'cardex edit FILE' and the shell start an editor"
    case "refresh": hint = "the file is locked while the script runs"
    default: return
    }
    throw CommandError(
      "'\(command.name.rawValue)' cannot be used in a script", columns: 1..<1, hint: hint)
  }
}
