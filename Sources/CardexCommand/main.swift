import Editing
import Grammar
import Language
import Platform
import Storage

/// Runs the program.
///
/// - Returns: The exit status, which is decided here, by the result of the command or by the
///   failure that ended it.
func run(_ arguments: [FilePath]) -> ExitStatus {
  let output = Output()
  do throws(Failure) {
    let status = try run(arguments, output)
    try output.flush()
    return UnreadReport.status(status)
  } catch {
    end(output, with: error.guessing(arguments))
    return error.status
  }
}

/// Reports what ended the program, after everything printed before.
private func end(_ output: Output, with failure: Failure) {
  var failures = [failure]
  if !output.hasFailed {
    do throws(Failure) { try output.flush() } catch { failures.append(error) }
  }
  // Nothing is to run at the terminal after this program.
  Pager.finish()
  for failure in failures where !failure.isQuiet { Diagnostics.report(failure) }
}

private func run(_ arguments: [FilePath], _ output: Output) throws(Failure) -> ExitStatus {
  if let name = programName().text,
    case .dropIn(let command)? = CommandWord.main.first(where: { $0.text == name })?.meaning
  {
    return try command.run(arguments, to: output)
  }
  guard let first = arguments.first else {
    throw Failure("no command was given", hint: "try 'cardex --help'")
  }
  switch first {
  case "--help": return try HelpCommand.overview(to: output)
  case "--version": return try HelpCommand.version(to: output)
  case "__complete":
    return try CompleteCommand.run(Array(arguments.dropFirst()), to: output)
  case EditTrial.command: return try EditTrial.answer(Array(arguments.dropFirst()), to: output)
  default:
    if let word = first.text.flatMap(CommandWord.init) {
      return try run(word, Array(arguments.dropFirst()), output)
    }
    if isFileToBrowse(arguments) { return try run(BrowseCommand.self, arguments, output) }
    throw unknownCommand("\(first)")
  }
}

private func run(
  _ word: CommandWord, _ arguments: [FilePath], _ output: Output
) throws(Failure) -> ExitStatus {
  let isQuestion = ["--help", "--version"].contains(arguments.first)
  switch word.meaning {
  case .program(let command): return try run(command, arguments, output)
  // A drop-in, and a word with several commands, have no parser that knows these options.
  case .dropIn where isQuestion, .edit where isQuestion && word.definitions.count > 1:
    return try arguments.first == "--help"
      ? HelpCommand.describe(word, to: output) : HelpCommand.version(to: output)
  case .dropIn(let command): return try command.run(arguments, to: output)
  case .edit:
    let (definition, arguments) = try EditCommand.definition(word, arguments)
    let options = try definition.parse(arguments)
    if options.has(.help) { return try HelpCommand.describe([definition], to: output) }
    if options.has(.version) { return try HelpCommand.version(to: output) }
    try definition.checkRules(of: options)
    Progress.isOn = !options.has(.noProgress)
    return try EditCommand(definition, options, output: output).run()
  }
}

private func run(
  _ command: any ProgramCommand.Type, _ arguments: [FilePath], _ output: Output
) throws(Failure) -> ExitStatus {
  let definition = command.definition.asCommand(of: Help.program)
  let given = try definition.parse(arguments)
  if given.has(.help) { return try HelpCommand.describe([definition], to: output) }
  if given.has(.version) { return try HelpCommand.version(to: output) }
  let options = try UserOptions.adding(to: given, of: command)
  try definition.checkRules(of: options)
  Progress.isOn = !options.has(.noProgress)
  return try command.init(options: options, output: output).run()
}

/// Whether the arguments are one file's name and options of `browse`, and input and output are a terminal.
private func isFileToBrowse(_ arguments: [FilePath]) -> Bool {
  guard StandardTerminal.isInput, StandardTerminal.isOutput,
    let operands = try? BrowseCommand.definition.parse(arguments).operands
  else { return false }
  return operands.count == 1 && InputFile.path(operands[0]).isRegular
}

private func unknownCommand(_ word: String) -> Failure {
  if word.hasPrefix("-") {
    return Failure("unknown option \(word)", hint: "try 'cardex --help'")
  }
  if let failure = CommandOfShell.failure(for: word) { return failure }
  if word.contains(".") || word.contains("/"), !InputFile.path(FilePath(word)).isRegular {
    return Failure("\(word): No such file or directory", hint: "'cardex FILE' shows a file")
  }
  let names = CommandWord.all.map(\.text)
  let meant = OtherNames.commands(for: word, among: names)
  let hint =
    meant.isEmpty
    ? Listing.suggestion(
      for: word, among: names, otherwise: "commands: \(names.joined(separator: ", "))")
    : Listing.suggestion(meant, otherwise: "")
  return Failure("unknown command '\(word)'", hint: hint)
}

/// Ends the program because another program has truncated a file that is mapped here, which
/// raises `SIGBUS`.
private func endForLostBytes(_ signal: Int32) {
  let message: StaticString = "cardex: a file was cut short while it was being read\n"
  _ = write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
  _exit(2)
}

/// Lets a process that only reads for others also read the user's readings of names.
///
/// It is a function because closures in top-level code would link the concurrency runtime.
private func restrictToReading() {
  Confinement.restrictToReading(UserFile(named: "readings").map { [$0.path] } ?? [])
}

/// The name by which the program was called, without its directory.
private func programName() -> FilePath {
  CommandLine.unsafeArgv[0].flatMap { FilePath($0).name } ?? ""
}

/// The arguments after the program's name.
private func givenArguments() -> [FilePath] {
  UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    .dropFirst().compactMap { $0.map { FilePath($0) } }
}

// A closure in the code below would belong to the main actor: the whole concurrency runtime would
// be linked for it, and started by every command.
signal(SIGBUS, endForLostBytes)
StandardStreams.ignoreWritingSignals()
guard StandardStreams.hold() else { exit(ExitStatus.failed.rawValue) }
restrictToReading()
exit(run(givenArguments()).rawValue)
