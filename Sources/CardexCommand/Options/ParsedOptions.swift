import Editing
import Grammar
import Platform

/// The arguments of the command line, split into options and operands.
struct ParsedOptions {
  /// The options; all arguments that are text are UTF-8.
  private(set) var options: [GivenOption]
  /// The operands.
  let words: [Word]
  /// The operands as bytes, since most are file names. See `text(of:)` for the others.
  let operands: [FilePath]

  init(_ options: [GivenOption], operands: [Word]) {
    self.options = options
    words = operands
    self.operands = operands.compactMap { try? $0.path() }
  }

  /// These options after others, with only these operands.
  func following(_ others: ParsedOptions) -> ParsedOptions {
    ParsedOptions(others.options + options, operands: words)
  }

  /// These options without some of them, with the same operands.
  func without(_ names: [OptionName]) -> ParsedOptions {
    ParsedOptions(options.filter { !names.contains($0.name) }, operands: words)
  }

  /// These options with `--output` set to a file, or to `-` for standard output.
  func writing(to path: FilePath) -> ParsedOptions {
    let option = CommandOption(.output, .required("FILE", .file), "")
    let value = Word.arguments([path])[0]
    return ParsedOptions(
      options + [GivenOption(option: option, value: value, columns: value.columns)],
      operands: words)
  }

  func has(_ name: OptionName) -> Bool { options.contains { $0.name == name } }

  /// The last argument given to an option.
  func value(_ name: OptionName) -> String? { path(name)?.text }

  /// The last argument given to an option that names a file.
  func path(_ name: OptionName) -> FilePath? { options.last { $0.name == name }?.path }

  /// All arguments given to an option, in order.
  func values(_ name: OptionName) -> [String] { paths(name).compactMap(\.text) }

  /// All arguments given to an option that names files, in order.
  func paths(_ name: OptionName) -> [FilePath] {
    options.filter { $0.name == name }.compactMap(\.path)
  }

  /// The text of an operand that is not a file name.
  func text(of operand: FilePath) throws(Failure) -> String {
    if let text = operand.text { return text }
    throw Failure(naming: "'\(operand)' is not UTF-8")
  }

  /// Of options that override each other, the name of the option given last.
  func last(of names: OptionName...) -> OptionName? {
    options.last { names.contains($0.name) }?.name
  }

  /// The last argument given to an option that takes a number.
  func number(_ name: OptionName) -> Int? { options.last { $0.name == name }?.value?.number }
}

extension GivenOption {
  /// The argument as bytes.
  var path: FilePath? { value.flatMap { try? $0.path() } }

  /// Checks the argument, independent of other options.
  func check() throws(Failure) {
    guard let path, let value, let kind = option.argument.operand?.kind else { return }
    if !kind.isFileName, path.text == nil {
      throw Failure(naming: "\(option.spelling): '\(path)' is not UTF-8")
    }
    switch kind {
    case .number, .word:
      do throws(CommandError) {
        try kind.check(value, as: "", of: option.spelling)
      } catch {
        throw Failure(error.message, hint: error.hint)
      }
    default: break
    }
    if name == .output {
      _ = try path.asFile(hint: "'cardex publish FILE URL' loads a catalogue into a database")
    }
  }
}

extension CommandDefinition {
  /// Splits a command's arguments.
  ///
  /// - Throws: `Failure` for an unknown option, or a missing or unexpected argument.
  func parse(_ arguments: [FilePath]) throws(Failure) -> ParsedOptions {
    let scan = OptionScan(self, Word.arguments(arguments)[...], on: .arguments)
    for option in scan.givenBeforeProblem { try option.check() }
    if let problem = scan.problem { throw failure(problem) }
    return ParsedOptions(scan.given, operands: scan.operands)
  }

  /// Checks which options are given together.
  func checkRules(of options: ParsedOptions) throws(Failure) {
    do throws(CommandError) {
      try checkRules(options.options)
    } catch {
      throw Failure(error.message, hint: error.hint)
    }
  }

  func failure(_ problem: CommandError) -> Failure {
    Failure(problem.message, hint: problem.hint ?? "try 'cardex \(name.words[0]) --help'")
  }
}
