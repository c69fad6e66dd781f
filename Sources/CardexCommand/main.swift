import Editing
import Grammar
import Language
import Platform

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

/// Runs a program of Apple in whose place this one is called.
///
/// - Returns: `nil` for another command.
private func runDropIn(
  _ name: ProgramCommand, _ words: [FilePath], _ output: Output
) throws(Failure) -> ExitStatus? {
  switch name {
  case .plutil: try PlutilCommand.run(words, to: output)
  case .plistBuddy: try PlistBuddyCommand.run(words, to: output)
  default: nil
  }
}

private func run(_ arguments: [FilePath], _ output: Output) throws(Failure) -> ExitStatus {
  if let name = programName().text.flatMap(ProgramCommand.init(rawValue:)),
    let status = try runDropIn(name, arguments, output)
  {
    return status
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
    guard let name = first.text.flatMap(ProgramCommand.init(rawValue:)) else {
      if isFileToBrowse(arguments) { return try run(.browse, arguments, output) }
      throw unknownCommand("\(first)")
    }
    let rest = Array(arguments.dropFirst())
    if rest.first != "--help", rest.first != "--version",
      let status = try runDropIn(name, rest, output)
    {
      return status
    }
    if let called = try EditCommand.called(name, rest) { return try run(called, output) }
    return try run(name, rest, output)
  }
}

private func run(_ called: EditCommand.Called, _ output: Output) throws(Failure) -> ExitStatus {
  let options = try called.definition.parse(called.arguments)
  if options.has(.help) {
    return try HelpCommand.describe([called.definition], to: output)
  }
  if options.has(.version) { return try HelpCommand.version(to: output) }
  Progress.isOn = !options.has(.noProgress)
  return try EditCommand(called.definition, options, output: output).run()
}

private func run(
  _ command: ProgramCommand, _ arguments: [FilePath], _ output: Output
) throws(Failure) -> ExitStatus {
  let given = try command.definition.parse(arguments)
  if given.has(.help) { return try HelpCommand.describe(command, to: output) }
  if given.has(.version) { return try HelpCommand.version(to: output) }
  let options = try UserOptions.adding(to: given, of: command)
  Progress.isOn = !options.has(.noProgress)
  switch command {
  case .search: return try SearchCommand(options, output: output).run()
  case .show: return try ShowCommand(options: options, output: output).run()
  case .get: return try GetCommand(options, output: output).run()
  case .sections: return try SectionsCommand(options: options, output: output).run()
  case .browse: return try BrowseCommand(options, output: output).run()
  case .shell: return try ShellCommand(options, output: output).run()
  case .batch: return try BatchCommand.run(options, output: output)
  case .info: return try InfoCommand(options: options, output: output).run()
  case .check: return try CheckCommand(options, output: output).run()
  case .convert: return try ConvertCommand(options, output: output).run()
  case .diff: return try DiffCommand(options, output: output).run()
  case .merge: return try MergeCommand(options, output: output).run()
  case .index: return try IndexCommand(options, output: output).run()
  case .mcp: return try MCPCommand(options).run()
  case .publish: return try PublishCommand(options: options, output: output).run()
  // They have command lines of their own.
  case .plutil, .plistBuddy: throw Failure("'\(command.rawValue)' comes first")
  case .new: return try NewCommand(options: options, output: output).run()
  case .lsp: return try LanguageServerCommand.run(options)
  case .help: return try HelpCommand(options: options, output: output).run()
  // A word of two commands, one of which is missing.
  case .insert, .delete, .move, .copy, .set, .unite, .unset, .rename, .replace, .section, .patch,
    .edit, .fill, .pick, .importing, .expand, .collapse:
    throw Failure("'\(command.rawValue)' needs a second word")
  }
}

/// Whether there is nothing but the name of a file, with options for the full screen, at a terminal.
private func isFileToBrowse(_ arguments: [FilePath]) -> Bool {
  guard StandardTerminal.isInput, StandardTerminal.isOutput,
    let operands = try? ProgramCommand.browse.definition.parse(arguments).operands
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
  let names = ProgramCommand.allCases.map(\.rawValue)
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

/// What the program was called as, without its directory.
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
exit(run(givenArguments()).rawValue)
