import Exchange
import Foundation
import SeededRandom
import TestHelpers
import Testing

@testable import CardexCommand
@testable import Searching

/// `cardex publish`, and what it publishes: the same answers as from the file.
@Suite("Catalogues in PostgreSQL", .serialized, .enabled(if: Database.isThere, Database.need))
struct DatabaseTests {
  private let database: Database
  private let directory: TemporaryDirectory

  init() throws {
    database = try Database.shared.get()
    directory = try TemporaryDirectory()
  }

  /// Publishes a file into a database of its own.
  ///
  /// - Returns: The address of the catalogue.
  private func publish(
    _ file: String, _ options: [String] = [], in name: String
  ) throws -> String {
    try database.make(name)
    let url = database.url(name, "c")
    let outcome = try database.run(["publish"] + options + [file, url])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return url
  }

  /// Compares a command's results on the file and in the database.
  private func expectSame(
    _ command: [String], _ file: String, _ url: String, parsing options: [String] = []
  ) throws {
    let expected = try database.run(command + options + [file])
    let outcome = try database.run(command + [url])
    func text(_ text: String) -> String { text.replacingOccurrences(of: file, with: url) }
    #expect(outcome.output == text(expected.output), "\(command)")
    #expect(outcome.errors == text(expected.errors), "\(command)")
    #expect(outcome.status == expected.status, "\(command)")
  }

  // MARK: The same answers

  private static let searches: [[String]] = [
    ["anna"], ["müller"], ["-n", "STRASSE"], ["-c", "9"], ["-v", "-n", "a"], ["-w", "Öl"],
    ["-x", "anna"], ["-x", "-e", "奥迪", "-e", "Arno 1"], ["-E", "^[äöü]"], ["-o", "-E", "[0-9]{4}"],
    ["--json", "strasse"], ["--heading", "-n", "奥"], ["-n", "-A", "1", "-B", "2", "émile"],
    ["--field", "phone", "99"], ["--field", "tags", "--json", "rot"], ["--field", "nokey", "p1"],
    ["--words", "anna 9"], ["--words", "--all-fields", "-n", "rot a"],
    ["--words", "-v", "-c", "a e"],
    ["--words", "--readings", "-n", "a i"], ["--words", "-o", "-e", "a 9", "-e", "finn"],
    ["--all-fields", "-x", "1950"], ["-m", "3", "a"], ["-m", "0", "a"], ["--accents", "Ode"],
    ["--case-sensitive", "Anna"], ["-S", "ANNA"], ["-e", "a&b", "-e", "长安", "-n"], [""],
    ["-l", "anna"],
    ["-L", "anna"], ["-q", "no such name"], ["no such name"], ["--mutt", "p1"], ["-c", "-v", "e"],
    ["--format", "{address}|{phone}|{section}|{line}", "tab"],
    ["--format", "{position} {mail}", "an"],
    ["--readings", "ad"], ["--readings", "-n", "changan"], ["--readings", "-w", "di"],
    ["--readings", "--all-fields", "-o", "ao"], ["--readings", "-x", "-v", "-c", "aodi"],
    ["-n", "-z", "-H", "finn"], ["-H", "-0", "汽车"], ["--titles=only", "汽"],
    ["--titles=only", "-v", "b"],
    ["--titles=only", "-C1", "c"], ["--in=label", "anna"], ["--in=detail", "49"],
    ["--locale=tr", "I"],
    ["--by-letter", "--heading", "an"], ["--by-letter", "-m2", "-n", "a"],
    ["--page=2", "--page-size=3", "a"],
    ["--fixed-digits", "493"], ["--section-titles=X,Y", "anna"], ["--flat", "anna"],
    ["--label-key=mail", "p1"],
    ["-E", "(a+)+$", "--all-fields"], ["--color=always", "an"], ["--no-index", "anna"],
    ["--date-format=iso", "a"],
  ]

  @Test("every search prints the same as of the file")
  func agreement() throws {
    let file = try directory.write(SampleCatalogue.text(Rounds.of(60)), to: "people.plist")
    let url = try publish(file, in: "agreement")
    for (number, search) in Self.searches.enumerated() where Rounds.areMany || number % 2 == 0 {
      try expectSame(["search"] + search, file, url)
    }
    try expectSame(["sections"], file, url)
    try expectSame(["sections", "--strip"], file, url)
    try expectSame(["sections", "--json"], file, url)
    for format in Rounds.areMany ? ["xml", "json", "csv", "text", "html"] : ["csv"] {
      try expectSame(["convert", "--to", format], file, url)
    }
  }

  /// Files of all shapes, and in formats that XML cannot say everything of.
  private func examples() throws -> [(file: String, options: [String])] {
    var files: [(String, [String])] = ["contacts", "cars_total", "news", "settings-form"].map {
      (Tool.data.appending(path: $0 + ".plist").path(), [])
    }
    files.append(
      (
        try directory.write(
          "[{\"name\":\"a\\u0000b\\n'\\\\\",\"n\":1.50,\"n\":2},{\"name\":\"$$;\\\"\"},{\"name\":\"A\"}]",
          to: "list.json"), []
      ))
    files.append(
      (
        try directory.write("name;tel\n\"Ann;a\";+49 30 1\nBea;0049\n", to: "list.csv"),
        ["--from=csv"]
      ))
    let binary = directory("contacts.bplist")
    _ = try Tool.run(["convert", "-o", binary, "contacts.plist"])
    files.append((binary, []))
    var outlines = RandomOutline(seed: 3)
    for round in 0..<Rounds.of(1) {
      for (name, bytes) in [
        ("outline", outlines.outline()), ("flat", outlines.flat()), ("form", outlines.form()),
      ] {
        files.append((try directory.write(Data(bytes), to: "\(name)\(round).plist"), []))
      }
      var plists = RandomPlist(seed: UInt64(round))
      let text = Data(plist(plists.catalogue().xml).utf8)
      files.append((try directory.write(text, to: "random\(round).plist"), []))
    }
    return files.map { (file: $0.0, options: $0.1) }
  }

  @Test("random patterns find the same as in the file, in all shapes and formats")
  func randomPatterns() throws {
    var generator = SeededGenerator(seed: 7)
    let options: [[String]] = [
      [], ["--all-fields"], ["-n"], ["--heading"], ["-w"], ["--readings", "--all-fields"], ["-c"],
      ["--json"], ["--words"], ["-o"], ["--titles=only"],
    ]
    for (file, parsing) in try examples() {
      let url = try publish(file, parsing, in: "shapes")
      try expectSame(["convert", "--to=xml"], file, url, parsing: parsing)
      let text = Array(
        try Tool.run(["convert", "--to=text"] + parsing + [file]).output.filter { !$0.isNewline })
      for _ in 0..<Rounds.of(2) where !text.isEmpty {
        let start = Int.random(in: text.indices, using: &generator)
        let length = Int.random(in: 1...5, using: &generator)
        let pattern = String(text[start...].prefix(length))
        let some = options[Int.random(in: options.indices, using: &generator)]
        try expectSame(["search"] + some + ["-e", pattern], file, url, parsing: parsing)
      }
    }
  }

  // MARK: Updates

  @Test("an update leaves the same as publishing all, and writes only what has changed")
  func updates() throws {
    let file = try directory.write(SampleCatalogue.text(200), to: "people.plist")
    let url = try publish(file, in: "updates")
    func expectPublished() throws {
      #expect(
        try database.run(["convert", "--to=xml", url]).output
          == String(contentsOfFile: file, encoding: .utf8))
      for search in [["-n", "an"], ["--heading", "--all-fields", "rot"]] {
        try expectSame(["search"] + search, file, url)
      }
    }
    let same = try database.run(["publish", "--update", file, url])
    #expect(same.output == "\(url): nothing has changed\n")
    let changes: [(commands: [String], report: String?)] = [
      (["set '#1/#3' phone=1234567"], "0 added, 1 changed, 0 removed"),
      (["insert '#2' Anton --first", "delete '#4/#2'"], nil),
      (["move '#1/#5' to '#5'"], nil),
      (["section rename '#2' Neu"], "0 added, 0 changed, 0 removed"),
      (["section delete --force '#3'", "section insert Ende"], nil),
    ]
    for (commands, report) in changes {
      let edit = try Tool.run(
        ["batch", "--no-config"] + commands.flatMap { ["-e", $0] } + [file])
      try #require(edit.status == 0, "\(edit.errors)")
      let before = try database.sql("select xmin, entry from cardex_entry", in: "updates").output
      let outcome = try database.run(["publish", "--update", file, url])
      #expect(outcome.errors == "")
      let after = try database.sql("select xmin, entry from cardex_entry", in: "updates").output
      let kept = Set(before.split(separator: "\n")).intersection(after.split(separator: "\n"))
      #expect(kept.count > 140, "\(commands)")
      // How many rows a move concerns depends on namesakes.
      if let report { #expect(outcome.output == "\(url): \(report)\n", "\(commands)") }
      try expectPublished()
    }
    // What is published with other options is read otherwise.
    #expect(
      try database.run(["publish", "--update", "--flat", file, url]).output.hasSuffix("published\n")
    )
    try expectSame(["search", "-n", "an"], file, url, parsing: ["--flat"])
  }

  // MARK: One generation or the other

  /// What a reader sees: the number of entries of each generation has another remainder.
  private func check(_ url: String, sizes: Set<Int>) throws {
    let outcome = try database.run(["search", "-c", "a", url])
    let count = try #require(
      Int(outcome.output.split(separator: "\n").first ?? ""), "\(outcome.errors)")
    #expect(sizes.contains(count), "\(count)")
  }

  private func list(_ count: Int, to name: String) throws -> String {
    try directory.write(
      plist(
        "<array>"
          + (0..<count).map { "<dict><key>name</key><string>a \($0)</string></dict>" }.joined()
          + "</array>"), to: name)
  }

  @Test("a load that is killed leaves what was there, whenever that happens")
  func killedLoads() throws {
    let (old, new) = (try list(300, to: "old.plist"), try list(2000, to: "new.plist"))
    let url = try publish(old, in: "killed")
    let environment = database.environment
    let moments = Rounds.areMany ? 50 : 6
    for moment in 1...moments {
      let delay = Double(moment) * 0.6 / Double(moments)
      _ = try Tool.shell(
        "cardex publish '\(new)' '\(url)' 2>/dev/null & sleep \(delay); kill -9 $! 2>/dev/null; wait",
        environment: environment)
      try check(url, sizes: [300, 2000])
      if try database.run(["search", "-c", "a", url]).output == "2000\n" {
        _ = try database.run(["publish", old, url])
      }
    }
    // What psql was doing when nobody listened any more may still be undone.
    for _ in 0..<100 {
      let left = try database.sql(
        "select count(distinct generation) from cardex_entry", in: "killed"
      ).output
      if left == "1\n" { break }
      usleep(50_000)
    }
    #expect(
      try database.sql("select count(*) from cardex_entry", in: "killed").output == "300\n")
  }

  @Test(
    "of two loads at once one is seen, readers see one generation, and nothing is left of others")
  func loadsAtOnce() throws {
    try database.make("at_once")
    let url = database.url("at_once", "c")
    let files = try [500, 700, 900].map { try list($0, to: "\($0).plist") }
    for round in 0..<Rounds.of(2) {
      // At first there is not even a table.
      let outcome = try Tool.shell(
        """
        for file in \(files.joined(separator: " ")); do
          cardex publish $file '\(url)' & publishers="$publishers $!"
        done
        for reader in 1 2 3 4 5 6; do cardex search -c a '\(url)' 2>/dev/null; done
        for publisher in $publishers; do wait $publisher; echo "status $?"; done
        """, environment: database.environment)
      let lines = outcome.output.split(separator: "\n")
      let statuses = lines.filter { $0.hasPrefix("status") }
      #expect(statuses.contains("status 0"), "\(outcome.errors)")
      #expect(statuses.allSatisfy { $0 == "status 0" || $0 == "status 2" })
      for line in lines {
        if let count = Int(line) {
          #expect([500, 700, 900].contains(count) || round == 0 && count == 0)
        }
      }
      try check(url, sizes: [500, 700, 900])
      #expect(
        try database.sql(
          "select count(distinct generation) from cardex_entry", in: "at_once"
        ).output == "1\n")
    }
  }

  // MARK: Hostile and wrong

  @Test("names, labels and values of any text come back, and are never statements")
  func hostileTexts() throws {
    let texts = [
      "'; drop table cardex_entry; --", "\\'", "$$", "\\.", "\\N", "a\tb", "a\nb\r\nc", "\u{0}x",
      "{1,2}",
      "\"q\"", "\u{FEFF}", "", "%s", "\\x00", ",",
    ]
    let objects = try texts.map { text in
      let string = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
      return "{\"name\":\(string),\"k'\\\"\\\\\":\(string)}"
    }
    let file = try directory.write("[" + objects.joined(separator: ",") + "]", to: "hostile.json")
    try database.make("hostile")
    for (index, name) in ["it's", "a\"b\\", "$$x$$", "c\nd", "名"].enumerated() {
      let escaped = try #require(
        name.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
      let url = database.url("hostile", escaped)
      let outcome = try database.run(["publish", file, url])
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(
        try database.sql("select count(*) from cardex_catalogue", in: "hostile").output
          == "\(index + 1)\n")
      #expect(
        try database.run(["convert", "--to=json", url]).output
          == Tool.run(["convert", "--to=json", file]).output)
      if index > 0 { continue }
      for pattern in ["drop table", "\\", "'", "$$", "\\.", "宽", "宽字'\\宽", "\t", "\""] {
        try expectSame(["search", "--all-fields", "-n", "-e", pattern], file, url)
      }
    }
    let listed = try database.run(["publish", "--list", database.url("hostile")])
    #expect(listed.output.split(separator: "\n").count == 5)
    let ambiguous = try database.run(["search", "a", database.url("hostile")])
    #expect(ambiguous.status == 2)
    #expect(ambiguous.errors.contains("which catalogue? there are "))
  }

  @Test("long values come back, and are found")
  func largeValues() throws {
    let texts = try ["宽", "a'\\\t\r\n"].map { text in
      let value = String(repeating: text, count: Rounds.of(55_000) / text.utf8.count)
      let string = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
      return "{\"name\":\"n\",\"v\":\(string)}"
    }
    let file = try directory.write("[\(texts.joined(separator: ","))]", to: "large.json")
    let url = try publish(file, in: "large")
    try expectSame(["convert", "--to=xml"], file, url)
    try expectSame(["search", "-c", "--all-fields", "宽宽宽"], file, url)
  }

  @Test("what is wrong is said, with status 2")
  func failures() throws {
    let file = "contacts.plist"
    let url = try publish(file, in: "failures")
    let nul = database.url("failures", "a%00b")
    let cases: [(arguments: [String], environment: [String: String], message: String)] = [
      (
        ["search", "a", database.url("failures", "none")], [:],
        "no catalogue 'none' is published there"
      ),
      (["search", "a", database.url("postgres")], [:], "nothing is published there"),
      (["search", "a", database.url("no_such")], [:], "database \"no_such\" does not exist"),
      (["search", "a", url], ["PGPASSWORD": "wrong"], "password authentication failed"),
      (["search", "a", url], ["PGHOST": directory.path], "No such file or directory"),
      (["publish", file, nul], [:], "is not percent-encoded UTF-8 without NUL"),
      (["publish", file, "people.db"], [:], "'people.db' is not the address of a database"),
      (["publish", url], [:], "no URL was given"), (["publish"], [:], "no FILE was given"),
      (["publish", "--list"], [:], "no URL was given"),
      (["publish", "--list", file, url], [:], "there are too many operands"),
      (["publish", "--list", "--remove", url], [:], "cannot be used together"),
      (["publish", "--remove", database.url("failures")], [:], "no catalogue is named"),
      (
        ["publish", "--remove", database.url("failures", "none")], [:],
        "no catalogue 'none' is published"
      ),
      (["publish", "no such file", url], [:], "No such file or directory"),
      (["search", "a", "postgresql:///x?y"], [:], "the parameter 'y' is not KEY=VALUE"),
      (
        ["search", "a", "postgresql:///x?sslpassword=s"], [:],
        "'sslpassword' does not belong in an address"
      ),
      (["show", database.url("failures", "none")], [:], "no catalogue 'none' is published there"),
    ]
    for (arguments, environment, message) in cases {
      let outcome = try database.run(arguments, environment: environment)
      #expect(outcome.status == 2, "\(arguments)")
      #expect(outcome.errors.contains(message), "\(arguments): \(outcome.errors)")
      #expect(outcome.errors.hasPrefix("cardex: ") && outcome.output == "", "\(arguments)")
    }
    let noClient = try database.run(["search", "a", url], environment: ["PATH": directory.path])
    #expect(noClient.status == 2)
    #expect(noClient.errors.hasPrefix("cardex: psql cannot be run: No such file or directory\n"))
    // A password in an address is used, and never printed.
    let full = database.fullURL("failures")
    let none = ["PGPASSWORD": "", "PGHOST": "", "PGUSER": ""]
    let outcome = try Tool.run(["search", "-H", "anna", full], environment: none)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!outcome.output.contains("ss@") && outcome.output.contains("cardex@/failures"))
    let wrong = try Tool.run(
      ["search", "anna", database.fullURL("failures", password: "secret")], environment: none)
    #expect(wrong.status == 2)
    #expect(
      wrong.errors.contains("password authentication failed") && !wrong.errors.contains("secret"))
    // Other versions, and tables that are not whole.
    for (statement, message) in [
      ("update cardex_catalogue set version = 'old'", "another version of cardex has published it"),
      ("drop table cardex_entry", "relation \"cardex_entry\" does not exist"),
    ] {
      _ = try publish(file, in: "failures")
      #expect(try database.sql(statement, in: "failures").status == 0)
      let outcome = try database.run(["search", "anna", url])
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
    _ = try publish(file, in: "failures")
    #expect(try database.sql("delete from cardex_block", in: "failures").status == 0)
    #expect(
      try database.run(["convert", "--to=json", url]).errors.contains(
        "the tables do not hold what was published"))
    #expect(try database.sql("update cardex_section set record = 'zz'", in: "failures").status == 0)
    #expect(
      try database.run(["search", "anna", url]).errors.contains(
        "the tables do not hold what was published"))
  }

  // MARK: What engines are told

  @Test("the index is used for one, two, three and more characters")
  func plans() throws {
    let file = try list(20_000, to: "many.plist")
    _ = try publish(file, in: "plans")
    for pattern in ["z", "77", "777", "1999"] {
      let scalars = pattern.unicodeScalars.map { Int($0.value) }
      let length = min(scalars.count, 3)
      let grams = (0...(scalars.count - length)).map { start in
        String(scalars[start..<(start + length)].reduce(0) { $0 << 21 | $1 })
      }
      let plan = try database.sql(
        "explain select entry from cardex_entry where grams @> '{\(grams.joined(separator: ","))}'",
        in: "plans"
      ).output
      #expect(plan.contains("cardex_entry_grams"), "\(pattern): \(plan)")
    }
  }

  @Test("a script for psql publishes the same")
  func scripts() throws {
    try database.make("scripts")
    let script = directory("contacts.sql")
    for _ in 0..<2 {
      let outcome = try Tool.run(["convert", "--force", "-o", script, "contacts.plist"])
      #expect(outcome.errors == "" && outcome.status == 0)
      let loaded = try database.script(script, in: "scripts")
      #expect(loaded.errors == "" && loaded.status == 0)
    }
    let url = database.url("scripts", "contacts")
    let file = Tool.data.appending(path: "contacts.plist").path()
    for search in [["-n", "an"], ["--json", "4930"], ["--readings", "zw"]] {
      try expectSame(["search"] + search, file, url)
    }
    #expect(
      try database.sql("select count(*) from cardex_entry", in: "scripts").output == "86\n")
    let list = try database.run(["publish", "--list", database.url("scripts")])
    #expect(list.output.hasPrefix("contacts\t86\t"))
    #expect(try database.run(["publish", "--remove", url]).status == 0)
    for table in ["catalogue", "entry", "section", "block"] {
      #expect(
        try database.sql("select count(*) from cardex_\(table)", in: "scripts").output == "0\n")
    }
  }

  @Test("documents for OpenSearch are lines of JSON, an action before each")
  func documents() throws {
    let outcome = try Tool.run(["convert", "--to=opensearch", "contacts.plist"])
    let lines = try outcome.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(lines.count == 172)
    #expect(lines[0].keys.elementsEqual(["index"]))
    let muller = try #require(lines.first { $0["label"] as? String == "Anna Müller" })
    #expect(muller["address"] as? String == "A/Anna Müller")
    #expect(muller["section"] as? [String] == ["A"])
    #expect((muller["folded"] as? [String])?.contains("anna muller") == true)
    #expect((muller["fields"] as? String)?.hasPrefix("{\"name\":\"Anna Müller\"") == true)
  }
}

/// What an update does to the keys of rows.
@Suite struct RowChangesTests {
  @Test("rows keep their keys where others are the same, and new ones are put between them")
  func keys() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<Rounds.of(300) {
      var old = (0..<Int.random(in: 0...12, using: &generator)).map { $0 }
      var keys = old.map { ($0 + 1) << 16 }
      var next = 100
      for _ in 0..<6 {
        var new = old.filter { _ in Int.random(in: 0..<5, using: &generator) > 0 }
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
          new.insert(next, at: Int.random(in: 0...new.count, using: &generator))
          next += 1
        }
        let pairing = SequencePairing(
          old.count, new.count, isSame: { old[$0] == new[$1] },
          oldHash: { old[$0] }, newHash: { new[$0] })
        let changes = try #require(
          RowChanges(keys, newCount: new.count, pairing.pairs) { _, _ in false })
        let newKeys = new.indices.map { changes.keys.key(at: $0) }
        #expect(changes.keys.count == new.count)
        #expect(zip(newKeys, newKeys.dropFirst()).allSatisfy { $0 < $1 })
        // What the table holds afterwards.
        var rows = Dictionary(uniqueKeysWithValues: zip(keys, old))
        for key in changes.removedKeys { #expect(rows.removeValue(forKey: key) != nil) }
        for number in changes.written {
          #expect(rows.updateValue(new[number], forKey: newKeys[number]) == nil)
        }
        #expect(rows.sorted { $0.key < $1.key }.map(\.value) == new)
        #expect(changes.isEmpty == (old == new))
        (old, keys) = (new, newKeys)
      }
    }
    // Between the keys 5 and 6 is no other.
    let (old, new) = ([0, 1], [0, 7, 1])
    let full = SequencePairing(
      2, 3, isSame: { old[$0] == new[$1] }, oldHash: { old[$0] }, newHash: { new[$0] })
    #expect(RowChanges([5, 6], newCount: 3, full.pairs) { _, _ in false } == nil)
  }
}
