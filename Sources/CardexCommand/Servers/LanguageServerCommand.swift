import Grammar
import Platform
import Servers

/// `cardex lsp`: answers an editor over standard input and output.
struct LanguageServerCommand: ProgramCommand {
  static let definition = CommandDefinition(
    "lsp", in: .program, "help an editor with property lists: a language server",
    options: .common,
    details: """
      Answers an editor on standard input and output (Language Server Protocol 3.17): what cannot be
      read and what 'check' finds, with fixes; outline, folding, completion, renaming, links. Files are
      changed by the editor only. Exit status: 0 if the editor has ended it, 1 if it has just gone.
      """)

  init(options: ParsedOptions, output: Output) throws(Failure) {
    if let operand = options.operands.first {
      throw Failure(
        naming: "unexpected operand '\(operand)'", hint: "the editor names files in its messages")
    }
  }

  func run() throws(Failure) -> ExitStatus {
    switch LanguageServer.run(version: Help.versionNumber) {
    case 0: return .found
    case 1: return .notFound
    default: throw Failure("the system has no thread left")
    }
  }
}
