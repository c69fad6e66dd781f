import Platform

/// What was measured of Cardex, to be compared with an earlier run.
enum Results {
  /// The seconds of each row, in the order measured.
  nonisolated(unsafe) private static var rows: [(name: String, seconds: Double)] = []

  /// The ratio to the earlier time above which a row is reported as slower.
  private static let tolerance = 1.05

  static func note(_ area: String, _ row: String, seconds: Double) {
    rows.append(("\(area): \(row)", seconds))
  }

  /// Notes the rows of Cardex in a report on searching.
  static func note(_ report: SearchReport) {
    for size in report.sizes {
      for table in size.tables {
        for (pattern, cell) in zip(report.patterns, table.rows.first?.cells ?? []) {
          guard let cell else { continue }
          note("search \(size.entries), \(table.way.rawValue)", pattern.text, seconds: cell.seconds)
        }
      }
      size.firstHit.map { note("search \(size.entries)", "first hit", seconds: $0) }
      for building in size.building.prefix(1) {
        building.seconds.map { note("search \(size.entries)", "making the index", seconds: $0) }
      }
    }
  }

  /// Writes a JSON object with the seconds of each row, one row per line.
  static func write(to path: String) {
    let lines = rows.map {
      "  " + JSONValue.string($0.name).text + ": " + JSONValue.number($0.seconds).text
    }
    let text = "{\n" + lines.joined(separator: ",\n") + "\n}\n"
    guard let file = fopen(path, "w"), fputs(text, file) >= 0, fclose(file) == 0 else {
      fail("\(path): \(String(cString: strerror(errno)))")
    }
  }

  /// Notes the rows in a file that `write(to:)` has written.
  static func add(from path: String) { rows += read(path) }

  /// Prints the rows that are more than 5 % slower than in a file that was written before.
  ///
  /// - Returns: Whether no rows are slower.
  static func compare(with path: String) -> Bool {
    let old = Dictionary(read(path), uniquingKeysWith: { $1 })
    let slower = rows.filter { row in
      old[row.name].map { row.seconds > $0 * tolerance } ?? false
    }
    let compared = rows.filter { old[$0.name] != nil }.count
    print("\n## Compared with \(path): \(slower.count) of \(compared) rows more than 5 % slower\n")
    if slower.isEmpty { return true }
    print("| row | ms before | ms now | ratio |\n|---|--:|--:|--:|")
    for (name, seconds) in slower {
      let before = old[name] ?? seconds
      let cells = [
        rounded(before * 1e3, 3), rounded(seconds * 1e3, 3), rounded(seconds / before, 2),
      ]
      print("| \(name) | \(cells.joined(separator: " | ")) |")
    }
    return false
  }

  /// The rows in a file that `write(to:)` has written.
  private static func read(_ path: String) -> [(name: String, seconds: Double)] {
    guard let file = fopen(path, "r") else { fail("\(path): \(String(cString: strerror(errno)))") }
    defer { fclose(file) }
    var rows: [(name: String, seconds: Double)] = []
    var line = [CChar](repeating: 0, count: 4096)
    while fgets(&line, Int32(line.count), file) != nil {
      // The name, in quotation marks, a colon, and a number.
      let bytes = line.prefix { $0 != 0 && $0 != 0x0A }.map { UInt8(bitPattern: $0) }
      let text = String(decoding: bytes, as: UTF8.self)
      guard let end = text.lastIndex(of: "\""), let start = text.firstIndex(of: "\""), start < end,
        let seconds = Double(text[end...].filter { !"\":, ".contains($0) })
      else { continue }
      let name = text[text.index(after: start)..<end]
      let plain = String(name).replacing("\\\\", with: "\\").replacing("\\\"", with: "\"")
      rows.append((plain, seconds))
    }
    return rows
  }
}
