import Catalogues
import Grammar
import Testing

@testable import Editing
@testable import Language

@Suite("Completion from a catalogue")
struct SessionCompletionTests {
  private func session(_ fixture: String) throws -> Session {
    let catalogue = try EditedCatalogue(fixture: fixture)
    return try catalogue.session(RecordingOutput())
  }

  private func session(plist: String) throws -> Session {
    let catalogue = try EditedCatalogue(Array("<plist version=\"1.0\">\(plist)</plist>".utf8))
    return try catalogue.session(RecordingOutput())
  }

  /// The line after inserting each candidate; `…` follows those that can continue.
  private func lines(_ line: String, _ session: Session) -> [String] {
    let grammar = GrammarCompletion(
      line: line, cursor: line.unicodeScalars.count, among: SessionCommands.all.definitions)
    let start = String(
      String.UnicodeScalarView(line.unicodeScalars.prefix(grammar.range.lowerBound)))
    let candidates = grammar.wanted.flatMap { wanted in
      session.suggestions(
        for: wanted, prefix: grammar.prefix, precedingAddress: grammar.precedingAddress
      ).compactMap { suggestion in
        grammar.candidate(suggestion.text, as: wanted, isComplete: suggestion.isComplete)
      }
    }
    return (grammar.candidates + candidates).map {
      start + $0.insertion + ($0.isFinished ? "" : "…")
    }
  }

  @Test(
    "sections, then entries in them, are found without regard to case and accents",
    arguments: [
      ("show m", ["show M/…"]), ("show e", ["show É/…"]), ("show x", []),
      ("show q", ["show Q"]), ("show 北", ["show 北/…"]),
      ("show M/mul", ["show 'M/Muller, Jo'", "show 'M/Müller, Ada'", "show 'M/MULLER, Ute'"]),
      ("show M/MO", ["show 'M/Moss, Kim'"]), ("show m/mo", ["show 'm/Moss, Kim'"]),
      ("show 'M/mo", ["show 'M/Moss, Kim'"]), ("show \"M/mo", ["show \"M/Moss, Kim\""]),
      ("show M/Moss,\\ ", ["show 'M/Moss, Kim'"]), ("show 北/北京", ["show '北/北京 王'"]),
      ("show e/él", ["show 'e/Élan Vital'"]), ("show #3/mo", ["show '#3/Moss, Kim'"]),
      ("show M/#", []), ("show Nowhere/", []), ("show M/Moss/", []), ("show M//", []),
      ("delete ", ["delete B/…", "delete É/…", "delete M/…", "delete 北/…"]),
      ("delete B/b", ["delete 'B/Bär, Otto'", "delete 'B/Baker, Tom'"]),
      ("move B/an", ["move 'B/Anna Berg'"]), ("move B/#1 to q", ["move B/#1 to Q"]),
      ("jump e", ["jump É"]), (":m", [":M"]), (":", [":B", ":É", ":M", ":Q", ":北"]),
      ("section delete q", ["section delete Q"]),
      ("section insert X --in=q", ["section insert X --in=Q"]),
    ] as [(String, [String])])
  func addresses(_ line: String, _ expected: [String]) throws {
    let found = try lines(line, session("names"))
    #expect(found == expected)
  }

  @Test(
    "namesakes are completed with their numbers",
    arguments: [
      ("show /a", ["show /Ann#1", "show /Anton", "show /Ann#2"]),
      ("show /Ann#", ["show /Ann#1", "show /Ann#2"]), ("show /ann#2", ["show /Ann#2"]),
      ("show /Ann#3", []), ("show /Nr", ["show /Nr\\#2", "show /Nr#1"]),
      ("show /Nr#", ["show /Nr\\#2", "show /Nr#1"]), ("show /#", []),
    ])
  func namesakes(_ line: String, _ expected: [String]) throws {
    let names = ["Ann", "Nr#2", "Anton", "Nr", "Ann", "", "Nr"]
    let list = names.map { "<string>\($0)</string>" }.joined()
    let found = try lines(line, session(plist: "<array>\(list)</array>"))
    #expect(found == expected)
  }

  @Test(
    "addresses go down level by level",
    arguments: [
      ("show 安", ["show 安徽/…"]), ("show 安徽/", ["show 安徽/合肥/…", "show 安徽/芜湖/…"]),
      ("show 安徽/合肥/包", ["show 安徽/合肥/包河"]), ("show åland/mari", ["show åland/Mariehamn/…"]),
      ("show Åland/Mariehamn/o", ["show Åland/Mariehamn/Öster"]),
      ("jump 合", ["jump 合肥"]), (":mar", [":Mariehamn"]),
    ] as [(String, [String])])
  func levels(_ line: String, _ expected: [String]) throws {
    let found = try lines(line, session("places"))
    #expect(found == expected)
  }

  @Test(
    "names with characters that mean something in addresses are escaped",
    arguments: [
      ("show a", ["show a\\/b/…"]), ("show a\\/b", ["show a\\/b/…"]),
      (
        "show 'a\\/b/",
        ["show 'a\\/b/grey'", "show 'a\\/b/\\#grey'", "show 'a\\/b/back\\\\slash'"]
      ),
      ("show 'a\\/b/\\#", ["show 'a\\/b/\\#grey'"]),
      ("show 'a\\/b/back\\\\", ["show 'a\\/b/back\\\\slash'"]),
    ] as [(String, [String])])
  func escapes(_ line: String, _ expected: [String]) throws {
    let found = try lines(line, session("colours"))
    #expect(found == expected)
  }

  @Test("a suggested address leads to its item")
  func suggestionsResolve() throws {
    let names = ["a b", "#1", "x/y", "b\\c", "to", "all", "5", ".", "$", "-f", "k=v", "tab\tbed"]
    let entries = names.map { "<string>\($0)</string>" }.joined()
    let session = try session(
      plist: "<dict><key>S/1</key><array>\(entries)</array><key>T</key><array/></dict>")
    let suggestions = session.suggestions(for: .address, prefix: "S\\/1/", precedingAddress: nil)
    #expect(suggestions.count == names.count)
    for (index, suggestion) in suggestions.enumerated() {
      try session.run("show \(Quoting.quoted(suggestion.text))")
      #expect(session.listing.items == [.entry(Entry.ID(rawValue: index))], "\(suggestion)")
    }
  }

  @Test(
    "keys are those of the preceding entry, then those of others",
    arguments: [
      ("set B/#1 ", ["name=", "phone=", "born=", "vip="]), ("set B/#3 v", ["vip="]),
      ("set B/#1 PH", ["phone="]), ("insert M 'A B' b", ["born="]), ("insert M p", ["phone="]),
      ("set B/#1 x", []), ("set Nowhere vi", ["vip="]), ("unset B/#1 v", ["vip"]),
      ("find --field b", ["born"]),
    ] as [(String, [String])])
  func keys(_ line: String, _ expected: [String]) throws {
    let typed = line.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
    let start = line.dropLast(typed.count)
    #expect(
      try lines(line, session("names"))
        == expected.map { start + $0 + ($0.hasSuffix("=") ? "…" : "") })
  }

  @Test(
    "values are those that entries have under the key",
    arguments: [
      ("set tools/saw category=", ["tools", "plants"]), ("set tools/saw category=P", ["plants"]),
      ("set tools/saw name=r", ["rose"]), ("insert tools category=t", ["tools"]),
      ("set tools/saw other=", []), ("set tools/saw category:string=pl", ["plants"]),
    ] as [(String, [String])])
  func values(_ line: String, _ expected: [String]) throws {
    let start = line.prefix { $0 != "=" } + "="
    let found = try lines(line, session("things"))
    #expect(found == expected.map { start + $0 })
  }

  @Test(
    "the first 64 entries determine the keys, the first 1,000 the values",
    arguments: [(63, true, true), (64, false, true), (999, false, true), (1000, false, false)])
  func samples(place: Int, isKeyKnown: Bool, isValueKnown: Bool) throws {
    var entries = [String](repeating: "<dict><key>name</key><string>a</string></dict>", count: 1100)
    entries[place] = "<dict><key>odd</key><string>rare</string></dict>"
    let session = try session(plist: "<array>\(entries.joined())</array>")
    #expect(lines("unset /#1 o", session) == (isKeyKnown ? ["unset /#1 odd"] : []))
    #expect(lines("unset /#\(place + 1) o", session) == ["unset /#\(place + 1) odd"])
    #expect(lines("set /#1 odd=", session) == (isValueKnown ? ["set /#1 odd=rare"] : []))
  }

  @Test("options of the session and their values are suggested")
  func options() throws {
    let session = try session("words")
    #expect(
      lines("set option ", session)
        == [
          "page-size", "accordion", "collapsed", "by-letter", "locale", "by", "style", "grouped",
          "detail", "date-format", "section-titles",
        ].map { "set option " + $0 })
    #expect(lines("set option acc", session) == ["set option accordion"])
    #expect(
      lines("set option by-letter o", session) == [
        "set option by-letter on", "set option by-letter off",
      ])
    #expect(
      lines("set option accordion o", session)
        == ["set option accordion on", "set option accordion off"])
    #expect(lines("set option page-size ", session) == [])
    let things = try self.session("things")
    #expect(lines("set option by c", things) == ["set option by category"])
  }

  @Test("with the index on, titles are its labels")
  func labels() throws {
    let session = try session("names")
    try session.run("set option by-letter on")
    #expect(lines("jump B", session) == ["jump B"])
    try session.run("sections")
    #expect(lines("jump ", session).first == "jump A")
    #expect(!lines("jump ", session).contains("jump Q"))
  }

  @Test("what has been edited is suggested as it is now")
  func afterEdits() throws {
    let session = try session("fruits")
    #expect(lines("show p", session) == ["show pear", "show plum"])
    for line in ["rename pear peach", "delete plum", "insert / papaya"] { try session.run(line) }
    #expect(lines("show p", session) == ["show peach", "show papaya"])
    #expect(lines("show /pa", session) == ["show /papaya"])
    try session.run("undo 3")
    #expect(lines("show p", session) == ["show pear", "show plum"])
    try session.run("insert / kiwi")
    #expect(lines("delete k", session) == ["delete kiwi"])
  }

  @Test("there are no more suggestions than a person can use")
  func limit() throws {
    let entries = (0..<3000).map { "<string>e\($0)</string>" }.joined()
    let session = try session(plist: "<array>\(entries)</array>")
    #expect(lines("show e", session).count == 1000)
    #expect(lines("show e2999", session) == ["show e2999"])
  }
}
