import Grammar
import Testing

@testable import Editing
@testable import Language

@Suite("The table of commands")
struct CommandDefinitionTests {
  @Test("every command is defined once")
  func complete() {
    #expect(
      SessionCommands.all.definitions.definitions.map(\.name.rawValue).sorted()
        == SessionCommands.all.definitions.definitions.map(\.name).map(\.rawValue).sorted())
  }

  @Test(
    "no command has an option or a letter twice",
    arguments: SessionCommands.all.definitions.definitions.map(\.name))
  func uniqueOptions(_ name: CommandName) {
    let options = CommandDefinition.named(name).options
    #expect(Set(options.map(\.name)).count == options.count)
    let letters = options.compactMap(\.letter)
    #expect(Set(letters).count == letters.count)
  }

  @Test(
    "rules are about options of the command",
    arguments: SessionCommands.all.definitions.definitions.map(\.name))
  func rules(_ name: CommandName) {
    let definition = CommandDefinition.named(name)
    let options = Set(definition.options.map(\.name))
    for rule in definition.rules {
      #expect(rule.names.count > 1 && options.isSuperset(of: rule.names))
    }
  }

  @Test(
    "a repeated operand is the last one or precedes a keyword",
    arguments: SessionCommands.all.definitions.definitions.map(\.name))
  func repeated(_ name: CommandName) {
    for form in CommandDefinition.named(name).forms {
      for (operand, next) in zip(form.operands, form.operands.dropFirst())
      where operand.count.upperBound > 1 {
        #expect(next.kind == .keyword(next.name))
      }
    }
  }

  @Test(
    "a summary is one short line in lower case",
    arguments: SessionCommands.all.definitions.definitions.map(\.name))
  func summaries(_ name: CommandName) {
    let summary = CommandDefinition.named(name).summary
    #expect(summary.count <= 60)
    #expect(summary.first?.isLowercase == true && summary.last != ".")
  }

  @Test(
    "ways to write a command are shown in short",
    arguments: [
      ("show", ["show [OPTIONS] [ADDRESS…]"]), ("jump", ["jump TITLE"]),
      ("expand", ["expand [ADDRESS… | all]"]),
      ("move", ["move [OPTIONS] ADDRESS… to ADDRESS", "move PATH to PATH"]),
      (
        "insert",
        [
          "insert [OPTIONS] ADDRESS [LABEL] [KEY[:TYPE]=VALUE…]",
          "insert --by-letter [OPTIONS] LABEL [KEY[:TYPE]=VALUE…]", "insert PATH[:TYPE]=VALUE…",
        ]
      ),
      ("delete", ["delete [OPTIONS] ADDRESS…", "delete --all [OPTIONS] PATTERN", "delete PATH…"]),
      ("section sort", ["section sort [OPTIONS] [ADDRESS…]"]),
      ("set option", ["set option [NAME [VALUE]]"]), ("undo", ["undo [N]"]),
    ] as [(CommandName, [String])])
  func usages(_ name: CommandName, _ usages: [String]) {
    #expect(CommandDefinition.named(name).usages == usages)
  }
}
