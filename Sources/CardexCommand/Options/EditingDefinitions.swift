import Editing
import Language

/// The commands of the language that are also commands of the program.
extension CommandDefinition.Name {
  static let editing: [CommandDefinition.Name] = [
    .insert, .delete, .move, .copy, .set, .unset, .rename, .replace, .section, .fill, .pick,
    .importing, .expand, .collapse,
  ]

  /// The commands that begin with this word, except those about the session; several for `section`,
  /// none if the language has no such word.
  var commandsOfLanguage: [Language.CommandDefinition] {
    guard CommandDefinition.Name.editing.contains(self) else { return [] }
    return Language.CommandDefinition.all.filter { $0.words[0] == rawValue && $0.group != .session }
  }
}

extension CommandDefinition {
  /// A command of the language, or several that begin with the same word, as one of the program.
  static func editing(_ name: Name) -> CommandDefinition {
    let commands = name.commandsOfLanguage
    if commands.count == 1 { return editing(commands[0], as: name) }
    let definitions = commands.map { editing($0, as: name) }
    return CommandDefinition(
      name: name, operands: "FILE …",
      summary: "insert, delete, move, copy, rename, sort or build sections",
      details: EditingText.difference,
      options: definitions.flatMap(\.options).reduce(into: []) { options, option in
        if !options.contains(where: { $0.name == option.name }) { options.append(option) }
      },
      actions: commands.map { .init(name: $0.words[1], summary: $0.summary) })
  }

  /// A command of the language as one of the program, with the options of a script.
  static func editing(
    _ command: Language.CommandDefinition, as name: Name
  ) -> CommandDefinition {
    let own = command.options.map(OptionDefinition.init)
    let names = own.map(\.name)
    let others = (saving + parsing + common).filter { !names.contains($0.name) }
    // A letter that would mean something else than in other commands means nothing.
    let letters = Set(own.compactMap(\.short)).intersection(others.compactMap(\.short))
    let options = (own + others).map { option in
      option.short.map(letters.contains) ?? false
        ? OptionDefinition(option.name, nil, option.argument, option.help) : option
    }
    let details = command.details.isEmpty ? [] : [command.details]
    return CommandDefinition(
      name: name, operands: EditingText.operands(of: command.forms[0]), summary: command.summary,
      details: (details + [EditingText.difference]).joined(separator: " "), options: options)
  }
}

extension OptionDefinition {
  /// An option of a command of the language.
  fileprivate init(_ option: CommandOption) {
    guard let name = OptionName(rawValue: option.name.rawValue) else {
      preconditionFailure("--\(option.name.rawValue) is not an option of the program")
    }
    let argument: Argument =
      switch option.argument {
      case .none: .none
      case .required(let name, _): .required(name)
      case .optional(let name, _): .optional(name)
      }
    self.init(name, option.letter, argument, option.help)
  }
}

/// What help says about commands of the language as commands of the program.
enum EditingText {
  static let difference = """
    This is a script of one command: FILE is saved if it succeeds. Words that begin with '-' follow \
    '--'; names are never numbers of lines. Exit status: 0 if FILE was changed, 1 if there was \
    nothing to change, 2 after an error.
    """

  static func operands(of form: CommandForm) -> String {
    (["FILE"] + form.operands.usages).joined(separator: " ")
  }

  /// The ways to write a command, after `cardex`.
  static func usages(of command: Language.CommandDefinition) -> [String] {
    command.forms.map { form in
      let selector = form.selector.map { ["--" + $0.rawValue] } ?? []
      return (["cardex", command.name.rawValue] + selector + ["[OPTIONS]", operands(of: form)])
        .joined(separator: " ")
    }
  }
}
