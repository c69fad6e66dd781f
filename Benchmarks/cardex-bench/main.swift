@preconcurrency import Platform

// Measures Cardex and other programs, each in a separate process; see `usage`.

let usage = """
  Usage: cardex-bench generate SHAPE ENTRIES [SEED]   write a catalogue to standard output
         cardex-bench names ENTRIES [SEED]            write their names alone, one a line
         cardex-bench read [ENTRIES…]                 reading, against libxml2 and others
         cardex-bench search [OPTION…] [ENTRIES…]     searching, against grep, SQLite and others
         cardex-bench formats [ENTRIES…]              other formats than XML, against Python and others
         cardex-bench compare [ENTRIES…]              comparing and merging, against reading the files
         cardex-bench edit [ENTRIES…]                 changing a value, against copying the file
         cardex-bench rows [ENTRIES…]                 finding, opening and closing rows in memory
         cardex-bench browse [ENTRIES…]               the full screen, from a key to what it shows, against fzf
         cardex-bench keys [ENTRIES…]                 the language server, from a key to an answer
         cardex-bench page [ENTRIES…]                 pages of HTML in Chromium: size, first paint, keys, memory
         cardex-bench engine [ENTRIES…]               publishing in PostgreSQL and searching there, against pg_trgm
         cardex-bench scale [ITEMS] [NAME]            how commands grow from ITEMS to four times as many
         cardex-bench all                             all, with 248, 100,000 and 1,000,000 entries

  Options: --json FILE writes the rows of Cardex there, --compare FILE prints those that are more than
  5 % slower than the rows that were written to FILE, and ends with 1 if there are some.

  Options of search: --json FILE writes all that was measured there, of other programs, too,
  --summary prints the most telling tables only, --runs N runs each search so often, --quick runs
  programs that take long only once, and none with files on the disk only.

  scale runs every command on catalogues of several shapes, of 5000 items and of four times as many,
  or only those with NAME in the command or the shape; then commands of the program on files of all
  formats, mostly on records of so many fields. It prints the exponent of the time's growth, marks
  those above 1.16, which take more than five times as long, and ends with 1 if there are some.

  SHAPE is \(Shape.allCases.map(\.rawValue).joined(separator: ", ")). Tables are Markdown. Ratios
  compare the medians of runs that take turns; quote those, not the times of one machine.

  """

func fail(_ message: String) -> Never {
  fputs("cardex-bench: \(message)\n", stderr)
  exit(2)
}

func counts(_ arguments: ArraySlice<String>) -> [Int] {
  if arguments.isEmpty { return [1_000_000] }
  return arguments.map { text in
    guard let count = Int(text), count > 0 else { fail("'\(text)' is not a number of entries") }
    return count
  }
}

/// Measures searching according to its options.
func search(_ arguments: ArraySlice<String>) {
  var rest = arguments
  var benchmark = SearchBenchmark()
  var (jsonPath, isSummary): (String?, Bool) = (nil, false)
  while let option = rest.first, option.hasPrefix("-") {
    rest.removeFirst()
    switch option {
    case "--summary": isSummary = true
    case "--quick": benchmark.isQuick = true
    case "--json":
      guard let path = rest.popFirst() else { fail("--json takes a file") }
      jsonPath = path
    case "--runs":
      guard let runs = rest.popFirst().flatMap({ Int($0) }), runs > 0 else {
        fail("--runs takes a number")
      }
      benchmark.runs = runs
    default: fail("search has no option \(option)\n" + usage)
    }
  }
  let sizes = rest.isEmpty ? usualSizes : counts(rest)
  let report = benchmark.report(entryCounts: sizes)
  Results.note(report)
  report.noteGoals()
  print(isSummary ? report.summary : report.markdown, terminator: "")
  if !isSummary {
    print()
    Goals.printTable("searching")
  }
  guard let jsonPath else { return }
  guard let file = fopen(jsonPath, "w"), fputs(report.json, file) >= 0, fclose(file) == 0 else {
    fail("\(jsonPath): \(String(cString: strerror(errno)))")
  }
}

/// The generator that the arguments after a shape specify.
func generator(_ shape: Shape, _ arguments: ArraySlice<String>) -> Generator {
  guard let entries = arguments.first.flatMap({ Int($0) }), entries > 0,
    let seed = UInt64(arguments.dropFirst().first ?? "1")
  else { fail("a number of entries and a seed are needed\n" + usage) }
  return Generator(shape: shape, entries: entries, seed: seed)
}

/// Takes an option with a file from the arguments.
func file(_ option: String, _ arguments: inout [String]) -> String? {
  guard let index = arguments.firstIndex(of: option) else { return nil }
  guard index + 1 < arguments.count else { fail("\(option) takes a file") }
  defer { arguments.removeSubrange(index...(index + 1)) }
  return arguments[index + 1]
}

let usualSizes = [248, 100_000, 1_000_000]
var arguments = CommandLine.arguments
let writesReport = arguments.dropFirst().first == "search"
let results = writesReport ? nil : file("--json", &arguments)
let earlier = file("--compare", &arguments)
switch arguments.dropFirst().first {
case "generate":
  guard let shape = arguments.dropFirst(2).first.flatMap({ Shape(rawValue: $0) }) else {
    fail("generate takes a shape, a number of entries and a seed\n" + usage)
  }
  generator(shape, arguments.dropFirst(3)).write { fwrite($0, 1, $0.count, stdout) }
case "names":
  generator(.cars, arguments.dropFirst(2)).writeNames { fwrite($0, 1, $0.count, stdout) }
case "read":
  ReadBenchmark.run(entryCounts: counts(arguments.dropFirst(2)))
case "search":
  search(arguments.dropFirst(2))
case "formats":
  FormatsBenchmark.run(entryCounts: counts(arguments.dropFirst(2)))
case "compare":
  CompareBenchmark.run(entryCounts: counts(arguments.dropFirst(2)))
case "edit":
  EditBenchmark.run(entryCounts: counts(arguments.dropFirst(2)))
case "rows":
  RowsBenchmark.run(entryCounts: counts(arguments.dropFirst(2)))
case "browse":
  let sizes = arguments.dropFirst(2)
  BrowseBenchmark.run(entryCounts: sizes.isEmpty ? [10_000, 1_000_000] : counts(sizes))
case "keys":
  let sizes = arguments.dropFirst(2)
  KeysBenchmark.run(entryCounts: sizes.isEmpty ? [95_000] : counts(sizes))
case "page":
  let sizes = arguments.dropFirst(2)
  PageBenchmark.run(entryCounts: sizes.isEmpty ? [10_000, 100_000] : counts(sizes))
case "engine":
  let sizes = arguments.dropFirst(2)
  EngineBenchmark.run(entryCounts: sizes.isEmpty ? [100_000] : counts(sizes))
case "scale":
  var benchmark = ScaleBenchmark()
  if let size = arguments.dropFirst(2).first { benchmark.size = counts([size])[0] }
  benchmark.filter = arguments.dropFirst(3).joined(separator: " ")
  guard benchmark.run() else { exit(1) }
case "all":
  Area.runAll()
case "area" where arguments.count == 3:
  // What `all` runs in a separate process.
  guard let area = Area(rawValue: arguments[2]) else { fail("no such area\n" + usage) }
  area.run()
case "measure" where arguments.count >= 4:
  // What the benchmarks run in a separate process.
  exit(Measured.run(arguments[2], paths: Array(arguments[3...])))
case "--help", "help":
  print(usage, terminator: "")
default:
  fail("no such command\n" + usage)
}
if let results { Results.write(to: results) }
if let earlier, !Results.compare(with: earlier) { exit(1) }
