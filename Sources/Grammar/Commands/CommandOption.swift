/// An option of a command, as data.
package struct CommandOption: Equatable, Sendable {
  package enum Argument: Equatable, Sendable {
    case none
    case required(String, OperandKind = .optionValue)
    case optional(String, OperandKind = .optionValue)

    /// The name of the argument in the help, and its kind.
    package var operand: (name: String, kind: OperandKind)? {
      switch self {
      case .none: nil
      case .required(let name, let kind), .optional(let name, let kind): (name, kind)
      }
    }

    /// Whether an argument must follow, possibly as the next word.
    package var isRequired: Bool { if case .required = self { true } else { false } }
  }

  package let name: OptionName
  package let letter: Character?
  package let argument: Argument
  package let isRepeatable: Bool
  /// Whether the operands of the command may be missing if the option is given.
  package let replacesOperands: Bool
  /// What the option does, in a few words.
  package let help: String

  package init(_ name: OptionName, letter: Character? = nil, _ help: String) {
    self.init(name, letter: letter, .none, help)
  }

  package init(
    _ name: OptionName, letter: Character? = nil, _ argument: Argument,
    isRepeatable: Bool = false, replacesOperands: Bool = false, _ help: String
  ) {
    self.name = name
    self.letter = letter
    self.argument = argument
    self.isRepeatable = isRepeatable
    self.replacesOperands = replacesOperands
    self.help = help
  }

  /// The option as written in a command: `--max-count`.
  package var spelling: String { name.spelling }

  /// The option as written in the help: `-m, --max-count=N`.
  package var usage: String { usage(letter: letter) }

  func usage(letter: Character?) -> String {
    let prefix = (letter.map { "-\($0), " } ?? "    ") + spelling
    guard let name = argument.operand?.name else { return prefix }
    return prefix + (argument.isRequired ? "=\(name)" : "[=\(name)]")
  }
}
