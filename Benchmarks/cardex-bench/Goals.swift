/// Goals beside the measured values: a table for each area.
enum Goals {
  enum Bound {
    case atMost(Double)
    case atLeast(Double)
  }

  /// The rows since the last table.
  nonisolated(unsafe) private static var rows: [[String]] = []

  /// - Parameters:
  ///   - value: The value measured for Cardex, in the unit.
  ///   - peer: The best other program that does the same, and its value.
  static func note(
    _ work: String, _ value: Double, _ unit: String, _ bound: Bound,
    peer: (name: String, value: Double)? = nil
  ) {
    let (goal, isReached) =
      switch bound {
      case .atMost(let limit): ("≤ \(shortened(limit))", value <= limit)
      case .atLeast(let limit): ("≥ \(shortened(limit))", value >= limit)
      }
    rows.append([
      work, "\(shortened(value)) \(unit)", "\(goal) \(unit)", isReached ? "yes" : "no",
      peer.map { "\($0.name): \(shortened($0.value)) \(unit)" } ?? "",
      peer.map { shortened(value / $0.value) } ?? "",
    ])
  }

  /// Prints the rows since the last table, if there are any.
  static func printTable(_ area: String) {
    guard !rows.isEmpty else { return }
    print("## Goals: \(area)\n")
    print("| work | Cardex | to reach | reached | best other program | Cardex / it |")
    print("|---|--:|--:|---|---|--:|")
    for row in rows { print("| \(row.joined(separator: " | ")) |") }
    print()
    rows = []
  }

  private static func shortened(_ value: Double) -> String {
    rounded(value, value < 1 ? 3 : value < 10 ? 2 : value < 100 ? 1 : 0)
  }
}
