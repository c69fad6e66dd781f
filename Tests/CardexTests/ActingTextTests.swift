import Foundation
import SeededRandom
import TestHelpers
import Testing

@testable import CardexCommand

/// Text of a file that would act on a terminal or be hidden there: each command shows it, by whatever it
/// prints.
@Suite struct ActingTextTests {
  /// Colours, conceal, a hyperlink, a title, controls of C1, an override of the direction, and others.
  private static let acting =
    "\u{1B}[31ma\u{1B}[8mb\u{1B}[0mc\u{1B}]8;;https://a.example\u{1B}\\d\u{1B}]8;;\u{1B}\\"
    + "\u{1B}]0;t\u{7}e\u{9B}31mf\u{202E}g\u{7F}h\u{8}i\rj"

  /// What is run: the words of commands, in which such a text is named.
  private static let commands = [
    "search --all-fields n a.json", "search --heading n a.json", "search -o --all-fields n a.json",
    "search --json --all-fields n a.json", "search --format={note} n a.json",
    "search -c n a.json b.json", "search -l n a.json", "search --mutt n a.json",
    "show --no-pager a.json", "show a.json", "show --fields a.json", "show --paths a.json",
    "show --json a.json", "get a.json .0.contacts.0.note", "get --json a.json /",
    "get --xml a.json /", "get --keys a.json .0.contacts.0", "get --default ACTING a.json .z",
    "get -n a.json .0.title", "get a.json b.json --path .0.title", "sections a.json",
    "sections --strip a.json",
    "sections --json a.json", "shell a.json", "batch -n --verbose -f script a.json",
    "info a.json", "info --json a.json", "check a.json", "check --json a.json",
    "check --format=github a.json",
    "convert --to=text a.json",
    "convert --to=json a.json", "convert --to=csv a.json", "convert --to=html a.json",
    "convert --to=vcard a.json", "convert --to=openstep a.json", "convert --to=xml a.plist",
    "convert --to=binary a.json", "diff a.json b.json", "diff -u a.json b.json",
    "diff --json a.json b.json", "diff --stat a.json b.json", "merge -o - a.json a.json b.json",
    "plutil -p a.plist", "plutil -p a.json", "plutil -convert json -o - a.plist",
    "plutil -convert xml1 -o - a.json", "plutil -convert swift -o - a.plist",
    "plutil -convert json -o /dev/stdout a.plist", "plutil -extract 0.title raw -o - a.json",
    "PlistBuddy -c Print a.plist", "PlistBuddy -x -c Print a.plist",
    "insert -n --verbose a.json .0.contacts.2 ACTING",
    "delete -n --verbose a.json .0.contacts.0", "set -n --verbose a.json .0.contacts.0.note x",
    "set -o - a.json .0.contacts.0.note x", "set -n --json a.json .0.contacts.0.note x",
    "move -n --verbose a.json .0.contacts.0 to .0", "copy -n --verbose a.json .0.contacts.0 to .0",
    "unset -n --verbose a.json .0.contacts.0 note", "replace -n --verbose a.json n z",
    "section rename -n --verbose a.json .0 x",
    "unite -n --verbose a.json .0.contacts.0 .0.contacts.1",
    "rename -n --verbose a.json .0.contacts.0.note x", "import -n --verbose a.json b.json",
    "patch -n --verbose a.json b.json", "fill -n a.json .0.contacts.0 x",
    "pick -n a.json .0.contacts.0 x", "expand a.json .0", "collapse a.json .0",
    "edit -n --verbose a.json .0.contacts.0", "show ACTING", "search n ACTING", "help ACTING",
    "ACTING",
  ]

  /// Commands that print no text of a file at a terminal, or are tested elsewhere.
  private static let others: Set<String> = [
    // Frames have cells: BrowserTests.
    "browse",
    // Messages for programs.
    "lsp", "mcp",
    // Names of files only.
    "index", "new",
    // It needs a database.
    "publish",
  ]

  private static func makeFiles(_ directory: TemporaryDirectory) throws {
    for (file, name) in [("a", "Anna"), ("b", "Anne")] {
      let entries = [name, "Ben"].map { name in
        ["name": name + acting, "note": "n" + acting + " ", "k" + acting: "v" + acting]
      }
      let list: [[String: Any]] = [["title": "S" + acting, "contacts": entries]]
      try directory.write(
        JSONSerialization.data(withJSONObject: list, options: .sortedKeys), to: file + ".json")
    }
    let binary = try Tool.run(["convert", "--to=binary", directory("a.json")])
    try directory.write(binary.outputBytes, to: "a.plist")
    try directory.write(
      "set .0.contacts.0.note 1\nget .0.title\nget --keys .0.contacts.0\nshow\n", to: "script")
  }

  @Test("every command is among these")
  func all() {
    let tried = Set(
      ActingTextTests.commands.compactMap { command in
        CommandWord(String(command.prefix { $0 != " " }))?.text
      })
    #expect(tried.union(ActingTextTests.others) == Set(CommandWord.all.map(\.text)))
  }

  @Test("at a terminal, no command prints it as it is", arguments: commands)
  func shown(_ command: String) throws {
    let directory = try TemporaryDirectory()
    try ActingTextTests.makeFiles(directory)
    let words = command.split(separator: " ").map { word in
      switch word {
      case "a.json", "b.json", "a.plist", "script": directory(String(word))
      case "ACTING": ActingTextTests.acting
      default: String(word)
      }
    }
    let input = Data("show\nget .0.title\nget --keys .0.contacts.0\nshow --fields 1.1\ndiff\n".utf8)
    let text = try Terminal.run(
      words,
      environment: [
        "TERM": "dumb", "PAGER": "cat", "EDITOR": "sed -i s/Ann/Lea/", "HOME": directory.path,
        "XDG_STATE_HOME": directory.path, "XDG_CACHE_HOME": directory.path,
      ], input: input, mergesErrors: true)
    #expect(!text.isEmpty)
    // The terminal puts a carriage return before each line feed.
    let shown = text.replacing(#/\r*\n|\t/#.matchingSemantics(.unicodeScalar), with: "")
    #expect(!actsOnTerminal(shown), "\(text.debugDescription)")
  }

  @Test("a pipe gets what the text is")
  func piped() throws {
    let directory = try TemporaryDirectory()
    try ActingTextTests.makeFiles(directory)
    for words in [
      ["get", directory("a.json"), ".0.title"],
      ["plutil", "-extract", "0.title", "raw", "-o", "-", directory("a.json")],
    ] {
      let outcome = try Tool.run(words)
      #expect(outcome.output == "S\(ActingTextTests.acting)\n", "\(outcome.errors)")
    }
    let printed = try Tool.run(["plutil", "-p", directory("a.plist")])
    #expect(printed.output.contains("S\(ActingTextTests.acting)"))
  }

  @Test("NUL ends records at a terminal, too, if that is asked for, but in a text it is shown")
  func nul() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(#"["a\u0000b", "c"]"#, to: "a.json")
    let environment = ["TERM": "dumb"]
    let shown = try Terminal.run(["plutil", "-p", file], environment: environment)
    #expect(!shown.contains("\0"), "\(shown.debugDescription)")
    let ended = try Terminal.run(["get", "-0", file, ".1"], environment: environment)
    #expect(ended == "c\0")
    let listed = try Terminal.run(["search", "-z", "c", file], environment: environment)
    #expect(listed.hasSuffix("\0"))
  }
}
