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

/// A command of PlistBuddy, read word by word. Words may be in quotes, or have a backslash before a
/// quotation mark or blank.
struct PlistBuddyLine {
  private var rest: Substring

  init(_ line: String) {
    rest = line[...]
    skipBlanks()
  }

  private mutating func skipBlanks() { rest = rest.drop { $0 == " " || $0 == "\t" } }

  var isEmpty: Bool { rest.isEmpty }

  /// The name of the command in lower case. A colon ends it, too.
  mutating func command() -> String {
    let name = rest.prefix { $0 != " " && $0 != "\t" && $0 != ":" }
    rest = rest[name.endIndex...]
    skipBlanks()
    return name.lowercased()
  }

  /// The next word; `nil` at the end.
  mutating func word() throws(Failure) -> String? {
    if rest.isEmpty { return nil }
    let word = try text { $0 == " " || $0 == "\t" }
    skipBlanks()
    return word
  }

  /// The rest of the line, with its blanks.
  mutating func value() throws(Failure) -> String {
    try text { _ in false }.replacing("\\\\", with: "\\")
  }

  /// Reads up to an end character outside quotes. Backslashes stay, except before quotation marks
  /// and spaces.
  private mutating func text(
    _ isEnd: (Character) -> Bool
  ) throws(Failure) -> String {
    var (text, quote) = ("", nil as Character?)
    while let character = rest.first, quote != nil || !isEnd(character) {
      rest.removeFirst()
      if character == "\\", let next = rest.first {
        rest.removeFirst()
        text += "\"' ".contains(next) ? "\(next)" : "\\\(next)"
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'" {
        quote = character
      } else {
        text.append(character)
      }
    }
    if quote != nil { throw Failure("Parse Error: Unclosed Quotes") }
    return text
  }
}
