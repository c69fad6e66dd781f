@preconcurrency import Platform

/// What `cardex-bench all` measures, one after another.
enum Area: String, CaseIterable {
  case reading, formats, searching, comparing, editing, rows, browsing, keys, engines

  /// Measures an area.
  func run() {
    switch self {
    case .reading: ReadBenchmark.run(entryCounts: [1_000_000])
    case .formats: FormatsBenchmark.run(entryCounts: [200_000])
    case .searching: search(["--quick", "--runs", "5"])
    case .comparing: CompareBenchmark.run(entryCounts: [100_000, 1_000_000])
    case .editing: EditBenchmark.run(entryCounts: [248, 100_000])
    case .rows: RowsBenchmark.run(entryCounts: [100_000, 1_000_000])
    case .browsing: BrowseBenchmark.run(entryCounts: [10_000, 1_000_000])
    case .keys: KeysBenchmark.run(entryCounts: [95_000])
    case .engines: EngineBenchmark.run(entryCounts: [100_000])
    }
  }

  /// Measures all, each in a process of its own: the peak memory that the system reports of a
  /// program is at least that of the process that has started it.
  static func runAll() {
    var times: [(area: Area, seconds: Double)] = []
    for area in allCases {
      fflush(stdout)
      let start = MonotonicClock.now
      area.runSeparately()
      times.append((area, MonotonicClock.now - start))
      print()
    }
    print("## Time taken\n\n| area | s |\n|---|--:|")
    for (area, seconds) in times { print("| \(area.rawValue) | \(rounded(seconds, 0)) |") }
    print("| all | \(rounded(times.reduce(0) { $0 + $1.seconds }, 0)) |")
  }

  private func runSeparately() {
    let results = TemporaryFile { _ in }
    let arguments = [CommandLine.arguments[0], "area", rawValue, "--json", results.path]
    var strings: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    strings.append(nil)
    defer { for string in strings { free(string) } }
    var process = pid_t()
    var status: Int32 = 0
    guard posix_spawn(&process, arguments[0], nil, nil, strings, environ) == 0,
      waitpid(process, &status, 0) == process, status == 0
    else { fail("\(rawValue) could not be measured") }
    Results.add(from: results.path)
  }
}
