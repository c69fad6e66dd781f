import Foundation
import SeededRandom
import TestHelpers
import Testing

/// Hostile names and values, and everything that may be wrong.
@Suite("Failures with PostgreSQL", .enabled(if: Database.isThere, Database.need))
struct DatabaseFailureTests {
  private let trial: DatabaseTrial
  private var database: Database { trial.database }
  private var directory: TemporaryDirectory { trial.directory }

  init() throws { trial = try DatabaseTrial() }

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
        try trial.expectSame(["search", "--all-fields", "-n", "-e", pattern], file, url)
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
    let url = try trial.publish(file, in: "large")
    try trial.expectSame(["convert", "--to=xml"], file, url)
    try trial.expectSame(["search", "-c", "--all-fields", "宽宽宽"], file, url)
  }

  @Test("what is wrong is said, with status 2")
  func failures() throws {
    let file = "contacts.plist"
    let url = try trial.publish(file, in: "failures")
    let nul = database.url("failures", "a%00b")
    let cases: [(arguments: [String], environment: [String: String], message: String)] = [
      (
        ["search", "a", database.url("failures", "none")], [:],
        "no catalogue 'none' is published there"
      ),
      (["search", "a", database.url("postgres")], [:], "nothing is published there"),
      (["search", "a", database.url("no_such")], [:], "database \"no_such\" does not exist"),
      (["search", "a", url], ["PGPASSWORD": "wrong"], "password authentication failed"),
      (
        ["search", "a", url], ["PGHOST": directory.path],
        "failed: No such file or directory; Is the server running locally"
      ),
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
      (["search", "a", "postgresql:///x?y"], [:], "a parameter is not KEY=VALUE"),
      (
        ["search", "a", "postgresql:///x?sslpassword=s"], [:],
        "'sslpassword' does not belong in an address"
      ),
      (
        ["search", "a", "postgresql://u:sec?r=et@host/x"], [:],
        "cardex: the address of the database: it is not clear where a password ends"
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
      _ = try trial.publish(file, into: "failures")
      #expect(try database.sql(statement, in: "failures").status == 0)
      let outcome = try database.run(["search", "anna", url])
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
    _ = try trial.publish(file, into: "failures")
    #expect(try database.sql("delete from cardex_block", in: "failures").status == 0)
    #expect(
      try database.run(["convert", "--to=json", url]).errors.contains(
        "the tables do not hold what was published"))
    #expect(try database.sql("update cardex_section set record = 'zz'", in: "failures").status == 0)
    #expect(
      try database.run(["search", "anna", url]).errors.contains(
        "the tables do not hold what was published"))
  }

  /// Runs a command that must end soon, without a crash.
  private func runBriefly(_ command: [String]) throws -> Tool.Outcome {
    let outcome = try Tool.runOther(
      ["timeout", "30", "cardex"] + command, environment: database.environment)
    #expect((0...2).contains(outcome.status), "\(command): \(outcome.errors.prefix(500))")
    return outcome
  }

  private func expectDamage(_ command: [String], _ comment: Comment) throws {
    let outcome = try runBriefly(command)
    #expect(outcome.status == 2, comment)
    #expect(outcome.errors.contains("the tables do not hold what was published"), comment)
  }

  @Test("elements that are cut off, whatever they are in, are damage, and soon noticed")
  func unfinishedElements() throws {
    let url = try trial.publish("contacts.plist", in: "unfinished")
    let beginning = "<dict><key>name</key><string>"
    let ends = [
      "<dict><!-- x", "<dict><!--", "<dict><!-", "<dict><![CDATA[ ", "<dict><?x", "<dict><",
      "<dict><key a=\"", "<dict a='", "<dict", "<dict>", "<dict>&#", "<dict>&#10", "<dict> ", "<",
      "",
    ]
    let texts = [
      "", "<![CDATA[x</string></dict>", "Alp<!--", "<!-- -", "<![CDATA[x]]", "<?x ?", "<", "</",
      "</string", "</string ", "&#", "&amp", "x</string>", "x</string><key>a</key>",
      "x</string><!-- ",
    ]
    for element in ends + texts.map({ beginning + $0 }) {
      let literal = "'" + element.replacing("'", with: "''").replacing(";", with: "") + "'"
      let outcome = try database.sql(
        "update cardex_entry set element = \(literal)", in: "unfinished")
      try #require(outcome.status == 0, "\(outcome.errors)")
      try expectDamage(["search", "-n", "an", url], "\(element)")
    }
    for element in ["<string><!-- x", "<string>x", "<string><![CDATA[", "<string", ""] {
      let outcome = try database.sql(
        "update cardex_section set elements = '\(element)'", in: "unfinished")
      try #require(outcome.status == 0, "\(outcome.errors)")
      try expectDamage(["sections", url], "\(element)")
    }
  }

  @Test("records of sections that are damaged are never a crash")
  func damagedRecords() throws {
    let url = try trial.publish("contacts.plist", in: "records")
    _ = try database.sql("create table kept as select * from cardex_section", in: "records")
    let commands = [
      ["search", "-n", "--all-fields", "o", url], ["search", "-c", "o", url],
      ["search", "--heading", "--all-fields", "-C", "2", "a", url],
      ["search", "--titles=only", "-C", "1", "--all-fields", "c", url], ["sections", url],
      ["sections", "--strip", url],
    ]
    for command in commands { #expect(try runBriefly(command).status == 0, "\(command)") }
    var generator = SeededGenerator(seed: 3)
    let known = ["", "8000010100", "202403030000005202", "00", "ffffffffffffffffff7f"]
    for round in 0..<(known.count + Rounds.of(12)) {
      let place = ["C", "D", "/", "F"][round % 4]
      let change =
        round < known.count
        ? "'\(known[round])'"
        : "overlay(record placing '\(hexByte(&generator))' from "
          + "1 + 2 * (\(Int.random(in: 0..<12, using: &generator)) % (length(record) / 2)))"
      let condition = round < known.count ? "path = 'C'" : "path = '\(place)'"
      let outcome = try database.sql(
        "update cardex_section s set record = k.record from kept k where k.section = s.section; "
          + "update cardex_section set record = \(change) where \(condition)", in: "records")
      try #require(outcome.status == 0, "\(outcome.errors)")
      if round < known.count {
        try expectDamage(commands[0], "\(change)")
      }
      for command in commands { _ = try runBriefly(command) }
    }
  }

  private func hexByte(_ generator: inout SeededGenerator) -> String {
    let digits = String(UInt8.random(in: .min ... .max, using: &generator), radix: 16)
    return digits.count < 2 ? "0" + digits : digits
  }

  @Test("the first row that is missing ends the fetching, however many are promised")
  func missingRows() throws {
    let url = try trial.publish("contacts.plist", in: "missing")
    for table in ["sections", "entries"] {
      let outcome = try database.sql(
        "update cardex_catalogue set \(table) = '65536+65536*1000000'", in: "missing")
      try #require(outcome.status == 0, "\(outcome.errors)")
      for command in [["sections", url], ["sections", "--strip", url]] {
        _ = try runBriefly(command)
      }
      if table == "sections" { try expectDamage(["sections", url], "\(table)") }
    }
  }

  @Test("no command prints the password of an address, well-formed or not")
  func passwords() throws {
    let list = try trial.list(2, to: "list.plist")
    let addresses = [
      "postgresql://nobody:s3cr3t@127.0.0.1:1/x?catalogue=h", "POSTGRESQL://u:s3cr3t@h/d",
      "postgresql:/u:s3cr3t@h", "postgresql:u:s3cr3t@h", "Postgres://u:s3cr3t@h",
      "postgresql://h/d?x=y?password=s3cr3t", "postgresql://h/d;password=s3cr3t",
      "postgresql://h/x%3fpassword=s3cr3t",
    ]
    for address in addresses {
      for command in [
        ["search", "a", address], ["show", address], ["import", list, address],
        ["import", address, list], ["convert", "-o", address, list],
        ["convert", "--to=json", "-o", address, list], ["convert", "--to=json", address],
        ["index", "list", address], ["index", "build", address], ["diff", list, address],
        ["batch", "-o", address, "-e", "list", list], ["batch", "-f", address, list],
        ["merge", list, list, address], ["set", address, "#1", "a=b"], ["new", address],
        ["publish", address, list], ["publish", list, address + "&x"], ["check", address],
        ["info", address], [address], ["help", address], ["search", "a", list, address],
        ["shell", list, address], ["sections", list, address],
      ] {
        let outcome = try runBriefly(command)
        #expect(outcome.status == 2, "\(command)")
        #expect(
          !(outcome.output + outcome.errors).contains("s3cr3t"), "\(command): \(outcome.errors)")
      }
      #expect(!FileManager.default.fileExists(atPath: address))
    }
  }

  @Test("a command that takes a file says how to make one of a catalogue")
  func onlyFiles() throws {
    let (file, url) = ("contacts.plist", "postgresql://me:secret@host/lists?catalogue=c")
    let commands = [
      ["diff", url, file], ["diff", file, url], ["diff", "--script", url, file],
      ["merge", file, url, file], ["set", url, "#1", "a=b"], ["batch", "-e", "list", url],
      ["batch", "-e", "list"], ["index", "build", url], ["index", "build"],
      ["index", "remove", url],
      ["new", url], ["publish", url, url], ["shell", url],
    ]
    for command in commands {
      let outcome = try Tool.run(command, environment: ["CARDEX_FILE": url])
      #expect(outcome.status == 2 && outcome.output == "", "\(command)")
      #expect(
        outcome.errors == """
          cardex: postgresql://me@host/lists?catalogue=c: this command takes a file, not a catalogue \
          in a database
          cardex: 'cardex convert URL -o FILE' makes a file of it

          """, "\(command)")
    }
  }
}
