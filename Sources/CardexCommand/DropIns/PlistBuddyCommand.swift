import Catalogues
import Editing
import Grammar
import Language
import Platform
import PropertyLists
import Storage

/// `cardex PlistBuddy`: does what Apple's PlistBuddy does, but keeps bytes that it was not asked to
/// change.
struct PlistBuddyCommand: DropInCommand {
  static let definition = CommandDefinition(
    "PlistBuddy", in: .program, "do what Apple's PlistBuddy does, by its command line",
    operands: [.init(.file, "WORD", 0...Int.max)],
    options: .dropIn,
    details: """
      WORDs are those of PlistBuddy: 'cardex PlistBuddy -h' lists them. Values are changed without
      touching anything else in the file. Exit status: 0, or 1 after an error.
      """)

  /// The command line.
  private struct Arguments {
    var commands: [String] = []
    var path: FilePath?
    var printsXML = false
    var followsLinks = true
    var wantsHelp = false

    init(_ words: [FilePath]) throws(Failure) {
      var rest = words[...]
      while let word = rest.popFirst() {
        guard word.hasPrefix("-"), word.bytes.count > 1 else {
          if path != nil { throw Failure(naming: "Invalid Arguments") }
          path = word
          continue
        }
        for letter in word.bytes.dropFirst() {
          switch letter {
          case UInt8(ascii: "x"): printsXML = true
          case UInt8(ascii: "l"): followsLinks = false
          case UInt8(ascii: "h"): wantsHelp = true
          case UInt8(ascii: "c"):
            guard let command = rest.popFirst()?.text else { throw Failure("Invalid Arguments") }
            commands.append(command)
          default: throw Failure("Invalid Arguments")
          }
        }
      }
    }
  }

  static func run(_ words: [FilePath], to output: Output) throws(Failure) -> ExitStatus {
    let arguments: Arguments
    do throws(Failure) {
      arguments = try Arguments(words)
    } catch {
      Diagnostics.note(naming: error.message)
      return .notFound
    }
    guard let path = arguments.path, !arguments.wantsHelp else {
      try output.write(PlistBuddyCommand.usage + PlistBuddySession.help)
      return arguments.wantsHelp ? .found : .notFound
    }
    do throws(Failure) {
      if !arguments.followsLinks { try expectNoLinks(in: path) }
      let edits = arguments.commands.contains(where: PlistBuddySession.isEdit)
      let session = try PlistBuddySession(
        path, locks: edits, printsXML: arguments.printsXML, output: output)
      return arguments.commands.isEmpty
        ? try interact(session, output) : try run(arguments.commands, in: session)
    } catch {
      if error.cause != .work { throw error }
      try output.flush()
      Diagnostics.note(naming: error.message)
      return .notFound
    }
  }

  private static func expectNoLinks(in path: FilePath) throws(Failure) {
    var part: FilePath = path.isAbsolute ? "/" : ""
    for name in path.parts {
      part = part.appending(name)
      var status = stat()
      if lstat(part.cString, &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
        throw Failure(naming: "Error Reading File: \(path)")
      }
    }
  }

  /// Runs commands and saves what they have changed.
  private static func run(
    _ commands: [String], in session: PlistBuddySession
  ) throws(Failure) -> ExitStatus {
    for command in commands where try !session.run(command) { break }
    // Nothing is saved if what was printed before cannot be delivered.
    try session.output.flush()
    if session.isChanged { try session.save() }
    return session.hasFailed ? .notFound : .found
  }

  private static func interact(
    _ session: PlistBuddySession, _ output: Output
  ) throws(Failure) -> ExitStatus {
    let lines = PipedCommands()
    while true {
      try output.write("Command: ")
      try output.flush()
      guard let line = try lines.nextLine() else { break }
      guard let command = line.text else {
        Diagnostics.note("Unrecognized Command")
        continue
      }
      if !command.isEmpty, try !session.run(command) { break }
    }
    return session.hasFailed ? .notFound : .found
  }

  private static let usage = """
    Usage: PlistBuddy [-xlh] [-c COMMAND]... FILE
      -c COMMAND  run COMMAND, and save; may be repeated
      -x          print as XML property lists
      -l          do not follow symbolic links
      -h          print this
    Without -c, commands are read from standard input.

    """
}
