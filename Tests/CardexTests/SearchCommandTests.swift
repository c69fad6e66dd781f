import Foundation
import TestHelpers
import Testing

/// `cardex search` on a small catalogue.
@Suite struct SearchCommandTests {
  static let catalogue = plist(
    """
    <array>
      <dict><key>title</key><string>A</string><key>people</key><array>
        <dict><key>name</key><string>Anna Müller</string><key>phone</key><string>1 99</string></dict>
        <dict><key>name</key><string>Arno</string><key>phone</key><string>2</string>
          <key>mail</key><string>arno@example.org</string></dict>
        <dict><key>name</key><string>Arno</string><key>phone</key><string>3</string></dict>
      </array></dict>
      <dict><key>title</key><string>B/C</string><key>people</key><array>
        <dict><key>name</key><string>Bo\tTab</string><key>phone</key><string>4\n5</string>
          <key>note</key><string>STRASSE</string></dict>
        <dict><key>name</key><string>Straße</string><key>phone</key><integer>99</integer></dict>
      </array></dict>
    </array>
    """)

  @Test("data that are found are shown as base64 without white space, and have no other matches")
  func data() throws {
    let input = Data(
      plist(
        "<array><dict><key>name</key><string>Anna</string><key>pic</key><data>\n\taGVs\n\tbG8=\n"
          + "</data></dict></array>"
      ).utf8)
    #expect(try Tool.run(["search", "aGVs"], input: input).status == 1)
    for fields in ["--field=pic", "--all-fields"] {
      let outcome = try Tool.run(["search", fields, "vsbg"], input: input)
      #expect(outcome.output == "/Anna\tpic=aGVsbG8=\n")
    }
    #expect(
      try Tool.run(["search", "--all-fields", "--json", "VsbG"], input: input).output
        .contains(
          #""value":{"name":"Anna","pic":"aGVsbG8="},"matches":[{"field":"pic","start":2,"end":6}]"#
        ))
  }

  @Test(
    "options do what they say",
    arguments: [
      (["muller"], "A/Anna Müller\t1 99\n", 0),
      (["MÜLLER"], "A/Anna Müller\t1 99\n", 0),
      (["--accents", "muller"], "", 1),
      (["strasse"], "B\\/C/Straße\t99\n", 0),
      (["99"], "A/Anna Müller\t1 99\nB\\/C/Straße\t99\n", 0),
      (["arno"], "A/Arno#1\t2\nA/Arno#2\t3\n", 0),
      (["tab"], "B\\/C/Bo\\tTab\t4\\n5\n", 0),
      (["nothing"], "", 1),
      (["-c", "99"], "2\n", 0),
      (["-c", "nothing"], "0\n", 1),
      (
        ["-v", "-n", "ar"],
        "1.1:A/Anna Müller\t1 99\n2.1:B\\/C/Bo\\tTab\t4\\n5\n2.2:B\\/C/Straße\t99\n", 0
      ),
      (["-n", "arno"], "1.2:A/Arno#1\t2\n1.3:A/Arno#2\t3\n", 0),
      (["-m", "1", "arno"], "A/Arno#1\t2\n", 0),
      (["-m0", "arno"], "", 1),
      (["-q", "arno"], "", 0),
      (["-q", "nothing"], "", 1),
      (["-o", "r"], "r\nr\nr\nr\n", 0),
      (["-o", "-E", "[0-9]+"], "1\n99\n2\n3\n4\n5\n99\n", 0),
      (["-w", "ann"], "", 1),
      (["-w", "anna"], "A/Anna Müller\t1 99\n", 0),
      (["-x", "arno"], "A/Arno#1\t2\nA/Arno#2\t3\n", 0),
      (["-x", "arn"], "", 1),
      (["-e", "anna", "-e", "straße"], "A/Anna Müller\t1 99\nB\\/C/Straße\t99\n", 0),
      (["-E", "^s.*e$"], "B\\/C/Straße\t99\n", 0),
      (["-o", "-E", "[mr].[lb]"], "Mül\n", 0),
      (["-E", "m[uo]ller"], "A/Anna Müller\t1 99\n", 0),
      (["-E", "-F", "a."], "", 1),
      (["--case-sensitive", "anna"], "", 1),
      (["-S", "anna"], "A/Anna Müller\t1 99\n", 0),
      (["-S", "ANNA"], "", 1),
      (["-S", "-i", "ANNA"], "A/Anna Müller\t1 99\n", 0),
      (["--field", "note", "straße"], "B\\/C/Bo\\tTab\tnote=STRASSE\n", 0),
      (["--field", "mail", "ARNO"], "A/Arno#1\tmail=arno@example.org\n", 0),
      (["--all-fields", "example"], "A/Arno#1\tmail=arno@example.org\n", 0),
      (["-z", "tab"], "B\\/C/Bo\\tTab\t4\\n5\0", 0),
      (["-A", "1", "anna"], "A/Anna Müller\t1 99\nA/Arno#1\t2\n", 0),
      (["-n", "-B", "1", "straße"], "2.1-B\\/C/Bo\\tTab\t4\\n5\n2.2:B\\/C/Straße\t99\n", 0),
      (
        ["-C", "1", "-x", "-e", "2", "-e", "4"], "A/Anna Müller\t1 99\nA/Arno#1\t2\nA/Arno#2\t3\n",
        0
      ),
      (
        ["--format", "{position} {label}: {mail}{{}}\\t{detail}", "2"],
        "1.2 Arno: arno@example.org{}\t2\n", 0
      ),
      (["--mutt", "arno"], "Addresses found by cardex\narno@example.org\tArno\tA\n", 0),
      (
        ["--heading", "99"],
        "A  (1 of 3)\n    Anna Müller  1 99\nB\\/C  (1 of 2)\n    Straße  99\n", 0
      ),
      (["--heading", "-n", "anna"], "A  (1 of 3)\n    1.1  Anna Müller  1 99\n", 0),
      (
        [""],
        "A/Anna Müller\t1 99\nA/Arno#1\t2\nA/Arno#2\t3\nB\\/C/Bo\\tTab\t4\\n5\nB\\/C/Straße\t99\n",
        0
      ),
    ] as [([String], String, Int32)])
  func options(_ arguments: [String], _ output: String, _ status: Int32) throws {
    let outcome = try Tool.run(
      ["search"] + arguments + ["-"], input: Data(SearchCommandTests.catalogue.utf8))
    #expect(outcome.output == output)
    #expect(outcome.errors == "")
    #expect(outcome.status == status)
  }

  @Test("--json gives an object a line that another reader understands")
  func json() throws {
    let outcome = try Tool.run(
      ["search", "--json", "ss", "-"], input: Data(SearchCommandTests.catalogue.utf8))
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(object["file"] as? String == "(standard input)")
    #expect(object["section"] as? [String] == ["B/C"])
    #expect(object["position"] as? String == "2.2")
    let text = SearchCommandTests.catalogue.split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(object["line"] as? Int)
    let column = try #require(object["column"] as? Int)
    let rest = text[line - 1].unicodeScalars.dropFirst(column - 1)
    #expect(String(rest).hasPrefix("<dict>"))
    #expect(object["label"] as? String == "Straße")
    #expect((object["value"] as? [String: Any])?["phone"] as? Int == 99)
    let match = try #require((object["matches"] as? [[String: Any]])?.first)
    #expect(match["field"] as? String == "name")
    #expect(match["start"] as? Int == 4)
    #expect(match["end"] as? Int == 6)
  }

  @Test("--json writes every kind of value")
  func jsonValues() throws {
    let values = plist(
      """
      <array><dict><key>name</key><string>x "\\ &#9;</string><key>i</key>
      <integer>18446744073709551615</integer><key>r</key><real>1.5</real><key>n</key><real>nan</real>
      <key>t</key><true/><key>d</key><date>2024-02-29T01:02:03Z</date><key>b</key><data>AAE=</data>
      <key>a</key><array><integer>1</integer><dict/></array></dict></array>
      """)
    let outcome = try Tool.run(["search", "--json", "x", "-"], input: Data(values.utf8))
    let fields =
      #"{"name":"x \"\\ \t","i":18446744073709551615,"r":1.5,"n":"nan","t":true,"#
      + #""d":"2024-02-29T01:02:03Z","b":"AAE=","a":[1,{}]}"#
    #expect(outcome.output.contains("\"value\":" + fields))
  }

  @Test("patterns are read from a file, one per line")
  func patternFile() throws {
    let directory = try TemporaryDirectory()
    let patterns = try directory.write("anna\nstraße\n", to: "patterns")
    let file = try directory.write(SearchCommandTests.catalogue, to: "people.plist")
    #expect(try Tool.run(["search", "-c", "-f", patterns, file]).output == "2\n")
    let windows = try directory.write("anna\r\nstraße\r\n", to: "windows")
    #expect(try Tool.run(["search", "-c", "-f", windows, file]).output == "2\n")
    let empty = try directory.write("", to: "empty")
    #expect(try Tool.run(["search", "-c", "-f", empty, file]).output == "0\n")
  }

  @Test("file names are printed if there are several files")
  func severalFiles() throws {
    let directory = try TemporaryDirectory()
    let first = try directory.write(SearchCommandTests.catalogue, to: "a.plist")
    let second = try directory.write(plist("<array><string>Hanna</string></array>"), to: "b.plist")
    let run = { (arguments: [String]) in try Tool.run(["search"] + arguments + [first, second]) }
    #expect(try run(["anna"]).output == "\(first):A/Anna Müller\t1 99\n\(second):/Hanna\n")
    #expect(try run(["-h", "anna"]).output == "A/Anna Müller\t1 99\n/Hanna\n")
    #expect(try run(["-0", "anna"]).output == "\(first)\0A/Anna Müller\t1 99\n\(second)\0/Hanna\n")
    #expect(try run(["-c", "anna"]).output == "\(first):1\n\(second):1\n")
    #expect(try run(["-l", "hanna"]).output == "\(second)\n")
    #expect(try run(["-L", "hanna"]).output == "\(first)\n")
    #expect(try run(["-l0", "anna"]).output == "\(first)\0\(second)\0")
    #expect(try Tool.run(["search", "-H", "hanna", second]).output == "\(second):/Hanna\n")
    #expect(
      try run(["--heading", "hanna"]).output == "\(second)\nHanna\n")
  }

  @Test("an unreadable file is an error, the others are searched, and -q prefers a match")
  func partialFailure() throws {
    let run = { (arguments: [String]) in
      try Tool.run(["search"] + arguments + ["马自达", "missing.plist", "cars_total.plist"])
    }
    let outcome = try run([])
    #expect(outcome.output == "cars_total.plist:M/马自达\n")
    #expect(outcome.errors == "cardex: missing.plist: No such file or directory\n")
    #expect(outcome.status == 2)
    #expect(try run(["-q"]).status == 0)
  }

  @Test(
    "-r takes the property lists of a directory, whatever their names, and says what it cannot read"
  )
  func recursive() throws {
    let directory = try TemporaryDirectory()
    let list = plist("<array><string>Hanna</string></array>")
    let inner = try directory.write(list, to: "sub/a.plist")
    let other = try directory.write(list, to: "sub/other.xml")
    _ = try directory.write("Hanna <plis", to: "text.txt")
    let outcome = try Tool.run(["search", "-r", "hanna", directory.url.path()])
    #expect(outcome.output == "\(inner):/Hanna\n\(other):/Hanna\n")
    #expect(outcome.status == 0)
    let binary = try directory.write("bplist00", to: "z.plist")
    let second = try Tool.run(["search", "-r", "hanna", directory.url.path()])
    #expect(second.errors.hasPrefix("cardex: \(binary):byte 8: the file ends"))
    #expect(second.status == 2)
  }

  @Test("numbers of any size are taken", arguments: ["-A", "-B", "-C", "-m"])
  func largeNumbers(_ option: String) throws {
    let outcome = try Tool.run(
      ["search", option, "9223372036854775807", "马自达", "cars_total.plist"])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("M/马自达\n"))
  }

  @Test("an expression that fails is an error, and what was found before it is printed")
  func failingExpression() throws {
    let evil = String(repeating: "a", count: 40) + "!"
    let list = plist("<array><string>ab</string><string>\(evil)</string></array>")
    let outcome = try Tool.run(
      ["search", "--heading", "-E", "(a+)+b", "-"], input: Data(list.utf8))
    #expect(outcome.status == 2)
    #expect(outcome.output == "ab\n")
    #expect(outcome.errors.contains("'(a+)+b' takes too long to match"))
  }

  @Test("rows that a form hides are found")
  func hiddenRows() throws {
    let outcome = try Tool.run(["search", "family", "settings-form.plist"])
    #expect(outcome.output == "#1/Family name\t\n")
  }
}
