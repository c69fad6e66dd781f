import Foundation
import Grammar
import Testing

@testable import Editing
@testable import Language

@Suite("The manual's table of commands")
struct CommandManualTests {
  private let lines = CommandManual.table(of: SessionCommands.all.definitions).split(
    separator: "\n"
  ).map(String.init)

  @Test("it has every command and its options once for each form")
  func complete() {
    for definition in SessionCommands.all.definitions.definitions {
      let items = lines.indices.filter {
        lines[$0] == ".Cm \(definition.name.rawValue)" && lines[$0 - 1] == ".It Xo"
      }
      #expect(items.count == definition.forms.count, "\(definition.name.rawValue)")
    }
    let options = lines.filter { $0.hasPrefix(".It") && $0.contains("Fl -") }
    #expect(options.count == SessionCommands.all.definitions.definitions.flatMap(\.options).count)
    for example in SessionCommands.all.definitions.definitions.flatMap(\.examples)
    where !example.line.contains(#/'|\.| / /#) {
      #expect(lines.contains(".Dl \(example.line.replacing("-", with: "\\-"))"))
    }
  }

  @Test(
    "operands and options are marked up",
    arguments: [
      ".Op Ar ADDRESS ... | Cm all", ".Ar ADDRESS ... | Cm on | Cm off", ".Op Ar NAME Op Ar VALUE",
      ".Cm to",
      ".Op Ar KEY[:TYPE]=VALUE ...", ".It Fl e , Fl -regexp Ns = Ns Ar PATTERN",
      ".It Fl -backup Ns Oo = Ns Ar SUFFIX Oc", ".Ss Browse", ".Cm list", ".Fl -all",
      ".Dl delete \\-\\-all \\-w test", ".Dl copy \\&. to N",
    ])
  func markup(_ line: String) {
    #expect(lines.contains(line))
  }

  @Test("text is never taken for a request or an escape")
  func escapes() {
    let macros = Set(["Ss", "Bl", "It", "Cm", "Fl", "Op", "Ar", "Xc", "Pp", "El", "Dl"])
    for line in lines {
      #expect(!line.hasPrefix("'") && !line.contains("\""))
      if line.hasPrefix(".") { #expect(macros.contains(String(line.dropFirst().prefix(2)))) }
      let rest = ["\\e", "\\(aq", "\\(dq", "\\&", "\\-"].reduce(line) {
        $0.replacingOccurrences(of: $1, with: "")
      }
      #expect(!rest.contains("\\"), "\(line)")
      #expect(line.utf8.count <= 80 || line.hasPrefix(".Dl"), "\(line)")
    }
    #expect(lines.contains { $0.contains("\\e=") })
    #expect(lines.contains(".Dl set 4 year:integer=1920 note=$\\(aqtwo\\enlines\\(aq"))
  }

  @Test("cardex-commands(7) holds it unchanged")
  func page() throws {
    let package = URL(filePath: #filePath).pathComponents.dropLast(4).joined(separator: "/")
    let page = try String(contentsOfFile: package + "/Man/cardex-commands.7", encoding: .utf8)
    let parts = page.split(separator: /\.\\" generated .*\n/)
    try #require(parts.count == 3, "the table is between two comments")
    if parts[1] != CommandManual.table(of: SessionCommands.all.definitions) {
      Issue.record(
        "between the two comments must be:\n\(CommandManual.table(of: SessionCommands.all.definitions))"
      )
    }
  }
}
