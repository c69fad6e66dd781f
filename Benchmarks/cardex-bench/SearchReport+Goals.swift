extension SearchReport {
  /// The most that a search of a million entries may take: in a process of its own in milliseconds,
  /// and with the index open in microseconds.
  private static let limits: [(kind: SearchPattern.Kind, process: Double, warm: Double?)] = [
    (.fourCharacters, 2.5, 300), (.chinese, 2, nil), (.longerChinese, 2, nil),
    (.accented, 1.5, nil),
    (.twoCharacters, 4, nil), (.rare, 1, 5), (.absent, 1, 1),
  ]

  /// Notes the goals for a small file and for a million entries.
  func noteGoals() {
    for size in sizes {
      for table in size.tables where table.omission == nil {
        for (place, pattern) in patterns.enumerated() {
          guard let own = table.rows.first?.cells[place],
            let limit = limit(size, table, pattern, place)
          else { continue }
          let work = "\(SearchReport.grouped(size.entries)): \(pattern.text), \(table.way.rawValue)"
          Goals.note(
            work, own.seconds * table.way.unit.scale, table.way.unit.name, .atMost(limit),
            peer: bestPeer(in: table, place, table.way.unit.scale))
        }
      }
      guard size.entries == 1_000_000, let own = size.building.first, let seconds = own.seconds
      else { continue }
      let others = size.building.dropFirst(2).compactMap { other in
        other.seconds.map { (other.program, $0) }
      }
      Goals.note(
        "making the index, beyond reading", seconds, "s", .atMost(0.5),
        peer: others.min { $0.1 < $1.1 })
      if let firstHit = size.firstHit {
        Goals.note("the first hit, without an index", firstHit, "s", .atMost(0.35))
      }
      Goals.note(
        "size of the index / searched text", Double(own.size) / Double(own.textSize), "",
        .atMost(2))
    }
  }

  private func limit(_ size: Size, _ table: Table, _ pattern: SearchPattern, _ place: Int)
    -> Double?
  {
    if size.entries == 248, table.way == .coldProcess, pattern.kind == .fourCharacters {
      // As fast as grep.
      return table.rows.first { $0.program == "grep -i, names" }?.cells[place].map {
        $0.seconds * table.way.unit.scale
      }
    }
    guard size.entries == 1_000_000,
      let limits = SearchReport.limits.first(where: { $0.kind == pattern.kind })
    else { return nil }
    return table.way == .coldProcess ? limits.process : table.way == .warm ? limits.warm : nil
  }

  /// The fastest of the programs with the same number of hits.
  private func bestPeer(
    in table: Table, _ place: Int, _ scale: Double
  ) -> (name: String, value: Double)? {
    let hits = table.rows.first?.cells[place]?.hits
    return table.rows.dropFirst().compactMap { row in
      guard row.omission == nil, let cell = row.cells[place], cell.hits == hits else { return nil }
      return (row.program, cell.seconds * scale)
    }.min { $0.1 < $1.1 }
  }
}
