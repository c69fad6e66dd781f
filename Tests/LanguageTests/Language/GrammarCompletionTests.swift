import Catalogues
import Grammar
import SeededRandom
import Testing

@testable import Editing
@testable import Language

@Suite("Completion of commands")
struct GrammarCompletionTests {
  private func complete(_ line: String) -> GrammarCompletion {
    GrammarCompletion(
      line: line, cursor: line.unicodeScalars.count, among: SessionCommands.all.definitions)
  }

  private func names(_ line: String) -> [String] { complete(line).candidates.map(\.name) }

  @Test(
    "words of the grammar are completed",
    arguments: [
      ("m", ["more", "move"]), ("  se", ["sections", "set", "section"]), ("exi", ["exit"]),
      ("xyz", []), ("section ", ["insert", "delete", "move", "copy", "rename", "sort", "build"]),
      ("section re", ["rename"]), ("sect r", []), ("save ", ["as"]), ("save a", ["as"]),
      ("set o", ["option"]), ("set option o", []), ("accordion ", ["on", "off"]),
      ("accordion of", ["off"]), ("accordion on ", []), ("toggle ", ["all"]), ("toggle A a", []),
      ("move A ", ["to"]), ("move ", []), ("move A t", ["to"]), ("move A to B ", []),
      ("section move A ", ["to"]), ("help qu", ["quit", "quoting"]), ("help section s", ["sort"]),
      ("help show ", []), ("set A year:d", ["date", "data", "dict"]),
      ("insert A x:int", ["integer"]),
      ("# mo", []), ("show # mo", []), ("'mo", []), ("nonsense ", []),
    ] as [(String, [String])])
  func words(_ line: String, _ expected: [String]) {
    #expect(names(line) == expected)
  }

  @Test(
    "options that are still allowed are completed",
    arguments: [
      ("show --", ["--page", "--page-size", "--all", "--collapsed", "--expanded", "--fields"]),
      ("show -", ["--page", "--page-size", "--all", "--collapsed", "--expanded", "--fields"]),
      ("show --all --", ["--collapsed", "--expanded", "--fields"]),
      ("show --page-size 3 --", ["--page", "--collapsed", "--expanded"]),
      ("show --page 3 --", ["--page-size", "--collapsed", "--expanded"]),
      ("find --field a --f", ["--fixed-strings", "--fixed-digits", "--field"]), ("find -F --e", []),
      ("find -m 3 --ma", []), ("find -ce x --m", ["--max-count"]),
      ("delete --", ["--force", "--all"]),
      ("delete --all --wo", ["--word-regexp"]), ("delete -w --", ["--force", "--all"]),
      ("more -", []), ("insert A --before --", ["--new-key"]),
      ("insert --by-letter --", ["--locale", "--new-key"]),
      ("section insert E --in A --", ["--first", "--last", "--sorted"]),
      ("show -- --", []), ("show '--", []), ("show \\-", []),
      ("save --b", ["--break-links", "--backup"]),
      ("show --page-size --", []),
    ] as [(String, [String])])
  func options(_ line: String, _ expected: [String]) {
    #expect(names(line) == expected)
  }

  @Test("an option that takes an argument is followed by =, others by a blank")
  func endings() {
    let candidates = complete("find --fi").candidates
    #expect(candidates.map(\.insertion) == ["--fixed-strings", "--fixed-digits", "--field="])
    #expect(candidates.map(\.isFinished) == [true, true, false])
    #expect(complete("save --ba").candidates.map(\.isFinished) == [false])
    #expect(complete("set A x:bo").candidates.map(\.insertion) == ["boolean="])
    #expect(
      complete("mor").candidates.map(\.summary) == ["print the next page of the last listing"])
  }

  typealias Wanted = GrammarCompletion.Wanted

  @Test(
    "what only the session knows is said by kind, with what is typed and where",
    arguments: [
      ("show ", [.address], "", 5), ("show B/马", [.address], "B/马", 5),
      ("show A 'B/x y", [.address], "B/x y", 7), ("show A\\/C", [.address], "A\\/C", 5),
      ("toggle B", [.sectionAddress], "B", 7), ("jump N", [.sectionTitle], "N", 5),
      ("jump New Y", [.sectionTitle], "New Y", 5), ("jump New ", [.sectionTitle], "New ", 5),
      (":New Y", [.sectionTitle], "New Y", 1), (" : N", [.sectionTitle], "N", 3),
      (":", [.sectionTitle], "", 1),
      ("find x", [], "x", 5), ("find --field na", [.key], "na", 13),
      ("find --field=na", [.key], "na", 13), ("find -m ", [], "", 8),
      ("insert ", [.address], "", 7), ("insert A ", [.label, .fieldKey], "", 9),
      ("insert A na", [.label, .fieldKey], "na", 9),
      ("insert A --before na", [.label, .fieldKey], "na", 18),
      ("insert A Foo na", [.fieldKey], "na", 13), ("insert A x=1 na", [.fieldKey], "na", 13),
      ("insert A name=f", [.fieldValue(key: "name")], "f", 14),
      ("insert A 'name=f g", [.fieldValue(key: "name")], "f g", 15),
      ("set A name:string='f g", [.fieldValue(key: "name")], "f g", 18),
      ("set A $'n\\u{3D}f", [.fieldValue(key: "n")], "f", 15),
      ("set A n\\:x=f", [.fieldValue(key: "n:x")], "f", 11),
      ("set ", [.address], "", 4), ("set A ", [.fieldKey], "", 6),
      ("unset A n", [.key], "n", 8),
      ("rename A n", [.label], "n", 9), ("move A B", [.entryAddress], "B", 7),
      ("move A to B", [.address], "B", 10), ("move A to B ", [], "", 12),
      ("section insert E --in A", [.sectionAddress], "A", 22),
      ("section insert E --before=A", [.sectionAddress], "A", 26),
      ("section rename A x", [.sectionTitle], "x", 17),
      ("section sort A ", [.sectionAddress], "", 15),
      ("save as a b", [], "b", 10), ("save as a", [.file], "a", 8),
      ("set option ", [.optionName], "", 11),
      ("set option page-size 1", [.optionValue(of: "page-size")], "1", 21),
      ("undo ", [], "", 5), ("show # x", [], "", 8), ("delete -- -x", [.entryAddress], "-x", 10),
      ("delete --all x", [], "x", 13),
    ] as [(String, [Wanted], String, Int)])
  func session(_ line: String, _ wanted: [Wanted], _ prefix: String, _ start: Int) {
    let completion = complete(line)
    #expect(completion.wanted == wanted)
    #expect(completion.prefix == prefix)
    #expect(completion.range == start..<line.unicodeScalars.count)
  }

  @Test("the command and the preceding address are known")
  func context() {
    let completion = complete("insert --before 'B/x y' Foo na")
    #expect(completion.command == "insert")
    #expect(completion.precedingAddress?.text == "B/x y")
    #expect(complete("move A to B").precedingAddress?.text == "A")
    #expect(complete("set option x").command == "set option")
    #expect(complete("find x").precedingAddress == nil)
    #expect(complete(":x").command == "jump")
  }

  @Test("what follows the cursor is ignored")
  func cursor() {
    let completion = GrammarCompletion(
      line: "set A na=马 'x", cursor: 8, among: SessionCommands.all.definitions)
    #expect(completion.wanted == [.fieldKey])
    #expect(completion.range == 6..<8)
  }

  @Test(
    "what the session finds is quoted as far as it must be, in the quotes that are open",
    arguments: [
      ("show B", "B/x", "show B/x"), ("show B", "B/x y", "show 'B/x y'"),
      ("show 'B", "B/x", "show 'B/x'"), ("show \"B", "B/x \"y", "show \"B/x \\\"y\""),
      ("show 'B", "B/L'x", "show \"B/L'x\""),
      ("show $'B", "B/L'x", "show $'B/L\\'x'"), ("show B/'x", "B/x y", "show 'B/x y'"),
      ("show AC\\ S", "AC Schnitzer", "show 'AC Schnitzer'"), ("show ", "12", "show '12'"),
      ("move A to ", "to", "move A to 'to'"), ("show ", "a=b", "show a\\=b"),
      ("show 'a", "a=b", "show a\\=b"), ("set A n=", "x y", "set A n='x y'"),
      ("set A n=", "-1", "set A n=-1"), ("set A n='x", "x y", "set A n='x y'"),
      ("set A n='x", "x'y", "set A n=\"x'y\""), ("set A 'n=x", "x y", "set A 'n=x y'"),
      ("set A 'n=x", "x'y", "set A 'n='\"x'y\""), ("find --field=", "a b", "find --field='a b'"),
      ("find --field ", "a b", "find --field 'a b'"), ("jump New Y", "New York", "jump 'New York'"),
      (":New Y", "New York", ":New York"), (":L", "L'x #1", ":L'x #1"),
      ("save as ", "my file", "save as 'my file'"),
    ])
  func quoting(_ line: String, _ text: String, _ expected: String) throws {
    let completion = complete(line)
    let wanted = try #require(completion.wanted.first)
    let candidate = try #require(completion.candidate(text, as: wanted))
    let result =
      String(line.unicodeScalars.prefix(completion.range.lowerBound)) + candidate.insertion
    #expect(result == expected)
  }

  @Test(
    "a key is followed by = and stays a key",
    arguments: [
      ("set A na", "name", "name="), ("set A ", "a b", "'a b'="), ("set A 'a", "a b", "'a b="),
      ("set A 'a", "a=b", "a\\=b="), ("set A ", "a:b", "a\\:b="),
      ("insert A \"a", "a\"b", "\"a\\\"b="),
    ])
  func keys(_ line: String, _ key: String, _ expected: String) throws {
    let candidate = try #require(complete(line).candidate(key, as: .fieldKey))
    #expect(candidate.insertion == expected)
    #expect(!candidate.isFinished)
  }

  @Test(
    "a word that goes on keeps its quote open",
    arguments: [
      ("show A", "AC Schnitzer/", "'AC Schnitzer/"), ("show B", "B/", "B/"),
      ("show 'B", "B/", "'B/"),
      ("show ", "-x/", "'-x/"), ("show ", "", ""), ("set A n=x", "x y", "'x y"),
      ("set A 'n=x", "x y", "x y"), ("show ", "L'/", "\"L'/"),
    ])
  func unfinished(_ line: String, _ text: String, _ expected: String) throws {
    let completion = complete(line)
    let wanted = try #require(completion.wanted.first)
    let candidate = try #require(completion.candidate(text, as: wanted, isComplete: false))
    #expect(candidate.insertion == expected)
    #expect(!candidate.isFinished)
  }

  @Test("a title that a line cannot hold as it is, is not completed there")
  func titles() {
    for title in ["a\nb", " a", "a ", ""] {
      #expect(complete(":").candidate(title, as: .sectionTitle) == nil)
      #expect(complete("jump ").candidate(title, as: .sectionTitle) != nil)
    }
  }

  @Test("whatever is completed, wherever, is read as just that", arguments: 0..<8)
  func roundTrip(seed: UInt64) throws {
    var texts = RandomCommandTexts(seed: seed)
    let beginnings = [
      "delete ", "delete '", "delete \"", "delete $'", "delete B'", "move A to '", "set A n=",
      "set A n='", "set A n:string=\"", "set A 'n=", "set A \"n=", "set A $'n=", "rename A '",
      "section insert --in=", "section insert --in='", "jump x ", "jump '",
    ]
    for _ in 0..<200 {
      let text = texts.text()
      for line in beginnings {
        let completion = complete(line)
        let wanted = try #require(completion.wanted.first)
        let candidate = try #require(completion.candidate(text, as: wanted))
        let result =
          String(String.UnicodeScalarView(line.unicodeScalars.prefix(completion.range.lowerBound)))
          + candidate.insertion
        let word = try #require(try Lexer.words(of: result).last, "\(result)")
        let isTail = line.contains("=")
        let found = isTail ? String(word.text.drop { $0 != "=" }.dropFirst()) : word.text
        #expect(word.columns.upperBound == result.unicodeScalars.count + 1, "\(result)")
        if isTail, case .fieldValue = wanted {
          #expect(
            try FieldAssignment(word)?.value.utf8.elementsEqual(text.utf8) == true, "\(result)")
        } else if !isTail {
          #expect(found.utf8.elementsEqual(text.utf8), "\(result)")
          #expect(word.reference == .address(text))
        }
      }
    }
  }

  @Test("no line makes completion fail, and its range ends at the cursor", arguments: 0..<4)
  func anyLine(seed: UInt64) {
    var texts = RandomCommandTexts(seed: seed)
    var generator = SeededGenerator(seed: seed)
    let starts = ["", "set ", "find ", "section insert ", "insert A ", "help ", ":", "move A to "]
    for _ in 0..<300 {
      let line = (starts.randomElement(using: &generator) ?? "") + texts.text() + texts.text()
      for cursor in 0...line.unicodeScalars.count {
        let completion = GrammarCompletion(
          line: line, cursor: cursor, among: SessionCommands.all.definitions)
        #expect(completion.range.upperBound == cursor)
        for candidate in completion.candidates {
          #expect(candidate.name.utf8.starts(with: completion.prefix.utf8))
        }
      }
    }
  }
}
