/// A command as data, from which parser, help, completion and manual are derived.
package struct CommandDefinition: Sendable {
  package let name: CommandName
  /// Other names of the command.
  package let aliases: [String]
  package let group: CommandGroup
  /// The forms of the command, the usual one first.
  package let forms: [CommandForm]
  /// Rules about options that are given together.
  package private(set) var rules: [OptionRule]
  /// One line that begins with a verb.
  package let summary: String
  /// Further information; may be empty.
  package let details: String
  package let examples: [CommandExample]
  /// Another way to begin the command.
  package let shorthand: Shorthand?
  /// The words that the usage begins with.
  package private(set) var invocation: String
  /// Operands that a program reads before those of the command.
  package private(set) var leadingOperands: [CommandOperand] = []
  /// The options of all forms, each once, and those that a program adds to them.
  package private(set) var options: [CommandOption]
  /// Whether a program adds options.
  private var hasAddedOptions = false

  package enum Shorthand: Equatable, Sendable {
    /// `:TEXT`, where TEXT is the rest of the line.
    case colon
    /// The second word of the name may be left out before these words: `set page-size` means
    /// `set option page-size`.
    case before([String])
  }

  package init(
    _ name: CommandName, aliases: [String] = [], in group: CommandGroup, _ summary: String,
    operands: [CommandOperand] = [], options: [CommandOption] = [], otherForms: [CommandForm] = [],
    rules: [OptionRule] = [], details: String = "", examples: [CommandExample] = [],
    shorthand: Shorthand? = nil
  ) {
    self.name = name
    self.aliases = aliases
    self.group = group
    self.forms = [CommandForm(operands: operands, options: options)] + otherForms
    self.rules = rules
    self.summary = summary
    self.details = details
    self.examples = examples
    self.shorthand = shorthand
    invocation = name.rawValue
    self.options =
      otherForms.isEmpty
      ? options
      : forms.flatMap(\.options).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// This command as a command of a program. The program's operands come first; its options are
  /// added, except those whose name the command has already.
  package func asCommand(
    of program: String, operands: [CommandOperand] = [], options: [CommandOption] = [],
    rules: [OptionRule] = []
  ) -> CommandDefinition {
    var result = self
    result.invocation = program + " " + name.rawValue
    result.leadingOperands = operands
    result.rules += rules
    if options.isEmpty { return result }
    let own = self.options.map(\.name)
    result.options += options.filter { !own.contains($0.name) }
    result.hasAddedOptions = true
    return result
  }

  /// The options that have this letter.
  package func options(with letter: Character) -> [CommandOption] {
    options.filter { $0.letter == letter }
  }

  /// An option as written in the help, without its letter if another option has the same letter.
  package func usage(of option: CommandOption) -> String {
    option.usage(letter: option.letter.flatMap { options(with: $0).count == 1 ? $0 : nil })
  }

  /// The form that an option selects, else the form that the first operand selects, else the usual
  /// form.
  package func form(
    selectedBy options: some Sequence<OptionName>, _ operands: [Word]
  ) -> CommandForm {
    forms.first { form in options.contains { $0 == form.selector } }
      ?? operands.first.flatMap { word in forms.first { $0.isSelected(by: word) } } ?? forms[0]
  }

  /// The words of the command's name.
  package var words: [String] { name.words }

  /// The usages of the command: `move [OPTIONS] ADDRESS… to ADDRESS`.
  package var usages: [String] {
    forms.map { form in
      var words = [invocation]
      if let selector = form.selector { words.append(selector.spelling) }
      if hasAddedOptions || form.options.contains(where: { $0.name != form.selector }) {
        words.append("[OPTIONS]")
      }
      return (words + leadingOperands.usages + form.operands.usages).joined(separator: " ")
    }
  }
}

extension [CommandDefinition] {
  /// The usages of the commands in one line, for an error.
  package var usage: String { "usage: " + flatMap(\.usages).joined(separator: ", or ") }
}

/// A way to write a command.
package struct CommandForm: Equatable, Sendable {
  /// The option that selects this form; `nil` for the usual form and for the form of paths.
  package let selector: OptionName?
  package let operands: [CommandOperand]
  package let options: [CommandOption]

  package init(
    selector: OptionName? = nil, operands: [CommandOperand], options: [CommandOption]
  ) {
    self.selector = selector
    self.operands = operands
    self.options = options
  }

  /// Whether the form is that of paths to values, which a path as the first operand selects.
  package var takesPaths: Bool {
    switch operands.first?.kind {
    case .path, .pathField: true
    default: false
    }
  }

  fileprivate func isSelected(by word: Word) -> Bool {
    switch operands.first?.kind {
    case .path: PathWord.isPath(word)
    case .pathField(let types): PathWord.isField(word, types: types)
    default: false
    }
  }
}

/// A command as a user might type it.
package struct CommandExample: Equatable, Sendable {
  package let line: String
  package let meaning: String

  package init(_ line: String, _ meaning: String) {
    self.line = line
    self.meaning = meaning
  }
}

/// A group of commands with one purpose, as the help lists them.
package struct CommandGroup: Hashable, Sendable {
  package let title: String

  package init(_ title: String) { self.title = title }
}

/// A type of commands: its definition, and the values of a command's words.
package protocol Command: Sendable {
  static var definition: CommandDefinition { get }

  /// Reads the values of options and operands; each word has been checked by itself.
  ///
  /// - Throws: `CommandError` for values that are invalid by themselves or together.
  init(_ given: ParsedCommand) throws(CommandError)
}

/// The full name of a command, one word or two.
package struct CommandName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  package init(stringLiteral name: String) { rawValue = name }

  /// The words of the name: a command, and possibly a sub-command.
  package var words: [String] { rawValue.split(separator: " ").map(String.init) }
}

/// The long name of an option, which has the same meaning in all commands with this option. The
/// rooms whose commands have an option declare its name.
package struct OptionName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  package init(stringLiteral name: String) { rawValue = name }

  /// The name as written in a command: `--max-count`.
  package var spelling: String { "--" + rawValue }
}
