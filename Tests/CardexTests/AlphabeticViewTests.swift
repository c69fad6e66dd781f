import Foundation
import TestHelpers
import Testing

/// `--by-letter` of `show`, `sections` and `search`, and strips.
@Suite struct AlphabeticViewTests {
  private static let flat = plist(
    """
    <array>
      <dict><key>name</key><string>Öl</string><key>sort</key><string>Fett</string></dict>
      <dict><key>name</key><string>长安</string></dict>
      <dict><key>name</key><string>apple</string><key>sort</key><string>Obst</string></dict>
      <dict><key>name</key><string>Chrysler</string></dict>
      <dict><key>name</key><string>42</string></dict>
    </array>
    """)

  private func run(_ arguments: String...) throws -> Tool.Outcome {
    try Tool.run(
      [arguments[0]] + arguments.dropFirst(), input: Data(AlphabeticViewTests.flat.utf8))
  }

  @Test("a flat catalogue is shown under the letters of a language")
  func show() throws {
    #expect(
      try run("show", "-", "--by-letter").output == """
        – A  (1)
            apple  Obst
        – C  (2)
            长安
            Chrysler
        – O  (1)
            Öl  Fett
        – #  (1)
            42

        """)
    let swedish = try run("show", "-", "--by-letter", "--locale=sv", "--collapsed")
    #expect(swedish.output == "+ A  (1)\n+ C  (2)\n+ Ö  (1)\n+ #  (1)\n")
    #expect(try run("show", "-", "--by-letter", "--depth=1").output.hasPrefix("+ A  (1)\n+ C"))
    #expect(try run("show", "-", "--by-letter", "--depth=2", "#").output == "– #  (1)\n    42\n")
    #expect(
      try run("show", "-", "--by-letter", "--accordion", "o").output
        == "+ A  (1)\n+ C  (2)\n– O  (1)\n    Öl  Fett\n+ #  (1)\n")
    #expect(
      try run("show", "-", "--by-letter", "--by", "sort", "--collapsed").output
        == "+ F  (1)\n+ O  (1)\n+ #  (3)\n")
  }

  @Test("the environment determines the language unless an option does")
  func environment() throws {
    let input = Data(AlphabeticViewTests.flat.utf8)
    let outcome = try Tool.run(
      ["show", "-", "--by-letter", "--collapsed"], input: input,
      environment: ["LC_ALL": "zh_TW.UTF-8"])
    #expect(outcome.output == "+ 5劃  (1)\n+ A  (1)\n+ C  (1)\n+ O  (1)\n+ #  (1)\n")
  }

  @Test("a missing label leads to the nearest one before it, which is reported")
  func nearest() throws {
    let outcome = try run("show", "-", "--by-letter", "N")
    #expect(outcome.output == "– C  (2)\n    长安\n    Chrysler\n")
    #expect(outcome.errors == "cardex: no entries under 'N'; the nearest is C\n")
    #expect(try run("show", "-", "--by-letter", "长").output == outcome.output)
    #expect(
      try Tool.run(["show", "-", "--by-letter"], input: Data(plist("<array/>").utf8)).status == 1)
  }

  @Test(
    "options without effect are errors",
    arguments: [
      ["show", "-", "--locale=sv"], ["sections", "--by=name"], ["search", "a", "--locale=sv"],
      ["sections", "--column"], ["show", "-", "--by-letter", "--locale=xx"],
      ["sections", "--by-letter", "--locale=zh_TW@foo"], ["show", "-", "--by-letter", "--by="],
      ["search", "--by-letter", "-c", "a"], ["search", "--by-letter", "-A1", "a"],
      ["search", "--by-letter", "-q", "a"],
      ["show", "-", "--by-letter", "--collapsed", "--accordion"],
    ])
  func errors(_ arguments: [String]) throws {
    let outcome = try Tool.run(arguments, input: Data(AlphabeticViewTests.flat.utf8))
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("cardex: "))
  }

  @Test("labels are listed with counts; a strip has all letters of the language")
  func sections() throws {
    #expect(try run("sections", "--by-letter").output == "A\t1\nC\t2\nO\t1\n#\t1\n")
    #expect(
      try run("sections", "--by-letter", "--strip", "--locale=sv").output
        == "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z Å Ä Ö #\n")
    #expect(
      try Tool.run(["sections", "--strip", "--column", "cars_total.plist"]).output.hasPrefix(
        "A\nB\n")
    )
    let empty = Data(plist("<array/>").utf8)
    #expect(try Tool.run(["sections", "--by-letter"], input: empty).status == 1)
    #expect(try Tool.run(["sections", "--by-letter", "--strip"], input: empty).status == 1)
    let colored = try run("sections", "--by-letter", "--strip", "--color=always").output
    #expect(colored.hasPrefix("A \u{1B}[2mB\u{1B}[0m C \u{1B}[2mD\u{1B}[0m"))
  }

  @Test(
    "entries under a label are counted in catalogues of up to 10,000", arguments: [10_000, 10_001])
  func countedEntries(count: Int) throws {
    let others = String(repeating: "<string>a</string>", count: count - 1)
    let list = Data(plist("<array><string>needle</string>\(others)</array>").utf8)
    let outcome = try Tool.run(["search", "--by-letter", "--heading", "needle"], input: list)
    #expect(outcome.output == "N  (1\(count > 10_000 ? "" : " of 1"))\n    needle\n")
  }

  @Test("entries that are found come in the order of the index, under their true addresses")
  func search() throws {
    let lines = try run("search", "--by-letter", "-n", "l", "-e", "长", "-")
    #expect(lines.status == 2)
    #expect(
      try run("search", "--by-letter", "-n", "-e", "l", "-e", "长").output
        == "3:/apple\tObst\n2:/长安\t\n4:/Chrysler\t\n1:/Öl\tFett\n")
    #expect(
      try run("search", "--by-letter", "--heading", "-e", "l", "-e", "长安").output == """
        A  (1 of 1)
            apple  Obst
        C  (2 of 2)
            长安
            Chrysler
        O  (1 of 1)
            Öl  Fett

        """)
    #expect(try run("search", "--by-letter", "-m2", "l").output == "/apple\tObst\n/Chrysler\t\n")
    #expect(try run("search", "--by-letter", "-m0", "l").status == 1)
    let json = try run("search", "--by-letter", "--json", "--by=sort", "Öl").output
    #expect(json.contains(#""letter":"F","position":"1","address":"/Öl""#))
    #expect(try !run("search", "--json", "Öl").output.contains(#""letter""#))
    #expect(
      try Tool.run(["search", "--by-letter", "--heading", "å", "contacts.plist"]).output
        .hasPrefix("A  (1 of "))
  }

  @Test("an index file gives the same")
  func indexed() throws {
    let caches = try TemporaryDirectory()
    let environment = ["XDG_CACHE_HOME": caches.url.path()]
    for arguments in [["--heading"], ["--json"], ["-n"], ["-m3"]] {
      let search = ["search", "--by-letter", "--locale=sv", "an", "contacts.plist"] + arguments
      let plain = try Tool.run(search + ["--no-index"])
      _ = try Tool.run(["index", "build", "contacts.plist"], environment: environment)
      let indexed = try Tool.run(search + ["--explain"], environment: environment)
      #expect(indexed.errors.contains("index used"))
      #expect(indexed.output == plain.output)
    }
  }

  @Test("at a terminal a strip fits its width or height")
  func terminal() throws {
    let program = Tool.program.path()
    let file = Tool.data.appending(path: "cars_total.plist").path()
    // tmux scrolls when a program has ended, so `cat` keeps this one running.
    let strip = { (options: String) in
      ["/bin/sh", "-c", "'\(program)' sections --strip \(options) '\(file)'; cat"]
    }
    let wide = try Tmux(strip(""), columns: 60, rows: 12)
    try wide.wait(for: "A B C D F G H J K L M N O Q R S T W X Y Z")
    let narrow = try Tmux(strip(""), columns: 20, rows: 12)
    let screen = try narrow.wait(for: "A • ")
    let row = try #require(screen.rows.first)
    #expect(row.count <= 20 && row.hasSuffix("Z"))
    let ascii = try Tmux(
      strip(""), columns: 20, rows: 12,
      environment: ["LC_ALL": "C"])
    try ascii.wait(for: "A * ")
    let column = try Tmux(
      strip("--column --by-letter"), columns: 20, rows: 8)
    let rows = try column.wait(for: "#").rows
    #expect(rows.first == "A" && rows.dropFirst().first == "•")
    #expect(rows.firstIndex(of: "#") == 6)
  }

  @Test("a field that no entry has is an error with those that there are")
  func unknownField() throws {
    for arguments in [
      ["show", "-", "--by-letter", "--by=srt"], ["sections", "--by-letter", "--by", "srt"],
      ["search", "--by-letter", "--by=srt", "Öl"], ["search", "--by-letter", "--by=srt", "nobody"],
    ] {
      let outcome = try Tool.run(arguments, input: Data(AlphabeticViewTests.flat.utf8))
      #expect(outcome.status == 2)
      #expect(outcome.output == "")
      #expect(outcome.errors.contains("no entry has a field 'srt'"))
      #expect(outcome.errors.contains("did you mean 'sort'?"))
    }
    let empty = try Tool.run(
      ["show", "--by-letter", "--by=x"], input: Data("<plist><array/></plist>".utf8))
    #expect(empty.status == 1)
    #expect(empty.errors == "")
  }

  @Test("looking through the index never writes to the file")
  func bytes() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(AlphabeticViewTests.flat, to: "a.plist")
    let script = """
      set by-letter on\nshow\n:C\nset locale sv\nset locale zh_TW\nset by sort\nsections\ncollapse all
      set by-letter off\nshow\ndiff\n
      """
    let outcome = try Tool.run(["shell", path], input: Data(script.utf8))
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    let batch = try Tool.run(["batch", path], input: Data(script.utf8))
    #expect(batch.status == 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == AlphabeticViewTests.flat)
  }
}
