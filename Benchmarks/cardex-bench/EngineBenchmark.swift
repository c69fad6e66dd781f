@preconcurrency import Platform

/// A benchmark of catalogues in a PostgreSQL of its own, on the same machine, beside what
/// PostgreSQL does without Cardex.
enum EngineBenchmark {
  private static let runs = 7
  private static let seed: UInt64 = 5

  static func run(entryCounts: [Int]) {
    guard let programs else {
      return print("## PostgreSQL\n\nneeds postgresql\n")
    }
    for entries in entryCounts { EngineRun(entries, programs).run() }
    Goals.printTable("PostgreSQL")
  }

  /// The directory of PostgreSQL's programs, where Debian installs them.
  private static var programs: String? {
    let versions = "/usr/lib/postgresql"
    let numbers = Directory.names(in: FilePath(versions))?.compactMap {
      $0.text.flatMap { Int($0) }
    }
    return numbers?.max().map { "\(versions)/\($0)/bin" }
  }

  /// The benchmark with one number of entries.
  private final class EngineRun {
    private let entries: Int
    private let directory = BenchDirectory()
    private let plist: String
    private let names: String
    private let programs: String
    private let stop: () -> Void

    init(_ entries: Int, _ programs: String) {
      (self.entries, self.programs) = (entries, programs)
      let generator = Generator(shape: .cars, entries: entries, seed: seed)
      plist = directory.write("names.plist", generator.write)
      names = directory.write("names.txt") { output in generator.writeNames(output) }
      setenv("PGHOST", directory.path(of: "server"), 1)
      setenv("PGUSER", "cardex", 1)
      setenv("PGDATABASE", "postgres", 1)
      stop = EngineRun.start(in: directory, programs)
    }

    deinit { stop() }

    @discardableResult
    private func must(_ command: Command) -> Cost {
      guard let cost = command.run() else { fail("this fails: \(command.name)") }
      return cost
    }

    /// Starts a server that ends with this program, however the program ends.
    ///
    /// - Returns: A closure that ends the server.
    private static func start(in directory: BenchDirectory, _ programs: String) -> () -> Void {
      // PostgreSQL does not run as root.
      let user = getuid() == 0 ? "setpriv --reuid=nobody --regid=nogroup --clear-groups" : ""
      let state = directory.path(of: "state")
      let line = """
        trap '' INT TERM HUP
        cd '\(directory.path)' && chmod 711 . && mkdir server && chmod 777 server &&
        \(user) \(programs)/initdb -D "$PGHOST/data" -A trust -U cardex -E UTF8 --locale=C --no-sync \
          >/dev/null &&
        \(user) \(programs)/pg_ctl -D "$PGHOST/data" -w -s -l "$PGHOST/log" -o "-c listen_addresses='' \
          -c unix_socket_directories='$PGHOST' -c shared_buffers=512MB -c max_wal_size=8GB" start >/dev/null
        echo $? >'\(state).new'; mv '\(state).new' '\(state)'
        cat >/dev/null
        \(user) \(programs)/pg_ctl -D "$PGHOST/data" -m immediate -s stop
        rm -rf '\(directory.path)'
        """
      guard let server = popen(line, "w") else { fail("PostgreSQL cannot be started") }
      while fileSize(state) == 0 { usleep(20_000) }
      return { pclose(server) }
    }

    /// A client that is started without a shell, which would take as long as the client.
    private func psql(_ statement: String, _ answer: Command.Answer = .number) -> Command {
      Command(
        name: statement,
        arguments: [
          programs + "/psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", statement,
        ], worstStatus: 0, answer: answer)
    }

    private func cardex(_ arguments: String..., answer: Command.Answer = .number) -> Command {
      Command(
        name: "cardex \(arguments[0])", arguments: [sibling("cardex")] + arguments, answer: answer)
    }

    private static let url = "postgresql:///?catalogue=names"

    func run() {
      print("## PostgreSQL, \(entries) entries\n")
      let copying = load()
      // With a million entries, what follows takes minutes.
      fflush(stdout)
      search()
      fflush(stdout)
      // This writes a generation beside the old one, into indexes that exist already.
      let again = must(cardex("publish", plist, EngineRun.url)).wall
      print(
        "\nPublishing in place of what is there: \(rounded(again, 2)) s,",
        "\(rounded(again / copying, 2)) of `\\copy`.\n")
    }

    // MARK: Loading

    /// - Returns: How many seconds the same takes without Cardex.
    private func load() -> Double {
      let publishing = must(cardex("publish", plist, EngineRun.url))
      let rows = directory.path(of: "rows")
      must(psql("\\copy cardex_entry to '\(rows)'"))
      must(psql("create table copied (like cardex_entry including constraints)"))
      let copying = [
        "\\copy copied from '\(rows)'", "alter table copied add primary key (generation, entry)",
        "create index on copied using gin (grams)",
      ].map { must(psql($0)).wall }.reduce(0, +)
      must(psql("drop table copied"))
      let update = must(cardex("publish", "--update", plist, EngineRun.url))
      must(psql("create extension pg_trgm"))
      must(psql("create table plain (name text)"))
      must(psql("\\copy plain from '\(names)'"))
      let trigrams = must(psql("create index on plain using gin (name gin_trgm_ops)")).wall
      for table in ["plain", "cardex_entry"] { must(psql("vacuum analyze \(table)")) }
      print("| loading | s | \\\\copy = 1 | MB | to reach |\n|---|--:|--:|--:|--:|")
      func row(_ name: String, _ seconds: Double, _ cost: Cost? = nil, goal: String = "") {
        let memory = cost.map { String($0.peakMemory >> 20) } ?? ""
        let cells = [name, rounded(seconds, 2), rounded(seconds / copying, 2), memory, goal]
        print("| \(cells.joined(separator: " | ")) |")
      }
      row("\\copy of the same rows, and the same index", copying)
      row("cardex publish", publishing.wall, publishing, goal: "3")
      row("cardex publish --update, nothing changed", update.wall, update)
      row("an index of the names by pg_trgm", trigrams)
      Results.note("engine \(entries)", "publish", seconds: publishing.wall)
      Goals.note(
        "\(entries) entries: publishing them, / \\copy", publishing.wall / copying, "", .atMost(3))
      print("\n| bytes per entry | |\n|---|--:|")
      for (name, function) in [
        ("rows", "pg_table_size('cardex_entry')"),
        ("index of grams", "pg_relation_size('cardex_entry_grams')"),
        ("the file", "pg_total_relation_size('cardex_block')"), ("names", "pg_table_size('plain')"),
        ("index by pg_trgm", "pg_relation_size('plain_name_idx')"),
      ] {
        print("| \(name) | \(must(psql("select \(function)")).answer / entries) |")
      }
      print()
      return copying
    }

    // MARK: Searching

    private func search() {
      print(
        "| search | found | `select 1` ms | cardex search ms | more ms | to reach | pg_trgm ms | more ms |\n"
          + "|---|--:|--:|--:|--:|--:|--:|--:|")
      for (text, kind, goal) in patterns {
        let commands = [
          psql("select 1"), cardex("search", text, EngineRun.url, answer: .lines),
          psql("select name from plain where name ilike '%\(text)%'", .lines),
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
        guard let goal else { continue }
        Goals.note(
          "\(entries) entries: \(kind), beyond `select 1`", (own.wall - none.wall) * 1e3, "ms",
          .atMost(Double(goal)), peer: ("pg_trgm", (other.wall - none.wall) * 1e3))
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
