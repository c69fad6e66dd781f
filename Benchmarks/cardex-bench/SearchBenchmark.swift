import Platform
import Searching
import Storage

/// A benchmark of searching a catalogue, compared with other programs that search the same names;
/// see RESULTS.md.
struct SearchBenchmark {
  /// How many times each search is run; by default depends on the size.
  var runs: Int?
  /// Whether programs that take long are run only once, and none is run with files on the disk
  /// only.
  var isQuick = false

  func report(entryCounts: [Int]) -> SearchReport {
    SearchBenchmark.setEnvironment()
    var report = SearchReport(patterns: SearchPattern.all, versions: SearchPeer.versions)
    for entries in entryCounts { report.sizes.append(measure(SearchCorpus(entries: entries))) }
    return report
  }

  /// Clears user settings, and sets a locale with letters beyond ASCII.
  private static func setEnvironment() {
    setenv("LC_ALL", "C.UTF-8", 1)
    for name in ["FZF_DEFAULT_OPTS", "RIPGREP_CONFIG_PATH", "GREP_COLORS", "LOCATE_PATH"] {
      unsetenv(name)
    }
  }

  private func measure(_ corpus: SearchCorpus) -> SearchReport.Size {
    let builds = runs.map { min($0, 3) } ?? (corpus.entries > 1_000_000 ? 1 : 3)
    let building = SearchBuilding.measure(
      corpus, runs: builds, slowRuns: isQuick ? 1 : nil)
    corpus.use(.usual)
    let peers = SearchPeer.all(corpus, index: usualIndex(corpus))
    let turns = runs ?? (corpus.entries > 100_000 ? 9 : corpus.entries > 10_000 ? 21 : 41)
    var tables = [table(.coldProcess, peers, turns)]
    if !isQuick { tables.append(tableOnDisk(peers, min(turns, 5))) }
    corpus.use(.built)
    tables.append(warmTable(corpus, turns: min(turns, 9)))
    return SearchReport.Size(
      entries: corpus.entries, plistSize: fileSize(corpus.plist),
      namesSize: fileSize(corpus.names), building: building, tables: tables,
      firstHit: corpus.entries > 10_000 ? firstHit(corpus) : nil)
  }

  /// The seconds to the first hit of a search that makes an index, for a text that is found
  /// throughout.
  private func firstHit(_ corpus: SearchCorpus) -> Double? {
    let line = #"XDG_CACHE_HOME=$1 exec "$2" search -e berg "$3""#
    let directory = corpus.plist + ".first"
    let command = Command(
      name: "first search",
      arguments: ["sh", "-c", line, "sh", directory, sibling("cardex"), corpus.plist])
    func removeIndex() { _ = Command(name: "rm", arguments: ["rm", "-rf", directory]).run() }
    defer { removeIndex() }
    return Comparison([command], runs: runs ?? 5, prepare: removeIndex).medians[0]?.firstOutput
  }

  /// Lets Cardex make the index that it makes automatically.
  ///
  /// - Returns: The path of the index; `nil` for a small file.
  private func usualIndex(_ corpus: SearchCorpus) -> String? {
    let arguments = [sibling("cardex"), "search", "-c", "-e", "a", corpus.plist]
    guard Command(name: "cardex", arguments: arguments).run() != nil else {
      fail("\(arguments[0]) could not search")
    }
    let path = SearchBuilding.location(corpus.plist)?.path.text
    return path.flatMap { access($0, R_OK) == 0 ? $0 : nil }
  }

  private func tableOnDisk(_ peers: [SearchPeer], _ turns: Int) -> SearchReport.Table {
    PageCache.drop(Set(peers.filter { $0.absence == nil }.flatMap(\.files)).sorted())
      ? table(.coldDisk, peers, turns)
      : SearchReport.Table(
        way: .coldDisk, rows: [],
        omission: "Not possible here: the system keeps the files in memory.")
  }

  private func table(
    _ way: SearchReport.Way, _ peers: [SearchPeer], _ turns: Int
  ) -> SearchReport.Table {
    let present = peers.filter { $0.absence == nil }
    let files = Set(present.flatMap(\.files)).sorted()
    var cells: [String: [SearchReport.Cell?]] = [:]
    for pattern in SearchPattern.all {
      let commands = present.map { $0.command(pattern) }
      let comparison = Comparison(commands, runs: turns, slowRuns: isQuick ? 0 : 3) {
        if way == .coldDisk { _ = PageCache.drop(files) }
      }
      for (peer, cost) in zip(present, comparison.medians) {
        cells[peer.name, default: []].append(
          cost.map { SearchReport.Cell(seconds: $0.wall, hits: $0.answer) })
      }
    }
    return SearchReport.Table(
      way: way,
      rows: peers.map { peer in
        SearchReport.Row(
          program: peer.name, cells: cells[peer.name] ?? [], omission: peer.absence)
      })
  }

  private func warmTable(_ corpus: SearchCorpus, turns: Int) -> SearchReport.Table {
    guard let warm = WarmSearch(corpus.plist) else { fail("the index could not be opened") }
    let isShellThere = isInstalled("sqlite3")
    // With only one or two runs, exact times are not needed.
    let span = turns < 3 ? 0.02 : isQuick ? 0.05 : 0.2
    let shells = FullTextCondition.allCases.map { WarmFullText(corpus, $0, span: span) }
    var own: [SearchReport.Cell?] = []
    var others: [[SearchReport.Cell?]] = shells.map { _ in [] }
    for pattern in SearchPattern.all {
      var times: [Double] = []
      var shellTimes: [[Double]] = shells.map { _ in [] }
      let repetitions = shells.map { isShellThere ? $0.repetitions(pattern) : nil }
      let hits = warm.count(pattern)
      for turn in 0..<turns {
        times.append(warm.seconds(pattern))
        // A pattern is slow if it is searched for only once at a time.
        for (index, shell) in shells.enumerated() where turn < 3 || repetitions[index] != 1 {
          if let count = repetitions[index], let seconds = shell.seconds(pattern, count) {
            shellTimes[index].append(seconds)
          }
        }
      }
      own.append(hits.map { SearchReport.Cell(seconds: median(times), hits: $0) })
      for index in shells.indices where isShellThere {
        let hits = shells[index].hits(pattern)
        let times = shellTimes[index]
        others[index].append(
          times.isEmpty
            ? nil : hits.map { SearchReport.Cell(seconds: median(times), hits: $0) })
      }
    }
    let rows = zip(FullTextCondition.allCases, others).map { condition, cells in
      SearchReport.Row(
        program: "sqlite3 FTS5, \(condition.rawValue)", cells: cells,
        omission: isShellThere ? nil : "not installed")
    }
    return SearchReport.Table(
      way: .warm, rows: [SearchReport.Row(program: "cardex", cells: own, omission: nil)] + rows)
  }

  private func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }
}
