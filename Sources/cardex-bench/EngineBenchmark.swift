@preconcurrency import Platform

/// A benchmark of catalogues in a PostgreSQL of its own, on the same machine, beside what PostgreSQL
/// does without Cardex.
enum EngineBenchmark {
  private static let runs = 15
  private static let seed: UInt64 = 5

  static func run(entryCounts: [Int]) {
    for entries in entryCounts { EngineRun(entries).run() }
  }

  /// One size.
  private final class EngineRun {
    private let entries: Int
    private let directory = BenchDirectory()
    private let plist: String
    private let names: String
    private let user: String
    private let programs: String

    init(_ entries: Int) {
      self.entries = entries
      let generator = Generator(shape: .cars, entries: entries, seed: seed)
      plist = directory.write("names.plist", generator.write)
      names = directory.write("names.txt") { output in generator.writeNames(output) }
      // PostgreSQL does not run as root.
      user = getuid() == 0 ? "setpriv --reuid=nobody --regid=nogroup --clear-groups" : ""
      programs = "$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)"
      setenv("PGHOST", directory.path(of: "server"), 1)
      setenv("PGUSER", "cardex", 1)
      setenv("PGDATABASE", "postgres", 1)
      start()
    }

    deinit {
      _ = shell("\(user) \(programs)/pg_ctl -D \"$PGHOST/data\" -m immediate -s stop").run()
    }

    private func shell(_ line: String) -> Command {
      Command(name: line, arguments: ["sh", "-c", line], worstStatus: 0)
    }

    private func must(_ line: String) -> Double {
      guard let cost = shell(line).run() else { fail("this fails: \(line)") }
      return cost.wall
    }

    private func start() {
      _ = must(
        """
        chmod 711 '\(directory.path)' && mkdir "$PGHOST" && chmod 777 "$PGHOST" &&
        \(user) \(programs)/initdb -D "$PGHOST/data" -A trust -U cardex -E UTF8 --locale=C >/dev/null &&
        \(user) \(programs)/pg_ctl -D "$PGHOST/data" -w -s -l "$PGHOST/log" \
          -o "-c listen_addresses='' -c unix_socket_directories='$PGHOST' -c shared_buffers=512MB \
          -c max_wal_size=8GB" start >/dev/null
        """)
    }

    private func psql(_ statement: String) -> String {
      "\(programs)/psql -X -q -A -t -v ON_ERROR_STOP=1 -c \"\(statement)\""
    }

    private static let url = "postgresql:///?catalogue=names"

    func run() {
      print("## PostgreSQL, \(entries) entries\n")
      load()
      search()
      print()
    }

    // MARK: Loading

    private func load() {
      let own = "'\(CommandLine.arguments[0].dropLast("-bench".count))'"
      let publishing = must("\(own) publish '\(plist)' '\(EngineRun.url)'")
      let rows = directory.path(of: "rows")
      _ = must(psql("\\copy cardex_entry to '\(rows)'"))
      _ = must(psql("create table copied (like cardex_entry including constraints)"))
      let copying =
        must(psql("\\copy copied from '\(rows)'"))
        + must(psql("alter table copied add primary key (generation, entry)"))
        + must(psql("create index on copied using gin (grams)"))
      _ = must(psql("drop table copied"))
      let updating = must("\(own) publish --update '\(plist)' '\(EngineRun.url)'")
      _ = must(psql("create extension pg_trgm; create table plain (name text)"))
      _ = must(psql("\\copy plain from '\(names)'"))
      let trigrams = must(psql("create index on plain using gin (name gin_trgm_ops)"))
      _ = must(psql("analyze plain"))
      _ = must(psql("vacuum analyze cardex_entry"))
      print("| loading | s | \\\\copy = 1 | to reach |\n|---|--:|--:|--:|")
      func row(_ name: String, _ seconds: Double, goal: String = "") {
        print("| \(name) | \(rounded(seconds, 2)) | \(rounded(seconds / copying, 2)) | \(goal) |")
      }
      row("\\copy of the same rows, and the same index", copying)
      row("cardex publish", publishing, goal: "3")
      row("cardex publish --update, nothing changed", updating)
      row("an index of the names by pg_trgm", trigrams)
      Results.note("engine \(entries)", "publish", seconds: publishing)
      print("\n| bytes per entry | |\n|---|--:|")
      for (name, function) in [
        ("rows", "pg_table_size('cardex_entry')"),
        ("index of grams", "pg_relation_size('cardex_entry_grams')"),
        ("the file", "pg_total_relation_size('cardex_block')"), ("names", "pg_table_size('plain')"),
        ("index by pg_trgm", "pg_relation_size('plain_name_idx')"),
      ] {
        let size = Command(
          name: name, arguments: ["sh", "-c", psql("select \(function)")], worstStatus: 0
        ).run()?.answer
        print("| \(name) | \((size ?? 0) / entries) |")
      }
      print()
    }

    // MARK: Searching

    private func search() {
      let cardex = String(CommandLine.arguments[0].dropLast("-bench".count))
      print(
        "| search | found | `select 1` ms | cardex search ms | more ms | to reach | pg_trgm ms | more ms |\n"
          + "|---|--:|--:|--:|--:|--:|--:|--:|")
      for (text, kind, goal) in patterns {
        let commands = [
          shell(psql("select 1")),
          Command(
            name: "cardex", arguments: [cardex, "search", text, EngineRun.url], answer: .lines),
          Command(
            name: "pg_trgm",
            arguments: [
              "sh", "-c",
              psql("select name from plain where name ilike '%\(text)%'"),
            ], answer: .lines),
        ]
        let medians = Comparison(commands, runs: runs, slowRuns: 3).medians
        guard let none = medians[0], let own = medians[1], let other = medians[2] else {
          fail("'\(text)' could not be searched for")
        }
        func ms(_ seconds: Double) -> String { rounded(seconds * 1e3, 1) }
        let cells = [
          "`\(text)`, \(kind)", String(own.answer), ms(none.wall), ms(own.wall),
          ms(own.wall - none.wall), goal.map(String.init) ?? "", ms(other.wall),
          ms(other.wall - none.wall),
        ]
        print("| \(cells.joined(separator: " | ")) |")
        Results.note("engine \(entries)", text, seconds: own.wall)
      }
    }

    /// What is searched for, and how many milliseconds it may take more than `select 1`.
    private var patterns: [(text: String, kind: String, goal: Int?)] {
      SearchPattern.all.filter { !$0.findsReadings }.map {
        ($0.text, $0.kind.rawValue, $0.kind == .rare ? 10 : nil)
      } + [(pair, "2 characters", 40)]
    }

    /// Two letters that about 1,000 names have.
    private var pair: String {
      var counts: [UInt16: Int] = [:]
      var all: [UInt8] = []
      Generator(shape: .cars, entries: entries, seed: seed).writeNames { all += $0 }
      for name in all.split(separator: 0x0A) {
        var seen: Set<UInt16> = []
        for (first, second) in zip(name, name.dropFirst())
        where first &- 0x61 < 26 && second &- 0x61 < 26 {
          seen.insert(UInt16(first) << 8 | UInt16(second))
        }
        for pair in seen { counts[pair, default: 0] += 1 }
      }
      let best = counts.min { abs($0.value - 1000) < abs($1.value - 1000) }?.key ?? 0
      return String(decoding: [UInt8(best >> 8), UInt8(best & 0xFF)], as: UTF8.self)
    }
  }
}
