import Foundation
import Grammar
import Language
import TestHelpers
import Testing

@testable import CardexCommand

/// Checks the manual and the README against the program.
@Suite struct ManualTests {
  @Test(
    "every example in the manual and the README prints what it claims",
    arguments: try Example.all())
  func example(_ example: Example) throws {
    let directory = try TemporaryDirectory()
    let data = directory.url.appending(path: "Data")
    try FileManager.default.copyItem(at: Tool.data, to: data)
    let caches = directory.url.appending(path: "caches")
    try FileManager.default.createDirectory(at: caches, withIntermediateDirectories: false)
    for command in example.commands {
      let outcome = try Tool.shell(
        "cd '\(data.path())' && \(command.line)",
        environment: ["XDG_CACHE_HOME": caches.path()])
      #expect(outcome.output == command.output, "\(command.place): $ \(command.line)")
    }
  }

  @Test("there are examples in every page and in the README")
  func pagesHaveExamples() throws {
    let places = Set(try Example.all().map(\.page))
    for page in try Manual.pages().map(\.lastPathComponent) + ["README.md"] {
      #expect(places.contains(page), "\(page)")
    }
  }

  @Test(
    "a command's page has exactly its options",
    arguments: CommandWord.main)
  func options(_ word: CommandWord) throws {
    let page = try Manual.text(of: "cardex-\(word.text).1")
    let described = page.matches(of: /\.It (?:Fl [^ ]+ , )?Fl \\?-([a-z-]+)/).map { String($0.1) }
    let defined = word.definition.options.map(\.name.rawValue)
    #expect(described.sorted() == defined.sorted())
  }

  @Test("the page of editing commands has the options that they add to the language's")
  func editingOptions() throws {
    let page = try Manual.text(of: "cardex-editing.1")
    let added =
      [CommandOption].saving + [CommandOption].parsing + [CommandOption.sectionTitles]
      + [CommandOption].common
    for (text, own) in [
      (page, [CommandOption.creating]), (try Manual.text(of: "cardex-edit.1"), []),
    ] {
      let described = text.matches(of: /\.It (?:Fl [^ ]+ , )?Fl \\?-([a-z-]+)/)
        .map { String($0.1) }
      #expect(described.sorted() == (own + added).map(\.name.rawValue).sorted())
    }
    for word in CommandWord.editing {
      for command in word.definitions.map(\.name) {
        #expect(page.contains(".Cm \(command.rawValue)\n"), "\(command.rawValue)")
      }
    }
  }

  @Test("every letter of an option is beside its long name in the page")
  func letters() throws {
    for command in CommandWord.main {
      let page = try Manual.text(of: "cardex-\(command.text).1")
      for option in command.definition.options {
        guard let letter = option.letter else { continue }
        #expect(
          page.contains(".It Fl \(letter) , Fl -\(option.name.rawValue)"),
          "\(command.text) -\(letter)")
      }
    }
  }

  @Test("every command is in cardex(1)", arguments: CommandWord.main)
  func commands(_ word: CommandWord) throws {
    #expect(try Manual.text(of: "cardex.1").contains("Xr cardex-\(word.text) 1"))
  }

  @Test("every editing command is in cardex(1)", arguments: CommandWord.editing)
  func editingCommands(_ word: CommandWord) throws {
    let page = try Manual.text(of: "cardex.1")
    let items = page.split(separator: "\n").filter { $0.hasPrefix(".It Cm ") }
    #expect(
      items.contains { $0.split(whereSeparator: " ,".contains).contains(Substring(word.text)) })
  }
}

enum Manual {
  static func pages() throws -> [URL] {
    try FileManager.default
      .contentsOfDirectory(at: Tool.package.appending(path: "Man"), includingPropertiesForKeys: nil)
      .sorted { $0.path() < $1.path() }
  }

  static func text(of page: String) throws -> String {
    try String(contentsOf: Tool.package.appending(path: "Man/\(page)"), encoding: .utf8)
  }
}

/// Commands that the documentation shows in a block, run in order in a copy of `Data`,
/// with indexes of their own.
struct Example: CustomTestStringConvertible, Sendable {
  struct Command {
    let place: String
    let line: String
    /// What the documentation shows after it.
    var output: String
  }

  let page: String
  let commands: [Command]

  var testDescription: String { commands.first?.place ?? page }

  static func all() throws -> [Example] {
    let readme = try String(contentsOf: Tool.package.appending(path: "README.md"), encoding: .utf8)
    return try Manual.pages().flatMap { url in
      blocks(
        of: try String(contentsOf: url, encoding: .utf8), in: url.lastPathComponent,
        opening: ".Bd -literal", closing: ".Ed", decode: undoingEscapes)
    } + blocks(of: readme, in: "README.md", opening: "```console", closing: "```") { $0 }
  }

  private static func blocks(
    of text: String, in page: String, opening: String, closing: String,
    decode: (String) -> String
  ) -> [Example] {
    var examples: [Example] = []
    var block: [String]?
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      if line.hasPrefix(opening) {
        block = []
      } else if line == closing, let lines = block {
        let commands = Self.commands(
          in: lines.map(decode), page: page, line: index + 1 - lines.count)
        if !commands.isEmpty { examples.append(Example(page: page, commands: commands)) }
        block = nil
      } else {
        block?.append(line)
      }
    }
    return examples
  }

  private static func commands(in lines: [String], page: String, line: Int) -> [Command] {
    guard lines.first?.hasPrefix("$ ") == true else { return [] }
    var commands: [Command] = []
    for (offset, text) in lines.enumerated() {
      if text.hasPrefix("$ ") {
        commands.append(
          Command(
            place: "\(page):\(line + offset)", line: String(text.dropFirst(2)), output: ""))
      } else {
        commands[commands.count - 1].output += text + "\n"
      }
    }
    return commands
  }

  private static func undoingEscapes(_ line: String) -> String {
    line.replacingOccurrences(of: "\\&", with: "")
      .replacingOccurrences(of: "\\(aq", with: "'")
      .replacingOccurrences(of: "\\(dq", with: "\"")
      .replacingOccurrences(of: "\\-", with: "-")
      .replacingOccurrences(of: "\\e", with: "\\")
  }
}
