import Editing
import Grammar
import Language
import Testing

@testable import CardexCommand

/// Help, the version and the grammar of the command line.
@Suite struct HelpTests {
  @Test("--help and help list every command")
  func overview() throws {
    for arguments in [["--help"], ["help"]] {
      let outcome = try Tool.run(arguments)
      #expect(outcome.status == 0)
      for command in CommandWord.all {
        #expect(outcome.output.contains("  \(command.text) "))
      }
    }
  }

  @Test(
    "help COMMAND and COMMAND --help list every option", arguments: CommandWord.all)
  func help(_ word: CommandWord) throws {
    let outcome = try Tool.run([word.text, "--help"])
    #expect(outcome.status == 0)
    #expect(outcome.output == (try Tool.run(["help", word.text])).output)
    for option in word.definition.options {
      #expect(outcome.output.contains(word.definition.usage(of: option)))
    }
  }

  /// What follows `cardex help`: nothing, every command of the program and of the shell, with their
  /// second words and without, and the other topics.
  static let topics: [String] =
    ["", "addresses", "quoting"] + CommandWord.all.map(\.text)
    + SessionCommands.all.definitions.definitions.map(\.name.rawValue)

  @Test("no line of help is wider than 80 columns", arguments: Set(topics).sorted())
  func width(_ topic: String) throws {
    let words = topic.split(separator: " ").map(String.init)
    var texts = [try Tool.run(["help"] + words).output]
    if let command = words.first, CommandWord(command) != nil {
      texts.append(try Tool.run(words + ["--help"]).output)
    }
    for text in texts {
      #expect(text != "")
      for line in text.split(separator: "\n") {
        // Han characters take two columns.
        let columns = line.unicodeScalars.reduce(0) { $0 + ($1.value < 0x2E80 ? 1 : 2) }
        #expect(columns <= 80, "\(line)")
      }
    }
  }

  @Test("rules are about options of the command", arguments: CommandWord.all)
  func rules(_ word: CommandWord) {
    for definition in word.definitions {
      let options = Set(definition.options.map(\.name))
      for rule in definition.rules { #expect(options.isSuperset(of: rule.names), "\(rule)") }
    }
  }

  @Test("no command has an option twice", arguments: CommandWord.all)
  func uniqueOptions(_ word: CommandWord) {
    let options = word.definition.options
    #expect(Set(options.map(\.name)).count == options.count)
    let letters = Dictionary(grouping: options.filter { $0.letter != nil }, by: \.letter)
    // A letter that would mean two things means none.
    let shared = letters.values.filter { $0.count > 1 }.flatMap { $0.map(\.name) }
    #expect(shared == (word.text == "delete" ? [.invertMatch, .verbose] : []))
  }

  @Test(
    "help also describes the commands that look at and edit a catalogue",
    arguments: [
      (["section", "build"], "section build"), (["jump"], "jump TITLE"),
      (["quoting"], "Quote a word"),
      (["section"], "section delete"),
    ] as [([String], String)])
  func commandsOfSession(_ words: [String], _ expected: String) throws {
    let outcome = try Tool.run(["help"] + words)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains(expected))
    #expect(outcome.output != (try Tool.run(["help"])).output)
    #expect(outcome.errors == "")
  }

  @Test(
    "--version prints the version, those of libxml2 and ICU, and the packages in a static program",
    arguments: [["--version"], ["search", "--version"], ["section", "move", "--version"]])
  func version(_ arguments: [String]) throws {
    let outcome = try Tool.run(arguments)
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    try #require(lines.count >= 4)
    #expect(lines[0] == "cardex 0.1.0")
    #expect(lines[1].wholeMatch(of: /libxml2 2\.\d+\.\d+(, compiled with 2\.\d+\.\d+)?/) != nil)
    #expect(lines[2].wholeMatch(of: /ICU \d+\.\d+(\.\d+)?(, compiled with \d+\.\d+)?/) != nil)
    for line in lines[3...].dropLast() {
      #expect(line.wholeMatch(of: /contains [a-z0-9.+-]+ \S+/) != nil)
    }
    #expect(lines.last == "")
    #expect(outcome.errors == "")
  }

  @Test("a library that is not the one of the headers is named with their version, too")
  func compiledVersion() {
    #expect(VersionReport.line("ICU", "72.1", compiled: "72.1") == "ICU 72.1")
    #expect(VersionReport.line("ICU", "72.2", compiled: "72.1") == "ICU 72.2, compiled with 72.1")
  }

  @Test(
    "what is wrong on the command line is said, with status 2",
    arguments: [
      ([], "no command was given"),
      (["serch"], "unknown command 'serch'"),
      (["search"], "no PATTERN was given"),
      (["remove"], "did you mean 'delete'?"), (["ls"], "did you mean 'show'?"),
      (["help", "add"], "did you mean 'insert'?"),
      (["search", "x", "."], "-r searches the files in a directory"),
      (["search", "cars_total.plist", "x"], "PATTERN comes before FILE"),
      (["search", "--nonsense", "x"], "unknown option --nonsense"),
      (["search", "-Z", "x"], "unknown option -Z"), (["search", "-奥", "x"], "unknown option -奥"),
      (["search", "-nZ", "x"], "unknown option -Z"), (["search", "-n奥"], "unknown option -n奥"),
      (["search", "-m"], "option -m needs an argument"),
      (["search", "--max-count"], "option --max-count needs an argument"),
      (["search", "--count=3", "x"], "option --count takes no argument"),
      (["search", "--no", "x"], "option --no is ambiguous"),
      (["search", "-m", "-3", "x"], "--max-count takes a whole number"),
      (["search", "-m", "many", "x"], "--max-count takes a whole number"),
      (["search", "--json", "--mutt", "x"], "cannot be used together"),
      (["search", "--json", "-A", "1", "x", "cars_total.plist"], "--after-context cannot be used"),
      (["search", "--format", "{label", "x"], "'{' needs a name"),
      (["search", "--format", "a}", "x"], "'}' without '{'"),
      (["search", "--color=perhaps", "x", "cars_total.plist"], "--color takes"),
      (["search", "-E", "(", "cars_total.plist"], "invalid regular expression"),
      (["search", "-f", "missing.txt", "cars_total.plist"], "missing.txt: No such file"),
      (["show", "--indicators", "abc", "cars_total.plist"], "--indicators takes two texts"),
      (
        ["show", "--collapsed", "--depth=2", "cars_total.plist"],
        "--collapsed and --depth cannot be used together"
      ),
      (["show", "--accordion", "cars_total.plist", "A", "B"], "--accordion opens one section"),
      (["search", "-n", "--mutt", "x", "cars_total.plist"], "--position and --mutt cannot be"),
      (["show", "--depth", "0", "cars_total.plist"], "--depth takes"),
      (["show", "--style=bold", "cars_total.plist"], "--style takes 'plain', 'value', 'aside'"),
      (["show", "--detail={name", "cars_total.plist"], "--detail '{name': '{' needs a name"),
      (["show", "--detail=name}", "cars_total.plist"], "--detail 'name}': '}' without '{'"),
      (["show", "--detail={nam}", "cars_total.plist"], "no entry has a field 'nam'"),
      (["sections", "a", "b"], "unexpected operand 'b'"),
      (["help", "nothing"], "unknown command 'nothing'"),
      (["help", "--completions", "csh"], "--completions takes"),
    ] as [([String], String)])
  func wrong(_ arguments: [String], _ message: String) throws {
    let outcome = try Tool.run(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("cardex: "))
    #expect(outcome.errors.contains(message))
  }

  @Test("options and operands may be mixed, shortened and ended by --")
  func grammar() throws {
    let expected = try Tool.run(["search", "-c", "马", "cars_total.plist"])
    #expect(expected.status == 0)
    for arguments in [
      ["search", "马", "cars_total.plist", "-c"], ["search", "--coun", "马", "cars_total.plist"],
      ["search", "-c", "--", "马", "cars_total.plist"],
    ] {
      #expect(try Tool.run(arguments).output == expected.output)
    }
    #expect(try Tool.run(["search", "-c", "--", "-c", "cars_total.plist"]).status == 1)
  }
}
