import Foundation
import SeededRandom
import TestHelpers
import Testing

/// `cardex search` finds sections, with an index and without.
@Suite struct SectionSearchTests {
  private static let catalogue = """
    <plist version="1.0"><dict><key>edition</key><string>Spring &amp; Summer</string>
    <key>parts</key><array>
    <dict><key>id</key><integer>4711</integer><key>title</key><string>Anhui 安徽</string>
    <key>info</key><dict><key>note</key><string>tea</string></dict>
    <key>footer</key><string>the end of it</string><key>items</key><array>
    <dict><key>title</key><string>Hefei</string><key>items</key><array>
    <dict><key>name</key><string>Anhui Gardens</string><key>kind</key><string>park</string></dict>
    <dict><key>name</key><string>Tea house</string><key>kind</key><string>house</string></dict>
    </array></dict></array></dict>
    <dict><key>title</key><string>B</string><key>items</key><array>
    <dict><key>name</key><string>Bengbu</string><key>kind</key><string>town</string></dict>
    </array></dict>
    <dict><key>title</key><string>é</string><key>items</key><array/></dict>
    </array></dict></plist>
    """

  static let searches: [(arguments: [String], output: String, status: Int32)] = [
    (["hefei"], "Anhui 安徽/Hefei/\t(2)\n", 0),
    (["anhui"], "Anhui 安徽/\t(2)\nAnhui 安徽/Hefei/Anhui Gardens\tpark\n", 0),
    (["-n", "安徽"], "1:Anhui 安徽/\t(2)\n", 0),
    (["-c", "anhui"], "1\n", 0), (["-c", "hefei"], "0\n", 1), (["-q", "hefei"], "", 0),
    (["-o", "-w", "hefei"], "Hefei\n", 0),
    (["-m", "1", "anhui"], "Anhui 安徽/\t(2)\nAnhui 安徽/Hefei/Anhui Gardens\tpark\n", 0),
    (
      ["-m", "1", "--all-fields", "-x", "-e", "tea house", "-e", "é"],
      "Anhui 安徽/Hefei/Tea house\thouse\né/\t(0)\n", 0
    ),
    // Letters of an index are not found by chance.
    (["-x", "b"], "", 1), (["-x", "e"], "", 1), (["-x", "--all-fields", "b"], "B/\t(1)\n", 0),
    (["--all-fields", "4711"], "Anhui 安徽/\tid=4711\n", 0),
    (["--all-fields", "tea"], "Anhui 安徽/\tinfo.note=tea\nAnhui 安徽/Hefei/Tea house\thouse\n", 0),
    (["--all-fields", "end of"], "Anhui 安徽/\tfooter=the end of it\n", 0),
    (["--all-fields", "spring"], "/\tedition=Spring & Summer\n", 0),
    (["spring"], "", 1), (["--field", "kind", "hefei"], "", 1), (["-v", "-c", "hefei"], "3\n", 0),
    (["--format", "{label}", "anhui"], "Anhui Gardens\n", 0),
    (
      ["--heading", "anhui"], "Anhui 安徽/  (2)\nAnhui 安徽/Hefei  (1 of 2)\n    Anhui Gardens  park\n",
      0
    ),
    (
      ["--heading", "-e", "hefei", "-e", "tea"],
      "Anhui 安徽/Hefei/  (1 of 2)\n    Tea house  house\n", 0
    ),
    (["--titles=no", "anhui"], "Anhui 安徽/Hefei/Anhui Gardens\tpark\n", 0),
    (["--titles=no", "-q", "hefei"], "", 1), (["--titles=no", "-l", "hefei"], "", 1),
    (["--titles=yes", "hefei"], "Anhui 安徽/Hefei/\t(2)\n", 0),
    (["--titles=only", "anhui"], "Anhui 安徽/\t(2)\n", 0),
    (["--titles=only", "gardens"], "", 1), (["--titles=only", "-q", "gardens"], "", 1),
    (["--titles=only", "-q", "hefei"], "", 0),
    (["--titles=only", "-c", "-e", "hefei", "-e", "anhui"], "2\n", 0),
    (["--titles=only", "-c", "-m", "1", "-e", "hefei", "-e", "anhui"], "1\n", 0),
    (["--titles=only", "-c", "gardens"], "0\n", 1),
    (["--titles=only", "-m", "1", "-e", "hefei", "-e", "anhui"], "Anhui 安徽/\t(2)\n", 0),
    (["--titles=only", "-m", "0", "hefei"], "", 1), (["-m", "0", "hefei"], "", 1),
    (["--titles=only", "-v", "hefei"], "Anhui 安徽/\t(2)\n", 0),
    (
      ["--titles=only", "-v", "--all-fields", "anhui"],
      "/\t(3)\nAnhui 安徽/Hefei/\t(2)\nB/\t(1)\né/\t(0)\n", 0
    ),
    (["--in=label", "anhui"], "Anhui 安徽/Hefei/Anhui Gardens\tpark\n", 0),
    (["--in=label,title", "hefei"], "Anhui 安徽/Hefei/\t(2)\n", 0),
    (["--in=title", "anhui"], "Anhui 安徽/\t(2)\n", 0),
    (["--in=label", "-c", "house"], "1\n", 0), (["--in=detail", "tea"], "", 1),
    (["--in=detail", "-v", "house"], "Anhui 安徽/Hefei/Anhui Gardens\tpark\nB/Bengbu\ttown\n", 0),
    (["--in=detail,label", "-o", "house"], "house\nhouse\n", 0),
    (
      ["--page-size=1", "anhui"], "Anhui 安徽/\t(2)\n… 1 more (page 1 of 2)\n", 0
    ),
    (["--page=2", "--page-size=1", "anhui"], "Anhui 安徽/Hefei/Anhui Gardens\tpark\n", 0),
    (["--page=2", "-o", "--page-size=3", "e"], "e\n", 0),
    (["--page=2", "nosuch"], "", 1),
    (
      ["--page=2", "--page-size=1", "--by-letter", "--heading", "-e", "tea", "-e", "bengbu"],
      "T  (1 of 1)\n    Tea house  house\n", 0
    ),
    (["--titles=only", ""], "Anhui 安徽/\t(2)\nAnhui 安徽/Hefei/\t(2)\n", 0),
    (["--titles=only", "-n", "hefei"], "1.1:Anhui 安徽/Hefei/\t(2)\n", 0),
    (["--titles=only", "-o", "-w", "hefei"], "Hefei\n", 0),
    (["--titles=only", "-n", "-A", "1", "hefei"], "1.1:Anhui 安徽/Hefei/\t(2)\n2-B/\t(1)\n", 0),
    (["--titles=only", "-B", "2", "hefei"], "Anhui 安徽/\t(2)\nAnhui 安徽/Hefei/\t(2)\n", 0),
    (
      ["--titles=only", "--all-fields", "-C", "1", "-e", "4711", "-x", "-e", "é"],
      "Anhui 安徽/\tid=4711\nAnhui 安徽/Hefei/\t(2)\nB/\t(1)\né/\t(0)\n", 0
    ),
    (
      ["--titles=only", "--all-fields", "-A", "1", "-x", "-e", "4711", "-e", "é"],
      "Anhui 安徽/\tid=4711\nAnhui 安徽/Hefei/\t(2)\n--\né/\t(0)\n", 0
    ),
    (["--titles=only", "--heading", "-A1", "hefei"], "Anhui 安徽/Hefei/  (2)\nB/  (1)\n", 0),
    (["--mutt", "hefei"], "", 1), (["--format", "{label}", "hefei"], "", 1),
  ]

  @Test("sections are found by title and fields, with an index and without", arguments: searches)
  func found(search: (arguments: [String], output: String, status: Int32)) throws {
    let example = try SearchedExample(Self.catalogue)
    for isIndexed in [false, true] {
      if isIndexed { #expect(try example.run(["index", "build", example.file]).status == 0) }
      let outcome = try example.run(["search"] + search.arguments + [example.file])
      #expect(outcome.output == search.output)
      #expect(outcome.status == search.status)
      #expect(outcome.errors == "")
    }
    #expect(try example.run(["index", "verify"]).status == 0)
  }

  @Test("what was found is highlighted in a title with the number of a namesake, too")
  func namesakes() throws {
    let sections = ["Foxes", "Foxes"].map { Self.section($0) }
    let example = try SearchedExample(plist("<array>\(sections.joined())</array>"))
    let output = try example.run(["search", "--color", "fox", example.file]).output
    #expect(
      output == (1...2).map { "\u{1B}[1;31mFox\u{1B}[0mes#\($0)/\t(1)\n" }.joined())
  }

  private static func section(_ title: String) -> String {
    "<dict><key>title</key><string>\(title)</string>"
      + "<key>items</key><array><string>a</string></array></dict>"
  }

  @Test("objects say what they are")
  func json() throws {
    let example = try SearchedExample(Self.catalogue)
    let output = try example.run(["search", "--json", "--all-fields", "anhui", example.file]).output
    let lines = output.split(separator: "\n")
    try #require(lines.count == 2)
    #expect(
      lines[0].contains(#""type":"section","section":[],"position":"1","address":"Anhui 安徽""#))
    let indexed = try example.run([
      "search", "--json", "--no-index", "--all-fields", "anhui", example.file,
    ])
    #expect(indexed.output == output && lines[0].contains("\"line\":"))
    #expect(lines[0].contains(#""title":"Anhui 安徽","entries":2,"fields":{"id":4711,"#))
    #expect(lines[1].contains(#""type":"entry","section":["Anhui 安徽","Hefei"]"#))
  }

  @Test("mail addresses of sections are printed only if nothing but sections is wanted")
  func mutt() throws {
    let example = try SearchedExample(
      plist(
        """
        <array><dict><key>title</key><string>Choir</string>
        <key>list</key><string>choir@example.org</string><key>items</key><array>
        <dict><key>name</key><string>Ada</string><key>mail</key><string>a@x.org</string></dict>
        </array></dict></array>
        """))
    let entries = try example.run(["search", "--mutt", "choir", example.file])
    #expect(entries.output == "")
    let sections = try example.run(["search", "--mutt", "--titles=only", "choir", example.file])
    #expect(sections.output == "Addresses found by cardex\nchoir@example.org\tChoir\t\n")
  }

  static let errors: [(arguments: [String], message: String)] = [
    (["--in=labels", "x"], "--in takes 'label', 'detail', 'title' or 'key', not 'labels'"),
    (["--in=label,", "x"], "--in takes 'label', 'detail', 'title' or 'key', not ''"),
    (["--in=label", "--field=id", "x"], "--in and --field cannot be used together"),
    (["--in=label", "--titles=no", "x"], "--in and --titles cannot be used together"),
    (["--page=0", "x"], "--page takes a whole number of 1 or more, not '0'"),
    (["--page=2", "-c", "x"], "--page and --count cannot be used together"),
    (["--page=2", "x", "news.plist"], "--page and --page-size take one FILE, not 2"),
    (["--titles=maybe", "x"], "--titles takes 'yes', 'no' or 'only', not 'maybe'"),
    (
      ["--titles=only", "--field=id", "x"],
      "--field is about entries and cannot be used with --titles=only"
    ),
    (
      ["--titles=only", "--by-letter", "x"],
      "--by-letter is about entries and cannot be used with --titles=only"
    ),
    (
      ["--titles=only", "--format={label}", "x"],
      "--format is about entries and cannot be used with --titles=only"
    ),
  ]

  @Test("options that cannot be followed are errors", arguments: errors)
  func options(wrong: (arguments: [String], message: String)) throws {
    let outcome = try Tool.run(["search"] + wrong.arguments + ["contacts.plist"])
    #expect(outcome.errors == "cardex: \(wrong.message)\n")
    #expect(outcome.status == 2)
  }

  @Test("a page after the last one is an error")
  func noSuchPage() throws {
    let example = try SearchedExample(Self.catalogue)
    for options in [[], ["--by-letter"]] {
      let arguments = ["search", "--page=3", "--page-size=2"] + options + ["--in=label", "e"]
      let outcome = try example.run(arguments + [example.file])
      #expect(outcome.errors.hasSuffix("there is no page 3; there are 2 pages\n"))
      #expect(outcome.status == 2)
    }
  }

  @Test("what is printed is an address that shows the section")
  func address() throws {
    let example = try SearchedExample(Self.catalogue)
    let shown = try example.run(["show", example.file, "Anhui 安徽/Hefei/"])
    #expect(shown.output.contains("Tea house"))
    #expect(try example.run(["show", example.file, "/"]).output.contains("Spring & Summer"))
  }

  @Test("random patterns find the same with an index as without")
  func agreement() throws {
    let example = try SearchedExample(Self.catalogue)
    #expect(try example.run(["index", "build", example.file]).status == 0)
    let text = Array(Self.catalogue)
    for seed in 0..<Rounds.of(40) {
      var generator = SeededGenerator(seed: UInt64(seed))
      let start = Int.random(in: 0..<text.count - 4, using: &generator)
      let pattern = String(text[start..<start + Int.random(in: 1...4, using: &generator)])
      let options = [
        ["-n"], ["--all-fields"], ["-w"], ["--titles=only"], ["--accents", "--all-fields"],
        ["--titles=only", "-v"], ["--titles=only", "--all-fields", "-c"], ["--titles=no"],
        ["--in=label"], ["--in=detail"], ["--in=label,title", "-v"], ["--in=title"],
        ["--in=key"], ["--in=key,detail", "-v"], ["--in=key,title,label", "-n"],
      ]
      let arguments = ["search", "-F"] + options[seed % options.count] + ["-e", pattern]
      let expected = try example.run(arguments + ["--no-index", example.file])
      let outcome = try example.run(arguments + [example.file])
      #expect(outcome.output == expected.output, "\(arguments)")
      #expect(outcome.status == expected.status, "\(arguments)")
    }
  }
}
