import Editing
import Grammar
import ICUText
import Language
import Platform
import Presentation
import PropertyLists
import Storage

/// The options that the user has set for some commands, in the file `config` of the user's settings.
///
/// Each of its lines is a command with options, in the syntax of scripts.
struct UserOptions {
  private var options: [CommandName: ParsedOptions] = [:]

  /// The commands for which there can be options.
  private static let commands: [any ProgramCommand.Type] = [
    SearchCommand.self, ShowCommand.self, SectionsCommand.self, BrowseCommand.self,
    InfoCommand.self, CheckCommand.self, IndexCommand.self,
  ]

  /// Options that are allowed only on the command line: they do something else, or edit.
  fileprivate static let refused: [OptionName] = [
    .help, .version, .noConfig, .fix, .unsafeFixes, .dryRun, .backup, .breakLinks, .wait, .record,
  ]

  /// The options of a command line, after those set for its command.
  ///
  /// - Throws: `Failure` if anything in the user's file is wrong.
  static func adding(
    to given: ParsedOptions, of command: any ProgramCommand.Type
  ) throws(Failure) -> ParsedOptions {
    guard commands.contains(where: { $0 == command }), !given.has(.noConfig), !given.has(.fix)
    else {
      return given
    }
    // Few users have this file; without it, nothing is set up.
    guard let file = UserFile(named: "config"), let contents = try contents(of: file) else {
      return given
    }
    let definition = command.definition
    guard let set = try UserOptions(contents, of: file).options[definition.name] else {
      return given
    }
    let compatible = definition.compatible(set.options, with: given.options)
    return given.following(ParsedOptions(compatible, operands: []))
  }

  private static func contents(of file: UserFile) throws(Failure) -> [UInt8]? {
    try rethrowing(file.read()) { Failure(reported: $0) }
  }

  private init(_ contents: [UInt8], of file: UserFile) throws(Failure) {
    for line in try Script.lines(of: contents, named: ByteText(file.path)) {
      do throws(CommandError) {
        try add(Lexer.words(of: line.text))
      } catch {
        throw Script.failure(error, in: line, of: ByteText(file.path))
      }
    }
  }

  private mutating func add(_ words: [Word]) throws(CommandError) {
    guard let first = words.first else { return }
    let commands = UserOptions.commands.map { $0.definition }
    guard let command = commands.first(where: { first.isKeyword($0.name.rawValue) }) else {
      throw UserOptions.unknownCommand(first)
    }
    for word in words.dropFirst() { _ = try word.path() }
    let options = try UserOptions.options(words, of: command)
    self.options[command.name] = self.options[command.name].map(options.following) ?? options
  }

  private static func unknownCommand(_ word: Word) -> CommandError {
    let names = commands.map { $0.definition.name.rawValue }
    if CommandWord(word.text) != nil {
      return CommandError(
        "'\(word.text)' takes its options only from the command line", columns: word.columns,
        hint: "commands here: \(names.joined(separator: ", "))")
    }
    let hint = Listing.suggestion(
      for: word.text, among: names,
      otherwise: "commands here: \(names.joined(separator: ", "))")
    return CommandError("unknown command '\(word.text)'", columns: word.columns, hint: hint)
  }

  /// The options after a command.
  ///
  /// - Throws: `CommandError` for the first word that is wrong.
  private static func options(
    _ words: [Word], of definition: CommandDefinition
  ) throws(CommandError) -> ParsedOptions {
    func error(_ failure: Failure, at columns: Range<Int>) -> CommandError {
      let word = words.last { $0.columns.lowerBound <= columns.lowerBound }
      return CommandError(
        failure.message.description, columns: word?.columns ?? columns, hint: failure.hint)
    }
    let scan = OptionScan(definition, words.dropFirst(), on: .arguments)
    let operand = scan.operands.first
    let end = operand?.columns.lowerBound ?? .max
    var options = ParsedOptions([], operands: [])
    for option in scan.givenBeforeProblem {
      let columns = option.value?.columns ?? option.columns
      if columns.lowerBound > end { break }
      options = ParsedOptions(options.options + [option], operands: [])
      do throws(Failure) { try options.check(option, of: definition) } catch let failure {
        throw error(failure, at: columns)
      }
    }
    if let problem = scan.problem, problem.columns.lowerBound < end {
      throw error(definition.failure(problem), at: problem.columns)
    }
    if let operand {
      throw error(Failure("'\(operand.text)' is not an option"), at: operand.columns)
    }
    try definition.checkRules(options.options, isWhole: false)
    return options
  }
}

extension ParsedOptions {
  /// Checks the last option, and the values of all options.
  fileprivate func check(
    _ last: GivenOption, of command: CommandDefinition
  ) throws(Failure) {
    try last.check()
    // A pattern in the settings would make a file of the pattern on the command line.
    if UserOptions.refused.contains(last.name) || last.option.replacesOperands {
      throw Failure("\(last.option.spelling) can be given only on the command line")
    }
    _ = try StandardTerminal.outlineStyle(self)
    _ = try rowStyle()
    _ = try detailTemplate()
    _ = try shownDates()
    if command.name != CheckCommand.definition.name, let text = value(.format) {
      _ = try Template(text, of: .format)
    }
    _ = try CheckCommand.schema(self)
    if has(.locale) { _ = try locale() }
    _ = try SearchConfiguration.searched(self)
    _ = try CheckCommand.codes(self)
  }
}

/// The variables of the environment. An empty variable counts as not set.
enum Environment {
  static func text(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// A variable that names a file.
  static func path(_ name: String) -> FilePath? {
    UserDirectory.environmentVariable(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The language in which dates in forms are written.
  static var dateLanguage: DateLanguage { DateLanguage(environment: text) }

  /// Whether the locale's character set is Unicode, according to its name.
  static var isUnicode: Bool {
    guard let locale = text("LC_ALL") ?? text("LC_CTYPE") ?? text("LANG") else { return false }
    let name = locale.lowercased()
    return strstr(name, "utf-8") != nil || strstr(name, "utf8") != nil
  }
}
