import Catalogues
import Editing
import Grammar
import Language
import Outlines
import Platform
import Readings
import Searching

/// `cardex shell`: runs commands from a terminal or a pipe.
struct ShellCommand: ProgramCommand {
  static let definition = CommandDefinition(
    "shell", in: .program, "browse and edit in an interactive shell",
    operands: [.file],
    options: .joining(
      [
        .indicators, .width, .lines, .color,
      ], .parsing, [.sectionTitles], .common),
    details: """
      Reads commands from the terminal, with editing, history and completion, or from a pipe. Type
      'help' for the commands. Unsaved edits survive a crash: the next shell on FILE offers to make
      them again.
      """)

  private let output: Output
  private let path: FilePath
  private let session: Session
  private let console: ConsoleOutput
  private let readingOptions: [String]

  init(options: ParsedOptions, output: Output) throws(Failure) {
    self.output = output
    path = try EditedFile.path(options)
    readingOptions = options.readingOptions
    console = try ConsoleOutput(output, options: options)
    var file = try CatalogueFile(
      path: path, options: options.parseOptions(skipsUnreadable: true))
    let indexes = KeptIndexes(keepingFor: path, try options.parseOptions(), in: .usual)
    let catalogue = try EditedFile.read(&file)
    try options.giveTitles(to: catalogue, named: ByteText(path))
    try options.showTitles(of: catalogue, besideFileAt: path)
    let editing = EditingSession(
      catalogue, file: file, locale: EditedFile.collationLocale,
      dateLanguage: Environment.dateLanguage, readings: .usual(), indexes: indexes)
    editing.didAdvance = Progress.advance
    session = Session(editing, output: console)
  }

  func run() throws(Failure) -> ExitStatus {
    guard StandardTerminal.isInput, StandardTerminal.isOutput || StandardTerminal.isError else {
      do throws(Failure) {
        return try runPiped()
      } catch {
        guard session.isDirty else { throw error }
        throw error.preventing("\(session.filePath): unsaved edits were dropped")
      }
    }
    let shell = InteractiveShell(
      session, console: console, output: output, readingOptions: readingOptions)
    return try shell.run()
  }

  // MARK: Without a terminal

  /// Runs the lines of standard input; failures are reported, and the remaining lines still run.
  private func runPiped() throws(Failure) -> ExitStatus {
    if let name = StateFile.name(for: path), SessionRecord.isWaiting(for: name, path: path) {
      Diagnostics.report(
        naming:
          "\(path): an earlier session left unsaved edits; a shell at a terminal offers to make them again"
      )
    }
    let commands = PipedCommands()
    var hasFailed = false
    var hasEnded = false
    while !hasEnded {
      do throws(Failure) {
        guard let command = try commands.next() else { break }
        hasEnded = try run(command)
      } catch {
        hasFailed = true
        try output.report(error)
      }
      // The other end may wait for the answer before it sends the next command.
      try output.flush()
    }
    if session.isDirty, !hasEnded {
      throw Failure(
        naming:
          "\(session.filePath): the input ended; unsaved edits were dropped")
    }
    return hasFailed ? .failed : .found
  }

  /// - Returns: Whether the session is over.
  private func run(_ command: PipedCommand) throws(Failure) -> Bool {
    do throws(SessionError) {
      return try session.run(command.text, CommandMode(.exact)) == .ends
    } catch {
      throw Failure(error, at: command.place(of: error))
    }
  }
}
