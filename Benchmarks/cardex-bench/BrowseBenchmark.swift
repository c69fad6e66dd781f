import Platform

/// A benchmark of full screens: from a key to the last byte of what it shows, in a terminal of 80
/// columns and 24 rows, and from the start to the first screen.
enum BrowseBenchmark {
  /// A series of keys, which are typed one after another.
  private struct Round {
    let name: String
    let keys: [String]
  }

  /// A program that shows names and filters them.
  private struct Program {
    let name: String
    let arguments: [String]
    var input: String?
    let rounds: [Round]
  }

  private static let down = "\u{1B}[B"
  private static let up = "\u{1B}[A"

  static func run(entryCounts: [Int]) {
    for entries in entryCounts {
      let corpus = SearchCorpus(entries: entries)
      corpus.use(.built)
      let index = [sibling("cardex"), "index", "build", corpus.plist]
      _ = Command(name: "index", arguments: index).run()
      print("## Full screens with \(entries) entries: from a key to what it shows\n")
      print("| program | keys | p50 ms | p99 ms | bytes a key | start ms |")
      print("|---|---|---|---|---|---|")
      for program in programs(corpus) { measure(program, entries) }
      filterOnce(corpus)
      print()
    }
    Goals.printTable("full screens")
  }

  private static func programs(_ corpus: SearchCorpus) -> [Program] {
    let steps = Array(repeating: down, count: 60) + Array(repeating: up, count: 60)
    let words = ["mul", "ro", "la", "ne", "sa", "ka", "ti", "马", "长安", "a", "e"]
    /// Each word is typed and erased, letter by letter.
    let typing = words.flatMap { word in
      word.map(String.init) + Array(repeating: "\u{7F}", count: word.count)
    }
    let cardex = Program(
      name: "cardex browse", arguments: [sibling("cardex"), "browse", "--keys=vi", corpus.plist],
      rounds: [
        Round(name: "cursor", keys: steps),
        Round(name: "page", keys: Array(repeating: "\u{1B}[6~", count: 120)),
        Round(name: "fold", keys: ["g"] + Array(repeating: "\t", count: 120)),
        Round(name: "filter", keys: ["/"] + typing + typing + typing + typing),
      ])
    let fzf = Program(
      name: "fzf", arguments: ["fzf", "--no-sort"], input: corpus.names,
      rounds: [Round(name: "cursor", keys: steps), Round(name: "filter", keys: typing + typing)])
    let visidata = Program(
      name: "VisiData", arguments: ["vd", corpus.names],
      rounds: [Round(name: "cursor", keys: steps)])
    return [cardex, fzf, visidata]
  }

  private static func measure(_ program: Program, _ entries: Int) {
    let isLarge = entries > 100_000
    let isOwn = program.name == "cardex browse"
    // Other programs pause while they filter many lines; fewer keys suffice to tell how long they
    // take.
    let isSlow = isLarge && !isOwn
    let silence: Int32 = isSlow ? 400 : 40
    var starts: [Double] = []
    var last: Pseudoterminal?
    // A single start may have to read a file that is not in memory yet.
    for _ in 0..<(isSlow ? 1 : 5) {
      // The program started before must not hold the file.
      last = nil
      let start = MonotonicClock.now
      last = Pseudoterminal(program.arguments, input: program.input)
      let first = last?.answer(since: start, silence: isLarge ? 1500 : 500, limit: 20_000)
      guard let first, first.byteCount > 100 else {
        return print("| \(program.name) | not available | | | | |")
      }
      starts.append(first.time)
    }
    guard let terminal = last else { return }
    let start = starts.sorted()[starts.count / 2]
    if isOwn {
      Results.note("browse \(entries)", "start", seconds: start)
      Goals.note(
        "\(entries) entries: start to the first screen", start * 1000, "ms",
        .atMost(isLarge ? 60 : 20))
    }
    for (number, round) in program.rounds.enumerated() {
      var times: [Double] = []
      var bytes = 0
      for key in round.keys.prefix(isSlow ? 12 : .max) {
        let start = MonotonicClock.now
        terminal.type(key)
        let answer = terminal.answer(since: start, silence: silence, limit: 200)
        if answer.byteCount > 0 { times.append(answer.time) }
        bytes += answer.byteCount
      }
      times.sort()
      guard !times.isEmpty else { continue }
      let worst = times[min(times.count * 99 / 100, times.count - 1)] * 1000
      if isOwn {
        Results.note("browse \(entries)", round.name, seconds: times[times.count / 2])
        Goals.note(
          "\(entries) entries: \(round.name), 99 % of keys", worst, "ms", .atMost(isLarge ? 16 : 4))
      }
      let cells = [
        program.name, round.name, rounded(times[times.count / 2] * 1000, 2), rounded(worst, 2),
        String(bytes / times.count), number == 0 ? rounded(start * 1000, 1) : "",
      ]
      print("| \(cells.joined(separator: " | ")) |")
    }
  }

  /// Filtering once without a screen, for comparison.
  private static func filterOnce(_ corpus: SearchCorpus) {
    let commands = [
      Command(
        name: "fzf --filter", arguments: ["fzf", "--filter=mul"], input: corpus.names,
        answer: .lines),
      Command(
        name: "cardex search -c",
        arguments: [sibling("cardex"), "search", "-c", "mul", corpus.plist]),
    ]
    print("\n| filtering once | ms |\n|---|---|")
    for (command, cost) in zip(commands, Comparison(commands, runs: 5).medians) {
      print("| \(command.name) | \(cost.map { rounded($0.wall * 1000, 1) } ?? "not available") |")
    }
  }
}
