#if canImport(Darwin)
  @preconcurrency import Darwin
#else
  @preconcurrency import Glibc
#endif

// Measures Cardex beside other programs, each in a process of its own; see `usage`.

let usage = """
  Usage: cardex-bench generate SHAPE ENTRIES [SEED]   write a catalogue to standard output
         cardex-bench read [ENTRIES…]                 reading, against libxml2 and others
         cardex-bench search [ENTRIES…]               searching, against grep and ripgrep
         cardex-bench edit [ENTRIES…]                 changing a value, against copying the file
         cardex-bench all                             all, with 248, 100,000 and 1,000,000 entries

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

let arguments = CommandLine.arguments
switch arguments.dropFirst().first {
case "generate":
  guard arguments.count >= 4, let shape = Shape(rawValue: arguments[2]),
    let entries = Int(arguments[3]), let seed = UInt64(arguments.count > 4 ? arguments[4] : "1")
  else { fail("generate takes a shape, a number of entries and a seed\n" + usage) }
  Generator(shape: shape, entries: entries, seed: seed).write { fputs($0, stdout) }
case "read":
  ReadBenchmark.run(entryCounts: counts(arguments.dropFirst(2)))
case "search":
  SearchBenchmark.run(entryCounts: counts(arguments.dropFirst(2)))
case "edit":
  EditBenchmark.run(entryCounts: counts(arguments.dropFirst(2)))
case "all":
  ReadBenchmark.run(entryCounts: [1_000_000])
  print()
  SearchBenchmark.run(entryCounts: [248, 100_000, 1_000_000])
  EditBenchmark.run(entryCounts: [248, 100_000, 1_000_000])
case "warm": SearchBenchmark.printInMemory(arguments[2])
case "measure" where arguments.count >= 4:
  // What the others run in a process of its own.
  exit(Measured.run(arguments[2], paths: Array(arguments[3...])))
case "--help", "help":
  print(usage, terminator: "")
default:
  fail("no such command\n" + usage)
}
