import Foundation
import Grammar
import Language
import TestHelpers
import Testing

@testable import CardexCommand

/// Commands of the program, not of the language.

/// `cardex insert`, `cardex move` and the like, run as a user runs them.
@Suite struct EditCommandTests {
  private let directory: TemporaryDirectory
  private let file: String
  private let original: Data

  init() throws {
    directory = try TemporaryDirectory()
    original = try Data(contentsOf: Tool.data.appending(path: "contacts.plist"))
    file = try directory.write(original, to: "contacts.plist")
  }

  private var content: Data { get throws { try Data(contentsOf: URL(filePath: file)) } }

  @Test(
    "names are exact, and the error has the address that is meant",
    arguments: [
      (["delete", "FILE", "B/Ann"], "B/Anna"), (["delete", "FILE", "b/Anna"], "B/Anna"),
      (["move", "FILE", "B/anna", "to", "C"], "B/Anna"),
      (["section", "delete", "--force", "FILE", "b"], "B"),
      (["batch", "-e", "delete B/Ann", "FILE"], "B/Anna"),
    ])
  func exactNames(_ arguments: [String], meant: String) throws {
    let list =
      "<plist><dict><key>B</key><array><dict><key>name</key><string>Anna</string></dict>"
      + "</array><key>C</key><array/></dict></plist>"
    try Data(list.utf8).write(to: URL(filePath: file))
    let run = try Tool.run(arguments.map { $0 == "FILE" ? file : $0 })
    #expect(run.status == 2)
    #expect(run.errors.contains("is named exactly") && run.errors.contains("nearest: \(meant)"))
    #expect(try content == Data(list.utf8))
    // The address can be copied.
    let again = try Tool.run(["delete", file, "B/Anna"])
    #expect(again.status == 0)
  }

  @Test(
    "each does what the same command does in a script",
    arguments: [
      (
        ["insert", "FILE", "A", "Ada Muster", "phoneNum=1", "--sorted"],
        "insert A 'Ada Muster' phoneNum=1 --sorted"
      ),
      (["insert", "--by-letter", "FILE", "Ada", "note=a=b"], "insert --by-letter Ada note=a=b"),
      (["insert", "FILE", "A", "a\\=b"], "insert A a\\=b"),
      (["delete", "FILE", "A/Anna Müller", "A/#1"], "delete 'A/Anna Müller' A/#1"),
      (["delete", "FILE", "--all", "-w", "anna"], "delete --all -w anna"),
      (["delete", "--all", "FILE", "-e", "anna", "-e", "clara"], "delete --all -e anna -e clara"),
      (
        ["move", "FILE", "A/Anna Müller", "to", "B", "--first"],
        "move 'A/Anna Müller' to B --first"
      ),
      (["copy", "FILE", "A/Anna Müller", "to", "B"], "copy 'A/Anna Müller' to B"),
      (
        ["set", "FILE", "A/Anna Müller", "n:integer=5", "a\\:b=c\\:d"],
        "set 'A/Anna Müller' n:integer=5 a\\:b='c\\:d'"
      ),
      (["unset", "FILE", "A/Anna Müller", "phoneNum"], "unset 'A/Anna Müller' phoneNum"),
      (["rename", "FILE", "A/Anna Müller", "--", "-x"], "rename 'A/Anna Müller' '-x'"),
      (["replace", "FILE", "Anna", "A. M."], "replace Anna 'A. M.'"),
      (
        ["replace", "-iE", "--field=name", "FILE", "^(a)", "$1$1"],
        "replace -iE --field=name '^(a)' '$1$1'"
      ),
      (["section", "insert", "FILE", "--after=A", "Ab"], "section insert --after=A Ab"),
      (["section", "rename", "FILE", "A", "7"], "section rename A '7'"),
      (["section", "delete", "--force", "FILE", "B", "C"], "section delete --force B C"),
      (["section", "move", "FILE", "B", "to", "A", "--before"], "section move B to A --before"),
      (["section", "copy", "FILE", "B", "to", "A", "--before"], "section copy B to A --before"),
      (["section", "sort", "--all", "FILE"], "section sort --all"),
      (
        ["section", "build", "FILE", "--force", "--title-key=t"],
        "section build --force --title-key=t"
      ),
    ] as [([String], String)])
  func sameAsScript(_ arguments: [String], _ line: String) throws {
    let other = try directory.write(original, to: "other.plist")
    let script = try Tool.run(["batch", "-e", line, other])
    let outcome = try Tool.run(arguments.map { $0 == "FILE" ? file : $0 })
    // How many were changed is said only here.
    let isCounted = line.hasPrefix("delete --all") || line.hasPrefix("replace")
    #expect(outcome.errors.isEmpty == !isCounted)
    #expect(script.errors == "")
    #expect(outcome.output == "")
    #expect(outcome.status == script.status)
    #expect(try content == Data(contentsOf: URL(filePath: other)))
  }

  @Test("rows of forms are filled in, chosen, expanded and collapsed")
  func forms() throws {
    let form = try directory.write(
      Data(contentsOf: Tool.data.appending(path: "settings-form.plist")), to: "form.plist")
    for arguments in [
      ["fill", form, "Given name", "Ada Augusta"], ["pick", form, "Sorting", "By date added"],
      ["expand", form, "Birthday"], ["collapse", form, "all"],
    ] {
      let outcome = try Tool.run(arguments)
      #expect(outcome.errors == "")
      #expect(outcome.status == 0, "\(arguments)")
    }
    #expect(try Tool.run(["search", "--all-fields", "-c", "Ada Augusta", form]).status == 0)
  }

  @Test("a new catalogue whose entries have categories takes entries of any, old or new")
  func categories() throws {
    let list = directory("list.plist")
    #expect(try Tool.run(["new", list, "name", "phone", "category"]).status == 0)
    for (name, category) in [("Ann", "Family"), ("Bo", "Family"), ("Cy", "Work"), ("Di", "Work")] {
      let outcome = try Tool.run(["insert", list, "/", name, "category=" + category])
      #expect(outcome.errors == "" && outcome.status == 0)
    }
    #expect(try Tool.run(["set", list, "Family/Ann", "category=Sport"]).status == 0)
    let outcome = try Tool.run(["show", list])
    #expect(
      outcome.output
        == "– Family  (1)\n    Bo  Family\n– Work  (2)\n    Cy  Work\n    Di  Work\n– Sport  (1)\n    Ann  Sport\n"
    )
  }

  @Test("an empty new catalogue takes sections")
  func firstSection() throws {
    let list = directory("list.plist")
    #expect(try Tool.run(["new", list, "name", "phone"]).status == 0)
    for arguments in [
      ["section", "insert", list, "Tea"], ["section", "insert", list, "Coffee"],
      ["insert", list, "Tea", "Assam", "phone=1"],
    ] {
      let outcome = try Tool.run(arguments)
      #expect(outcome.errors == "" && outcome.status == 0, "\(arguments)")
    }
    #expect(try Tool.run(["show", list]).output == "– Tea  (1)\n    Assam  1\n  Coffee\n")
  }

  @Test("titles of untitled sections are understood, and not written")
  func sectionTitles() throws {
    let lists = plist(
      "<array><array><string>a</string></array><array><string>b</string></array></array>")
    try Data(lists.utf8).write(to: URL(filePath: file))
    let outcome = try Tool.run([
      "move", file, "--section-titles=Left,Right", "Left/a", "to", "Right",
    ])
    #expect(outcome.errors == "" && outcome.status == 0)
    let moved = plist(
      "<array><array></array><array><string>b</string><string>a</string></array></array>")
    #expect(try content == Data(moved.utf8))
  }

  @Test("a time that the local clocks skip is an error; a day without midnight begins later")
  func skippedTimes() throws {
    let one = plist(
      "<array><dict><key>name</key><string>a</string><key>d</key><date>2024-01-01T00:00:00Z</date></dict></array>"
    )
    try Data(one.utf8).write(to: URL(filePath: file))
    func set(_ date: String, _ zone: String) throws -> Tool.Outcome {
      try Tool.run(["set", file, "/a", "d=" + date], environment: ["TZ": zone])
    }
    let skipped = try set("2024-03-31 02:30", "CET-1CEST,M3.5.0,M10.5.0/3")
    #expect(skipped.status == 2)
    #expect(skipped.errors.contains("there is no '2024-03-31 02:30' here"))
    #expect(try content == Data(one.utf8))
    for (date, zone, written) in [
      ("2024-03-31 03:30", "CET-1CEST,M3.5.0,M10.5.0/3", "2024-03-31T01:30:00Z"),
      ("２０２４-03-31 01:30", "CET-1CEST,M3.5.0,M10.5.0/3", "2024-03-31T00:30:00Z"),
      ("2024-03-31", "EET-2EEST,M3.5.0/0,M10.5.0/0", "2024-03-30T22:00:00Z"),
    ] {
      #expect(try set(date, zone).status == 0)
      #expect(try content == Data(one.replacing("2024-01-01T00:00:00Z", with: written).utf8))
    }
  }

  @Test("numbers, '.' and 'to' as words of their own are names")
  func names() throws {
    try Data(plist("<array><string>to</string><string>2</string><string>.</string></array>").utf8)
      .write(to: URL(filePath: file))
    for name in ["2", ".", "/to"] {
      #expect(try Tool.run(["delete", file, name]).status == 0, "\(name)")
    }
    #expect(try Tool.run(["show", file]).output == "")
  }

  @Test("options for saving and reading are those of a script")
  func options() throws {
    let move = ["move", file, "A/Anna Müller", "to", "B"]
    let trial = try Tool.run(move + ["-n"])
    #expect(trial.output.hasPrefix("--- \(file)\n"))
    #expect(trial.status == 0)
    #expect(try content == original)
    let copy = directory("copy.plist")
    #expect(try Tool.run(move + ["-o", copy]).status == 0)
    #expect(try content == original)
    #expect(try Tool.run(["search", "-xc", "B/Anna Müller", "--field=name", copy]).status == 1)
    #expect(try Tool.run(["show", copy, "B/Anna Müller"]).status == 0)
    let reported = try Tool.run(move + ["--verbose", "--backup=.old"])
    #expect(
      reported.output
        == "moved B/Anna Müller\nmoved    A/Anna Müller → B/#4\nsaved \(file)\n")
    #expect(try Data(contentsOf: URL(filePath: file + ".old")) == original)
    try Data(plist("<array><dict><key>a</key><string>x</string></dict></array>").utf8)
      .write(to: URL(filePath: file))
    #expect(try Tool.run(["rename", "--label-key=a", file, "x", "y"]).status == 0)
    #expect(
      try content == Data(plist("<array><dict><key>a</key><string>y</string></dict></array>").utf8))
  }

  @Test("how many entries were changed is said if they were not named")
  func counts() throws {
    let text = "<array><string>ab</string><string>ac</string><string>x</string></array>"
    for (arguments, message) in [
      (["delete", "--all", file, "a"], "cardex: deleted 2 entries\n"),
      (["replace", file, "a", "b"], "cardex: replaced text in 2 values of 2 entries\n"),
      (["delete", file, "ab", "ac"], ""),
      (["batch", "-e", "delete --all a", file], ""),
    ] {
      try Data(plist(text).utf8).write(to: URL(filePath: file))
      let outcome = try Tool.run(arguments)
      #expect(outcome.errors == message, "\(arguments)")
      #expect(outcome.output == "")
    }
    let outcome = try Tool.run(["delete", "-v", "--all", file, "a"])
    #expect(
      outcome.errors
        == "cardex: option -v is ambiguous: --invert-match, --verbose\ncardex: write '--invert-match' or '--verbose'\n"
    )
    #expect(outcome.status == 2)
  }

  @Test(
    "a command that changes nothing leaves the file untouched, with status 1 where that is asked for"
  )
  func nothing() throws {
    let past = Date(timeIntervalSince1970: 978_307_200)
    for (arguments, text) in [
      (["move", file, "#1", "to", "#2"], "<array><string>a</string><string>a</string></array>"),
      (["set", file, "a", "=a"], "<array><string>a</string></array>"),
      (["replace", file, "b", "c"], "<array><string>a</string></array>"),
      (
        ["batch", "-e", "move #1 to #2", file],
        "<array><string>a</string><string>a</string></array>"
      ),
      (["batch", "-e", "set a =b", "-e", "set b =a", file], "<array><string>a</string></array>"),
      (["batch", "-e", "section build", "-e", "undo", file], "<array><string>a</string></array>"),
      (
        ["batch", "-n", "-e", "move #1 to #2", file],
        "<array><string>a</string><string>a</string></array>"
      ),
    ] {
      try Data(plist(text).utf8).write(to: URL(filePath: file))
      try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: file)
      for (option, status) in [([], 0), (["--fail-unchanged"], 1)] as [([String], Int32)] {
        let outcome = try Tool.run(arguments + option)
        #expect(outcome.status == status, "\(arguments)")
        #expect(outcome.output == "")
        #expect(outcome.errors == "")
        #expect(try content == Data(plist(text).utf8))
      }
      let date = try FileManager.default.attributesOfItem(atPath: file)[.modificationDate]
      #expect(date as? Date == past)
    }
    // A change that keeps the length is one.
    try Data(plist("<array><string>a</string><string>b</string></array>").utf8)
      .write(to: URL(filePath: file))
    #expect(try Tool.run(["move", file, "#1", "to", "#2"]).status == 0)
    #expect(
      try content == Data(plist("<array><string>b</string><string>a</string></array>").utf8))
  }

  @Test(
    "what is wrong is said, with status 2, and nothing is saved",
    arguments: [
      (
        ["move"], "no FILE was given\ncardex: usage: cardex move [OPTIONS] FILE ADDRESS… to ADDRESS"
      ),
      (
        ["move", "FILE", "A/Anna Müller", "B"],
        "no destination; say where to with 'to ADDRESS'\ncardex: usage: cardex move"
      ),
      (["move", "FILE", "A/Hanna", "to", "B"], "no section or entry 'Hanna' in 'A'"),
      (
        ["insert", "FILE", "Nobody Else"],
        "no section or entry 'Nobody Else'\ncardex: usage: cardex insert [OPTIONS] FILE ADDRESS [LABEL]"
      ),
      (["mov", "FILE"], "unknown command 'mov'\ncardex: did you mean 'move'?"),
      (
        ["delete", "FILE", "--all", "-v", "x"], "option -v is ambiguous: --invert-match, --verbose"
      ),
      (["delete", "FILE", "-w", "x"], "--word-regexp requires --all"),
      (["section", "FILE"], "unknown command 'section "),
      (["section"], "'section' needs a second word\ncardex: it is followed by 'insert', 'delete'"),
      (["section", "ren", "FILE", "A", "B"], "unknown command 'section ren'"),
      (
        ["insert", "FILE", "A", "Neu", "phoneNumb=1"],
        "'phoneNumb' is a new key; did you mean 'phoneNum'?\ncardex: --new-key adds it"
      ),
      (["insert", "FILE", "--by-letter", "a=b"], "LABEL is missing before 'a=b'"),
      (
        ["move", "FILE", "A/Anna Müller", "to", "B", "-n", "-o", "x"],
        "--dry-run and --output cannot be"
      ),
      (
        ["batch", "FILE", "-e", "rename 'A/Anna Müller' Ann", "-e", "quit"],
        "there are unsaved edits\ncardex: without 'quit', they are saved at the end"
      ),
      (
        ["rename", "FILE", "A/Anna Müller", "Ann", "--backup="],
        "--backup= has no SUFFIX\ncardex: --backup alone keeps"
      ),
      (["batch", "FILE", "-e", "list", "--lines=x"], "--lines takes a whole number of 1 or more"),
      (["replace", "FILE", "-E", "x*", "y"], "PATTERN must not match the empty text"),
      (["find", "x", "FILE"], "'find' is a command of the shell; here: search"),
      (["undo", "FILE"], "'undo' is a command of the shell, not of the program"),
      (["new", "FILE"], "the file already exists"), (["new"], "no FILE was given"),
      (["new", "/nonexistent/a.plist"], "/nonexistent/a.plist: "),
      (["new", "-"], "a new catalogue needs a file"),
      (["new", "OTHER", "a", "a"], "the KEY 'a' is given twice"),
      (["new", "OTHER", "a,b"], "'a,b' cannot be the KEY of a new list"),
    ] as [([String], String)])
  func wrong(_ arguments: [String], _ message: String) throws {
    let outcome = try Tool.run(
      arguments.map { $0 == "FILE" ? file : $0 == "OTHER" ? directory("other.plist") : $0 })
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(try content == original)
    #expect(!FileManager.default.fileExists(atPath: directory("other.plist")))
  }

  @Test("a new catalogue has no entries, and takes the first one under its letter")
  func new() throws {
    let path = directory("new.plist")
    #expect(try Tool.run(["new", path, "name", "phone"]).status == 0)
    #expect(try Tool.run(["show", path]).status == 1)
    #expect(try Tool.run(["check", path]).status == 0)
    #expect(try Tool.run(["insert", path, "--by-letter", "Anna", "phnoe=1"]).status == 2)
    for (name, number) in [("Anna", "123"), ("Ben", "5"), ("Alma", "7")] {
      let outcome = try Tool.run(["insert", path, "--by-letter", name, "phone=\(number)"])
      #expect(outcome.errors == "")
      #expect(outcome.status == 0)
    }
    #expect(
      try Tool.run(["show", path]).output
        == "– A  (2)\n    Alma  7\n    Anna  123\n– B  (1)\n    Ben  5\n")
    #expect(try Tool.run(["check", path]).output == "")
    let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
    #expect(text.contains("\n\t\t\t<dict>\n\t\t\t\t<key>name</key>\n\t\t\t\t<string>Anna</string>"))
  }

  @Test(
    "the label stays the key that was declared, whatever the entries hold",
    arguments: [false, true])
  func declaredLabel(isFiled: Bool) throws {
    let directory = try TemporaryDirectory()
    let path = directory.url.appending(path: "books").path()
    #expect(try Tool.run(["new", path, "book", "author"]).status == 0)
    for (title, author) in [("Dune", "Frank Herbert"), ("Emma", "Jane Austen"), ("Ulysses", "J J")]
    {
      let place = isFiled ? ["--by-letter", title] : ["/", title]
      let outcome = try Tool.run(["insert", path] + place + ["author=\(author)"])
      #expect(outcome.errors == "")
    }
    let shown = try Tool.run(["show", path]).output
    #expect(
      shown
        == (isFiled
          ? "– D  (1)\n    Dune  Frank Herbert\n– E  (1)\n    Emma  Jane Austen\n– U  (1)\n    Ulysses  J J\n"
          : "Dune     Frank Herbert\nEmma     Jane Austen\nUlysses  J J\n"))
  }

  @Test(
    "among values of unlike kinds, a new one is a string unless it can be like its neighbour",
    arguments: [
      ("<true/>", "NSFoo=bar", "<string>bar</string>"), ("<true/>", "NSFoo=no", "<false/>"),
      ("<array><string>a</string></array>", "NSFoo=bar", "<string>bar</string>"),
      ("<array><string>a</string></array>", "NSFoo=", "<string></string>"),
      ("<integer>3</integer>", "NSFoo=4", "<integer>4</integer>"),
      ("<integer>3</integer>", "NSFoo=4a", "<string>4a</string>"),
    ])
  func unlikeKinds(last: String, field: String, written: String) throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(
      plist(
        """
        <dict><key>CFBundleName</key><string>App</string><key>CFBundleVersion</key>
        <string>1</string><key>LSRequiresIPhoneOS</key>\(last)</dict>
        """), to: "Info.plist")
    let outcome = try Tool.run(["insert", file, "/", field])
    #expect(outcome.errors == "")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains(/<key>NSFoo<\/key>\s*/))
    #expect(text.contains(written))
  }

  @Test("letters with accents are no slips of those without")
  func lettersAreNotSimilar() throws {
    let directory = try TemporaryDirectory()
    let path = directory.url.appending(path: "names").path()
    #expect(try Tool.run(["new", path, "name"]).status == 0)
    for name in ["Işık", "İpek", "Ömer", "Oya"] {
      let outcome = try Tool.run(["insert", "--by-letter", "--locale=tr", path, name])
      #expect(outcome.status == 0)
    }
    #expect(try Tool.run(["check", "--locale=tr", path]).output == "")
  }

  @Test("help describes them as the shell does, with what is different")
  func help() throws {
    for arguments in [["move", "--help"], ["help", "move"]] {
      let outcome = try Tool.run(arguments)
      #expect(outcome.status == 0)
      #expect(outcome.output.hasPrefix("Usage: cardex move [OPTIONS] FILE ADDRESS… to ADDRESS\n"))
      #expect(outcome.output.contains("The ADDRESS after 'to' is the destination."))
      let lines = outcome.output.replacing("\n", with: " ")
      #expect(lines.contains("This is a script of one command"))
    }
    let section = try Tool.run(["section", "rename", "--help"])
    #expect(section.output.hasPrefix("Usage: cardex section rename [OPTIONS] FILE ADDRESS TITLE\n"))
    #expect(section.output == (try Tool.run(["help", "section", "rename"])).output)
  }

  @Test(
    "replace changes nothing but what it finds",
    arguments: [
      ("مُحَمَّد", ["-E", "[\u{64B}-\u{652}]"], "محمد"), ("ที่", ["\u{E48}"], "ที"),
      ("e\u{301}\u{302}b", ["\u{302}b"], "e\u{301}"), ("Straße", ["-i", "s"], "traße"),
      ("aﬁb", ["-i", "i"], nil), ("ΐ", ["-i", "\u{301}"], nil), ("\u{344}", ["\u{301}"], nil),
    ] as [(String, [String], String?)])
  func partsOfCharacters(_ text: String, _ pattern: [String], _ expected: String?) throws {
    let old = plist("<array><dict><key>name</key><string>\(text)</string></dict></array>")
    try Data(old.utf8).write(to: URL(filePath: file))
    let outcome = try Tool.run(["replace", file] + pattern + [""])
    #expect(outcome.status == 0)
    #expect(
      try content
        == Data(
          plist(
            "<array><dict><key>name</key><string>\(expected ?? text)</string></dict></array>"
          ).utf8))
  }

  @Test(
    "reports are not in the file that is written to standard output",
    arguments: [
      (
        ["set", "-v", "FILE", "/Ada", "x=1", "--new-key"],
        ["changed /Ada", "changed  /Ada  x → 1"]
      ),
      (
        ["batch", "-v", "FILE", "-e", "set /Ada x=1 --new-key"],
        ["changed /Ada", "changed  /Ada  x → 1"]
      ),
      (
        ["import", "-v", "FILE", "OTHER"],
        ["1 added, 0 changed, 0 unchanged", "added    /Zoe"]
      ),
      (
        ["replace", "-v", "FILE", "Ada", "Eva"],
        ["replaced text in 1 value of 1 entry", "renamed  /Ada → /Eva"]
      ),
    ])
  func reportsElsewhere(_ arguments: [String], _ lines: [String]) throws {
    try Data(plist("<array><dict><key>name</key><string>Ada</string></dict></array>").utf8)
      .write(to: URL(filePath: file))
    let other = try directory.write("name\nZoe\n", to: "other.csv")
    let words = arguments.map { $0 == "FILE" ? file : $0 == "OTHER" ? other : $0 }
    let result = directory("result.plist")
    let named = try Tool.run(words + ["-o", result])
    let outcome = try Tool.run(words + ["-o", "-"])
    #expect(named.output == lines.map { $0 + "\n" }.joined())
    #expect(outcome.errors == lines.map { "cardex: \($0)\n" }.joined())
    #expect(outcome.outputBytes == (try Data(contentsOf: URL(filePath: result))))
  }

  /// A list of entries with a field beside it.
  private static let born = """
    <dict><key>version</key><string>1</string><key>items</key><array><dict><key>name</key>\
    <string>Ada</string><key>born</key><integer>1815</integer></dict><dict><key>name</key>\
    <string>Bo</string><key>born</key><integer>1900</integer></dict><dict><key>name</key>\
    <string>Cy</string></dict></array></dict>
    """

  @Test(
    "--json prints what has changed, whatever the command",
    arguments: [
      ("set FILE .version=2", #"{"path":".version","address":"/","old":"1","new":"2"}"#),
      (
        "set FILE /Ada name=X born=1",
        #"""
        {"path":".items.0.name","address":"/X","old":"Ada","new":"X"}
        {"path":".items.0.born","address":"/X","old":1815,"new":1}
        """#
      ),
      (
        "insert FILE / Di born:integer=2",
        #"{"path":".items.3","address":"/Di","old":null,"new":{"name":"Di","born":2}}"#
      ),
      (
        "delete FILE /Bo",
        #"{"path":".items.1","address":"/Bo","old":{"name":"Bo","born":1900},"new":null}"#
      ),
      (
        "rename FILE /Bo Bob",
        #"{"path":".items.1.name","address":"/Bob","old":"Bo","new":"Bob"}"#
      ),
      (
        "move FILE /Cy to --first /",
        #"""
        {"path":".items.0","address":"/#1","from":".items.2","old":{"name":"Cy"},"new":{"name":"Cy"}}
        """#
      ),
      (
        "copy FILE /Cy to /Ada",
        #"{"path":".items.1","address":"/Cy#1","old":null,"new":{"name":"Cy"}}"#
      ),
      ("unset FILE /Ada born", #"{"path":".items.0.born","address":"/Ada","old":1815,"new":null}"#),
      (
        "patch FILE PATCH",
        #"""
        {"path":".version","address":"/","old":"1","new":"2"}
        {"path":".extra","address":"/","old":null,"new":true}
        """#
      ),
      (
        "replace FILE Ada Eva --field=name",
        #"{"path":".items.0.name","address":"/Eva","old":"Ada","new":"Eva"}"#
      ),
      (
        "import FILE OTHER",
        #"{"path":".items.3","address":"/Zoe","old":null,"new":{"name":"Zoe"}}"#
      ),
      (
        "batch FILE -e 'set .version=2' -e 'set .version=3' -e 'delete /Bo' -e 'set /Ada born=1' -e undo",
        #"""
        {"path":".version","address":"/","old":"1","new":"3"}
        {"path":".items.1","address":"/Bo","old":{"name":"Bo","born":1900},"new":null}
        """#
      ),
      ("set FILE .version=1", ""),
    ])
  func objects(command: String, objects: String) throws {
    try Data(plist(EditCommandTests.born).utf8).write(to: URL(filePath: file))
    let patch = try directory.write(#"{"version":"2","extra":true}"#, to: "patch.json")
    let other = try directory.write("name\nZoe\n", to: "other.csv")
    let words =
      "cardex \(command) --json".replacing("FILE", with: file).replacing("PATCH", with: patch)
      .replacing("OTHER", with: other)
    let expected = objects.isEmpty ? "" : objects + "\n"
    let before = try content
    // Nothing is saved, and there is no diff.
    #expect(try Tool.shell(words + " -n").output == expected)
    #expect(try content == before)
    let outcome = try Tool.shell(words)
    #expect(outcome.output == expected && outcome.status == 0)
    #expect(try (content == before) == objects.isEmpty)
  }

  @Test("objects of several files have their names, and nothing is printed of one that fails")
  func objectsOfFiles() throws {
    let text = plist("<dict><key>a</key><string>1</string></dict>")
    let other = try directory.write(text, to: "other.plist")
    try Data(text.replacing("<string>1", with: "<string>3").utf8).write(to: URL(filePath: file))
    let command = ["batch", "--json", file, other, "-e", "set .a=2"]
    #expect(
      try Tool.run(command).output == """
        {"file":"\(file)","path":".a","address":"/a","old":"3","new":"2"}
        {"file":"\(other)","path":".a","address":"/a","old":"1","new":"2"}

        """)
    let failed = try Tool.run(["batch", "--json", file, "-e", "set .a=5", "-e", "delete .b"])
    #expect(failed.output == "" && failed.status == 2)
  }

  @Test(
    "--json is for what standard output is free for",
    arguments: [
      (["set", "--json", "-v", "FILE", ".a=1"], "--json and --verbose cannot be used together"),
      (["set", "--json", "FILE", ".a=1", "-o", "-"], "--json cannot be used when the result is"),
      (["set", "--json", "-", ".a=1"], "--json cannot be used when the result is"),
      (["batch", "--json", "-v", "FILE", "FILE", "-e", "set .a=1"], "cannot be used together"),
    ])
  func objectsElsewhere(_ arguments: [String], _ message: String) throws {
    try Data(plist("<dict><key>a</key><string>0</string></dict>").utf8)
      .write(to: URL(filePath: file))
    let before = try content
    let outcome = try Tool.run(
      arguments.map { $0 == "FILE" ? file : $0 }, input: Data(before))
    #expect(outcome.status == 2 && outcome.output == "" && outcome.errors.contains(message))
    #expect(try content == before)
  }

  @Test("rows of a form that are reported are not in that file, either")
  func rowsElsewhere() throws {
    let form = Tool.data.appending(path: "settings-form.plist").path()
    let quiet = try Tool.run(["expand", form, "Birthday", "-o", "-"])
    let outcome = try Tool.run(["expand", "-v", form, "Birthday", "-o", "-"])
    #expect(outcome.output == quiet.output && quiet.errors == "")
    #expect(outcome.errors.hasPrefix("cardex: ") && outcome.errors.contains("Birthday"))
  }

  @Test("in an emptied list, the label is under the key that --label-key names")
  func labelKey() throws {
    try Data(plist("<array/>").utf8).write(to: URL(filePath: file))
    let options = ["--flat", "--label-key=name"]
    #expect(try Tool.run(["insert"] + options + [file, "/", "Ada"]).status == 0)
    #expect(try Tool.run(["insert"] + options + [file, "/", "Bo"]).status == 0)
    #expect(try Tool.run(["convert", "--to=csv", file]).output == "name\nAda\nBo\n")
    try Data(plist("<array/>").utf8).write(to: URL(filePath: file))
    #expect(try Tool.run(["insert"] + options + [file, "/", "Ada", "=5"]).status == 2)
    #expect(try Tool.run(["insert", "--flat", file, "/", "Ada"]).status == 0)
    #expect(try String(decoding: content, as: UTF8.self).contains("<string>Ada</string>"))
    #expect(try !String(decoding: content, as: UTF8.self).contains("<dict>"))
  }

  @Test(
    "every option of the language is one of the program",
    arguments: CommandWord.editing)
  func definitions(_ word: CommandWord) {
    for definition in word.definitions {
      let names = definition.options.map(\.name.rawValue)
      let command = SessionCommands.all.definitions.command(named: definition.name)
      for option in command?.options ?? [] { #expect(names.contains(option.name.rawValue)) }
      #expect(command != nil && Set(names).count == names.count)
      for line in Help.text(for: [definition], as: definition).split(separator: "\n") {
        #expect(line.count <= 80 || line.contains("cardex"))
      }
    }
  }
}
