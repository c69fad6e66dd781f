import Exchange
import Foundation
import SeededRandom
import TestHelpers
import Testing

/// `cardex publish`, and what it publishes: the same answers as from the file.
@Suite("Catalogues in PostgreSQL", .enabled(if: Database.isThere, Database.need))
struct DatabaseTests {
  private let trial: DatabaseTrial
  private var database: Database { trial.database }
  private var directory: TemporaryDirectory { trial.directory }

  init() throws { trial = try DatabaseTrial() }

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
    ["--titles=only", "-C1", "c"], ["--in=label", "anna"],
    ["--in=key", "name"], ["--in=detail", "49"],
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
    let url = try trial.publish(file, in: "agreement")
    for (number, search) in Self.searches.enumerated() where Rounds.areMany || number % 2 == 0 {
      try trial.expectSame(["search"] + search, file, url)
    }
    for options in [[], ["--strip"], ["--json"], ["--by-letter"], ["--section-titles=X,Y"]] {
      try trial.expectSame(["sections"] + options, file, url)
    }
    for format in Rounds.areMany ? ["xml", "json", "csv", "text"] : ["csv"] {
      try trial.expectSame(["convert", "--to", format], file, url)
    }
    // Pages are called by the file or the catalogue.
    try trial.expectSame(["convert", "--to=html", "--title=x"], file, url)
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
    try database.make("shapes")
    for (file, parsing) in try examples() {
      let url = try trial.publish(file, parsing, into: "shapes")
      try trial.expectSame(["convert", "--to=xml"], file, url, parsing: parsing)
      let text = Array(
        try Tool.run(["convert", "--to=text"] + parsing + [file]).output.filter { !$0.isNewline })
      for _ in 0..<Rounds.of(2) where !text.isEmpty {
        let start = Int.random(in: text.indices, using: &generator)
        let length = Int.random(in: 1...5, using: &generator)
        let pattern = String(text[start...].prefix(length))
        let some = options[Int.random(in: options.indices, using: &generator)]
        try trial.expectSame(["search"] + some + ["-e", pattern], file, url, parsing: parsing)
      }
    }
  }

  @Test("telephone numbers find each other as in the file")
  func telephones() throws {
    let numbers = WrittenTelephone.some(40)
    let file = try directory.write(WrittenTelephone.list(numbers), to: "numbers.json")
    let url = try trial.publish(file, in: "numbers")
    for number in numbers.prefix(Rounds.of(12)) {
      try trial.expectSame(["search", "-n", number.text], file, url)
    }
  }

  // MARK: What engines are told

  @Test("the index is used for one, two, three and more characters")
  func plans() throws {
    let file = try trial.list(8000, to: "many.plist")
    _ = try trial.publish(file, in: "plans")
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

  @Test("sections are listed without entries and the file being fetched")
  func sections() throws {
    let files = ["contacts", "settings-form"].map {
      Tool.data.appending(path: $0 + ".plist").path()
    }
    for file in files {
      let url = try trial.publish(file, in: "sections")
      let left = file == files[0] ? "cardex_entry; delete from cardex_block" : "cardex_block"
      #expect(try database.sql("delete from \(left)", in: "sections").status == 0)
      try trial.expectSame(["sections"], file, url)
      try trial.expectSame(["sections", "--strip"], file, url)
      let lost = try database.sql("update cardex_section set record = 'zz'", in: "sections")
      #expect(lost.status == 0)
      let outcome = try database.run(["sections", url])
      #expect(outcome.status == 2 && outcome.output == "")
      #expect(outcome.errors.contains("the tables do not hold what was published"))
    }
  }

  @Test("a file in a directory is called by the catalogue")
  func namedFiles() throws {
    let url = try trial.publish("contacts.plist", in: "named_files")
    let names = try database.run(["convert", "--to=xml", "-o", directory.path, url])
    #expect(names.errors == "" && names.status == 0)
    #expect(
      try String(contentsOfFile: directory("c.plist"), encoding: .utf8)
        == Tool.run(["convert", "--to=xml", "contacts.plist"]).output)
    for name in [nil, "a%2fb"] {
      let unnamed = database.url("named_files", name)
      let outcome = try database.run(["convert", "--to=xml", "-o", directory.path, unnamed])
      #expect(outcome.status == 2)
      #expect(
        outcome.errors.contains("'\(unnamed)' has no name for a file in '\(directory.path)'"),
        "\(outcome.errors)")
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
      try trial.expectSame(["search"] + search, file, url)
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
