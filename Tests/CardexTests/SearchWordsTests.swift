import Foundation
import TestHelpers
import Testing

/// Searches for several words, and what is said when nothing is found or a key is wrong.
@Suite struct SearchWordsTests {
  static let searches: [(arguments: [String], output: String, status: Int32)] = [
    (["--words", "müller jonas"], "J/Jonas Müller\n", 0),
    (["müller jonas"], "", 1),
    (["--words", "39200 jon"], "J/Jonas Müller\n", 0),
    (["--words", "  müller\t39200 "], "J/Jonas Müller\n", 0),
    (["--words", "jonas clara"], "", 1),
    (["--words", "\"jonas müller\" 171"], "J/Jonas Müller\n", 0),
    (["--words", "\"müller jonas\""], "", 1),
    (["--words", "anna brother"], "", 1),
    (["--words", "--all-fields", "müller brother"], "J/Jonas Müller\n", 0),
    (["--words", "-e", "müller anna", "-e", "jonas müller"], "A/Anna Müller\nJ/Jonas Müller\n", 0),
    (["--words", "-w", "jon müller"], "", 1),
    (["--words", "-E", "^j r$"], "J/Jonas Müller\n", 0),
    (["--words", "-c", "-v", "jonas müller"], "85\n", 0),
    (["--words", "-q", "jonas müller"], "", 0), (["--words", "-q", "jonas clara"], "", 1),
    (["--words", "-o", "--no-heading", "müller jonas"], "Jonas\nMüller\n", 0),
    (["--words", "-S", "jonas Müller"], "", 1),
    (["--words", "-S", "Jonas Müller"], "J/Jonas Müller\n", 0),
  ]

  @Test("each word must be in some field", arguments: searches)
  func words(search: (arguments: [String], output: String, status: Int32)) throws {
    let format = search.output.contains("/") ? ["--format={section}/{label}"] : []
    let outcome = try Tool.run(["search"] + format + search.arguments + ["contacts.plist"])
    #expect(outcome.output == search.output)
    #expect(outcome.status == search.status)
    #expect(outcome.errors == "")
  }

  @Test("without words, everything is found")
  func noWords() throws {
    let all = try Tool.run(["search", "-c", "", "contacts.plist"]).output
    #expect(try Tool.run(["search", "--words", "-c", " ", "contacts.plist"]).output == all)
  }

  static let wrongKeys: [(arguments: [String], hint: String)] = [
    (["--field=emial", "x"], "did you mean 'email'?"),
    (["--field=emial", "-c", "x"], "did you mean 'email'?"),
    (["--field=email", "--field=zzz", "example"], "fields: name, phoneNum, email"),
    (["--format={label} {emial}", "müller"], "did you mean 'email'?"),
  ]

  @Test("a key that no entry has is an error that lists the keys", arguments: wrongKeys)
  func wrongKey(wrong: (arguments: [String], hint: String)) throws {
    let example = try SearchedExample(
      String(contentsOf: Tool.data.appending(path: "contacts.plist"), encoding: .utf8))
    for isIndexed in [false, true] {
      if isIndexed { #expect(try example.run(["index", "build", example.file]).status == 0) }
      let outcome = try example.run(["search"] + wrong.arguments + [example.file])
      #expect(outcome.output == "")
      #expect(outcome.errors.hasPrefix("cardex: \(example.file): no entry has a field '"))
      #expect(outcome.errors.contains("\ncardex: \(wrong.hint)"))
      #expect(outcome.status == 2)
    }
  }

  @Test("of several files, one must have the key")
  func severalFiles() throws {
    let known = [
      "search", "-h", "--format={label} {email}", "clara", "news.plist", "contacts.plist",
    ]
    let found = try Tool.run(known)
    #expect(found.output.contains("Clara Whitcombe clara"))
    #expect(found.errors == "")
    #expect(found.status == 0)
    let unknown = try Tool.run(["search", "--field=zzz", "a", "news.plist", "contacts.plist"])
    #expect(unknown.errors.hasPrefix("cardex: no entry has a field 'zzz'\ncardex: fields: "))
    #expect(unknown.status == 2)
  }

  @Test("an empty catalogue has no wrong keys")
  func emptyCatalogue() throws {
    let outcome = try Tool.run(
      ["search", "--field=zzz", "--format={yyy}", "a", "-"],
      input: Data(plist("<array/>").utf8))
    #expect(outcome.errors == "")
    #expect(outcome.status == 1)
  }

  private static let elsewhere = "1 in other fields: --all-fields"

  static let suggestions: [(arguments: String, suggestion: String?)] = [
    ("brother", elsewhere), ("--field=email brother", elsewhere),
    ("--words 'anna brother'", elsewhere), ("--in=label brother", nil),
    ("--all-fields brotherr", nil), ("nowhere-at-all", nil), ("-c brother", nil),
    ("-q brother", nil), ("-l brother", nil), ("-v ''", nil), ("brother 2>&1 | cat", nil),
    ("wangfang", "1 by readings: --readings"), ("mueller", "2 by readings: --readings"),
    ("'müller anna'", "1 with all of the words: --words"),
    ("'^Anna M'", "1 by a regular expression: --extended-regexp"), ("-E '^nowhere'", nil),
  ]

  @Test("at a terminal, a search that would find something is suggested", arguments: suggestions)
  func suggestion(made: (arguments: String, suggestion: String?)) throws {
    let file = Tool.data.appending(path: "contacts.plist").path()
    for first in ["echo", "cardex index build '\(file)'"] {
      // The first row is lost when the program ends.
      let search = "CARDEX_FILE='\(file)' cardex search \(made.arguments)"
      // tmux itself says "status" when a program has ended, perhaps before it shows its output.
      let terminal = try Tmux(["sh", "-c", "\(first); \(search); echo ended by $?"])
      let screen = try terminal.wait(for: "ended by ")
      let message = "cardex: nothing found, but "
      #expect(screen.shows(message) == (made.suggestion != nil), "\(first): \(screen.rows)")
      if let suggestion = made.suggestion {
        #expect(screen.shows(message + suggestion), "\(first): \(screen.rows)")
      }
    }
  }

  @Test("the shell suggests other fields, too")
  func suggestionInShell() throws {
    let file = Tool.data.appending(path: "contacts.plist").path()
    let terminal = try Tmux(["cardex", "shell", file])
    try terminal.wait(for: "the prompt") {
      $0.current.hasSuffix("contacts.plist>") || $0.current.hasSuffix("contacts>")
    }
    try terminal.type("find anna brother\n")
    try terminal.wait(for: "the suggestion") {
      $0.shows("nothing found, but 1 in other fields: --all-fields")
    }
  }
}
