import Foundation
import SeededRandom
import TestHelpers
import Testing

/// What a load does to what was there, whenever it ends.
@Suite("Loading into PostgreSQL", .enabled(if: Database.isThere, Database.need))
struct DatabaseLoadTests {
  private let trial: DatabaseTrial
  private var database: Database { trial.database }
  private var directory: TemporaryDirectory { trial.directory }

  init() throws { trial = try DatabaseTrial() }

  @Test("an update leaves the same as publishing all, and writes only what has changed")
  func updates() throws {
    let file = try directory.write(SampleCatalogue.text(200), to: "people.plist")
    let url = try trial.publish(file, in: "updates")
    func expectPublished() throws {
      #expect(
        try database.run(["convert", "--to=xml", url]).output
          == String(contentsOfFile: file, encoding: .utf8))
      for search in [["-n", "an"], ["--heading", "--all-fields", "rot"]] {
        try trial.expectSame(["search"] + search, file, url)
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
    try trial.expectSame(["search", "-n", "an"], file, url, parsing: ["--flat"])
  }

  // MARK: One generation or the other

  /// What a reader sees: the number of entries of each generation has another remainder.
  private func check(_ url: String, sizes: Set<Int>) throws {
    let outcome = try database.run(["search", "-c", "a", url])
    let count = try #require(
      Int(outcome.output.split(separator: "\n").first ?? ""), "\(outcome.errors)")
    #expect(sizes.contains(count), "\(count)")
  }

  @Test("a load that is killed leaves what was there, whenever that happens")
  func killedLoads() throws {
    let (old, new) = (try trial.list(300, to: "old.plist"), try trial.list(20_000, to: "new.plist"))
    let url = try trial.publish(old, in: "killed")
    let environment = database.environment
    let moments = Rounds.areMany ? 50 : 6
    var killCount = 0
    for moment in 1...moments {
      // More of them early, since a load may take much less than the longest.
      let delay = 0.6 * Double(moment * moment) / Double(moments * moments)
      let load = try Tool.shell(
        "cardex publish '\(new)' '\(url)' 2>/dev/null & sleep \(delay); kill -9 $! 2>/dev/null; wait $!",
        environment: environment)
      if load.status == 137 { killCount += 1 }
      try check(url, sizes: [300, 20_000])
      if try database.run(["search", "-c", "a", url]).output == "20000\n" {
        _ = try database.run(["publish", old, url])
      }
    }
    #expect(killCount > 0, "no load was killed")
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
    let files = try [500, 700, 900].map { try trial.list($0, to: "\($0).plist") }
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
}
