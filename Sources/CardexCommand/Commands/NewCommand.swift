import Catalogues
import Editing
import Grammar
import Language
import Platform
import Storage

/// `cardex new`: makes a catalogue without entries.
struct NewCommand: ProgramCommand {
  static let definition = CommandDefinition(
    "new", in: .program, "make a new, empty catalogue",
    operands: [.init(.file, "FILE"), .init(.key, "KEY", 0...Int.max)],
    options: .common,
    details: """
      Writes a property list without entries to FILE, which must not exist. KEYs are the fields that
      its entries are to have, such as name and phone; they are kept in a comment until there are
      entries. 'cardex insert FILE --by-letter NAME KEY=VALUE…' adds entries.
      """)

  let options: ParsedOptions
  let output: Output

  func run() throws(Failure) -> ExitStatus {
    guard let path = options.operands.first else {
      throw Failure("no FILE was given", hint: "usage: cardex new [OPTIONS] FILE [KEY…]")
    }
    if path == "-" { throw Failure("a new catalogue needs a file", hint: "give its name") }
    let file = try path.asFile()
    var keys: [String] = []
    for key in options.operands.dropFirst() { keys.append(try options.text(of: key)) }
    do throws(SessionError) {
      try NewCatalogue.write(to: file, keys: keys)
    } catch {
      if case .file(_, .storage(let problem)) = error, problem.problem == .exists {
        throw Failure(naming: error.message, hint: "give a FILE that does not exist yet")
      }
      throw Failure(error)
    }
    return .found
  }
}
