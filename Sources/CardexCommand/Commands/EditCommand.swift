import Editing
import Grammar
import Language
import Platform

/// `cardex insert`, `cardex move` and the like: scripts of one command.
struct EditCommand {
  /// The command that a word, or the word and the first argument, means; and its arguments.
  static func definition(
    _ word: CommandWord, _ arguments: [FilePath]
  ) throws(Failure) -> (CommandDefinition, arguments: [FilePath]) {
    let definitions = word.definitions
    if definitions.count == 1 { return (definitions[0], arguments) }
    let usage = "it is followed by " + Listing.alternatives(definitions.map { $0.words[1] })
    guard let first = arguments.first else {
      throw Failure("'\(word.text)' needs a second word", hint: usage)
    }
    guard let definition = definitions.first(where: { $0.words[1] == first.text }) else {
      throw Failure(naming: "unknown command '\(word.text) \(first)'", hint: usage)
    }
    return (definition, Array(arguments.dropFirst()))
  }

  private let edit: EditedScript
  private let editor: PersonsEditor?

  /// - Parameter options: The options and operands of the command, FILE first.
  init(
    _ definition: CommandDefinition, _ options: ParsedOptions, output: Output
  ) throws(Failure) {
    guard let file = options.operands.first else {
      throw Failure("no FILE was given", hint: [definition].usage)
    }
    let path = try EditedFile.checked(file, mayBeStandardInput: true)
    try EditedScript.check(options, path)
    var status = stat()
    let isNew = path != "-" && lstat(path.cString, &status) != 0 && errno == ENOENT
    if isNew, definition.name == .set, !options.has(.create) {
      throw Failure(
        naming: "\(path): \(SystemError(code: ENOENT))", hint: "--create makes the file")
    }
    let own = definition.forms.flatMap(\.options).map(\.name)
    let words = try EditCommand.words(definition, options)
    let request: CommandRequest
    do throws(CommandError) {
      let commands = SessionCommands.all
      let parsed = try ParsedCommand(
        definition, options.options.filter { own.contains($0.name) }, words,
        in: commands.definitions, end: 1)
      request = try commands.request(parsed)
    } catch {
      throw Failure(error.message, hint: error.hint)
    }
    editor = definition.name == .edit ? PersonsEditor() : nil
    if editor != nil, path == "-" {
      throw Failure("standard input cannot be edited", hint: "give the name of a file")
    }
    edit = EditedScript(
      options.without(own), path, Script(request), output: output, reportsCounts: true,
      namesFile: true, isNew: isNew && options.has(.create),
      editor: editor
    ) {
      // `replace` of other programs sets a value.
      definition.name.rawValue == "replace"
        ? GuessedCommand.hint(for: ["replace"] + options.operands) : nil
    }
  }

  /// The operands of the command itself.
  private static func words(
    _ definition: CommandDefinition, _ options: ParsedOptions
  ) throws(Failure) -> [Word] {
    let kinds = definition.forms[0].operands.map(\.kind)
    return try zip(options.operands, options.words).dropFirst().map {
      operand, word throws(Failure) in
      if kinds.contains(.file) { _ = try operand.asFile() }
      _ = try options.text(of: operand)
      // A session opens only files: standard input by the name of its file.
      if operand == "-", kinds.contains(.file) {
        return Word.text(FilePath.standardInput.text ?? "", columns: word.columns)
      }
      return kinds.contains(where: \.isField) ? word.withEscapedSigns : word
    }
  }

  func run() throws(Failure) -> ExitStatus {
    do throws(Failure) {
      let status = try edit.run()
      editor?.discard()
      return status
    } catch {
      // A text that could not be saved is kept, so that nobody types it again.
      throw error.keeping(editor?.keptFile())
    }
  }
}
