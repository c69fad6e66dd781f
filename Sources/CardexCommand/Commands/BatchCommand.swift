import Editing
import Grammar
import Platform

/// `cardex batch`: a script of the shell's commands, all or nothing.
struct BatchCommand: ProgramCommand {
  static let definition = CommandDefinition(
    "batch", in: .program, "run the shell's commands from scripts: all or nothing",
    operands: [.files],
    options: .joining(
      [
        .init(
          .file, letter: "f", .required("SCRIPT", .file),
          "run the commands in SCRIPT; may be repeated"),
        .init(
          .expression, letter: "e", .required("COMMAND", .bytes),
          "run COMMAND; may be repeated"),
        .init(.keepGoing, letter: "k", "continue after errors, save what succeeded; exit status 2"),
      ], .saving,
      [
        .indicators, .width, .lines, .color,
      ], .parsing, [.sectionTitles], .common),
    rules: .saving,
    details: """
      Runs the commands from -f and -e in the order given, or else from standard input, and saves
      each FILE once, if all of them succeed there. All are checked before the first one runs. FILE
      '-' is standard input; the result goes to standard output. Exit status: 0 if all is as was
      asked for, or 1 with --fail-unchanged if nothing was changed; 2 after an error in any FILE.
      """)

  let options: ParsedOptions
  let output: Output

  func run() throws(Failure) -> ExitStatus {
    guard options.operands.count > 1 else {
      let path = try EditedFile.path(options, mayBeStandardInput: true)
      if path == "-", !options.has(.file), !options.has(.expression) {
        throw Failure("standard input is FILE", hint: "give a script with -f or commands with -e")
      }
      try EditedScript.check(options, path)
      return try EditedScript(options, path, Script(options), output: output).run()
    }
    if options.has(.output) {
      throw Failure("--output takes the result of one FILE, not of several")
    }
    try EditedScript.check(options, options.operands[1])
    if !options.has(.file), !options.has(.expression) {
      for operand in options.operands where Script.isScript(operand) {
        throw Failure(
          naming: "\(operand): this looks like a script, not a list",
          hint: "give a script with -f")
      }
    }
    let script = try Script(options)
    var status = ExitStatus.found
    for operand in options.operands {
      do throws(Failure) {
        let path = try EditedFile.checked(operand)
        var batch = EditedScript(options, path, script, output: output, namesFile: true)
        batch.isOneOfSeveral = true
        status = max(status, try batch.run())
      } catch {
        if error.cause != .work { throw error }
        status = .failed
        try output.report(error)
      }
    }
    return status
  }
}
