import Editing

/// A command as data, from which parser, help, completion and manual are derived.
package struct CommandDefinition: Sendable {
  /// The purposes of commands, in the order in which the help lists them.
  package enum Group: String, CaseIterable, Sendable {
    case look = "Browse"
    case change = "Change entries"
    case form = "Fill in forms"
    case sections = "Change sections"
    case history = "Undo and redo"
    case file = "The file"
    case session = "The session"
  }

  package let name: CommandName
  /// Other names of the command.
  package let aliases: [String]
  package let group: Group
  /// The forms of the command, the usual one first.
  package let forms: [CommandForm]
  /// Sets of mutually exclusive options.
  package let exclusions: [[CommandOptionName]]
  /// One line that begins with a verb.
  package let summary: String
  /// Further information; may be empty.
  package let details: String
  package let examples: [CommandExample]
  let action: CommandAction

  init(
    _ name: CommandName, aliases: [String] = [], in group: Group, _ summary: String,
    operands: [CommandOperand] = [], options: [CommandOption] = [], otherForms: [CommandForm] = [],
    exclusions: [[CommandOptionName]] = [], details: String = "",
    examples: [CommandExample], action: CommandAction
  ) {
    self.name = name
    self.aliases = aliases
    self.group = group
    self.forms = [CommandForm(operands: operands, options: options)] + otherForms
    self.exclusions = exclusions
    self.summary = summary
    self.details = details
    self.examples = examples
    self.action = action
  }

  /// The options of all forms, each once.
  package var options: [CommandOption] {
    forms.flatMap(\.options).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The words of the command's name.
  package var words: [String] { name.words }

  /// The usages of the command: `move [OPTIONS] ADDRESS… to ADDRESS`.
  package var usages: [String] { forms.map { $0.usage(of: name) } }
}

extension [CommandDefinition] {
  /// The usages of the commands in one line, for an error.
  package var usage: String { "usage: " + flatMap(\.usages).joined(separator: ", or ") }
}

/// A way to write a command.
package struct CommandForm: Equatable, Sendable {
  /// The option that selects this form; `nil` for the usual form.
  package let selector: CommandOptionName?
  package let operands: [CommandOperand]
  package let options: [CommandOption]

  init(selector: CommandOptionName? = nil, operands: [CommandOperand], options: [CommandOption]) {
    self.selector = selector
    self.operands = operands
    self.options = options
  }

  fileprivate func usage(of name: CommandName) -> String {
    var words = [name.rawValue]
    if let selector { words.append("--" + selector.rawValue) }
    if options.contains(where: { $0.name != selector }) { words.append("[OPTIONS]") }
    return (words + operands.usages).joined(separator: " ")
  }
}

/// A command as a user might type it.
package struct CommandExample: Equatable, Sendable {
  package let line: String
  package let meaning: String

  init(_ line: String, _ meaning: String) {
    self.line = line
    self.meaning = meaning
  }
}

extension CommandDefinition {
  /// All commands, in the order in which the help lists them.
  package static let all =
    looking + changing + changingTexts + fillingIn + changingSections + travelling + filing
    + session

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  package static func named(_ name: CommandName) -> CommandDefinition {
    guard let definition = byName[name] else {
      preconditionFailure("the command \(name.rawValue) has no definition")
    }
    return definition
  }
}
