/// Searching a catalogue as a whole process, beside grep and ripgrep on the same file.
enum SearchBenchmark {
  static let patterns = [
    "a", "qu", "émi", "BERG", "berg", "xaxa", "奥", "bergerne", "奥迪", "Anborger", "no such name",
  ]

  static func run(entryCounts: [Int]) {
    for entries in entryCounts {
      let file = TemporaryFile(Generator(shape: .cars, entries: entries, seed: 1).write)
      let runs = entries > 10_000 ? 7 : 41
      print("## Searching \(entries) entries, whole process, counting\n")
      print("| pattern | cardex ms | grep -i ms | rg -i ms | cardex / grep | cardex / rg |")
      print("|---|---|---|---|---|---|")
      for pattern in patterns { print(row(pattern, file.path, runs: runs)) }
      print()
    }
  }

  private static func row(_ pattern: String, _ path: String, runs: Int) -> String {
    let commands = [
      Command(name: "cardex", arguments: [sibling("cardex"), "search", "-c", pattern, path]),
      Command(name: "grep", arguments: ["grep", "-i", "-c", pattern, path]),
      Command(name: "rg", arguments: ["rg", "-i", "-c", pattern, path]),
    ]
    let medians = Comparison(commands, runs: runs).medians
    let times = medians.map { $0.map { rounded($0.wall * 1000, 1) } ?? "not installed" }
    let ratios = medians.dropFirst().map { peer in
      guard let own = medians[0], let peer else { return "" }
      return rounded(own.wall / peer.wall, 2)
    }
    return "| \(pattern) | \((times + ratios).joined(separator: " | ")) |"
  }
}
