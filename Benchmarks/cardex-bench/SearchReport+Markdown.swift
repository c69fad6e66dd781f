extension SearchReport {
  /// All tables.
  var markdown: String {
    let programs = versions.isEmpty ? "" : "Beside \(versions.joined(separator: ", ")).\n\n"
    return programs
      + sizes.map { size in
        let megabytes = [size.plistSize, size.namesSize].map { rounded(Double($0) / 1e6, 2) }
        let head = """
          # Searching \(SearchReport.grouped(size.entries)) entries

          \(megabytes[0]) MB as a property list, \(megabytes[1]) MB as names alone.


          """
        let tables = size.tables.map { table in
          let title =
            "## \(table.way.rawValue.prefix(1).uppercased())\(table.way.rawValue.dropFirst())"
          return "\(title), \(table.way.unit.name) (cardex = 1)\n\n\(markdown(table))"
        }
        return head
          + (tables + [hits(size), "## Making the index\n\n" + building(size)].compactMap(\.self))
          .joined(separator: "\n")
      }.joined(separator: "\n")
  }

  /// The most important tables: one pattern for all sizes, the largest size in one process, and the
  /// cost of its index.
  var summary: String {
    var columns: [(size: Size, kind: SearchPattern.Kind)] = sizes.map { ($0, .fourCharacters) }
    if let last = sizes.last {
      for kind in [SearchPattern.Kind.oneCharacter, .rare, .accented, .chinese] {
        columns.append((last, kind))
      }
    }
    let head = columns.compactMap { column in
      patterns.first { $0.kind == column.kind }.map {
        "\(SearchReport.grouped(column.size.entries)): \($0.text)"
      }
    }
    let programs = sizes.last?.coldProcess?.rows.map(\.program) ?? []
    let rows = programs.map { program in
      [program]
        + columns.map { column in
          guard let table = column.size.coldProcess,
            let place = patterns.firstIndex(where: { $0.kind == column.kind }),
            let row = table.rows.first(where: { $0.program == program })
          else { return "" }
          return text(row, place, in: table)
        }
    }
    let processes = SearchReport.table(["entries: pattern"] + head, rows)
    guard let last = sizes.last, let warm = last.tables.first(where: { $0.way == .warm }) else {
      return processes
    }
    return """
      Whole processes, ms (cardex = 1):

      \(processes)
      \(SearchReport.differenceNote)

      \(SearchReport.grouped(last.entries)) entries within one process, with the index open, µs (cardex = 1):

      \(markdown(warm))
      Making the index of \(SearchReport.grouped(last.entries)) entries:

      \(building(last))
      """
  }

  static let differenceNote = "≠: another number is found."

  private func markdown(_ table: Table) -> String {
    if let omission = table.omission { return omission + "\n" }
    let rows = table.rows.map { row in
      [row.program] + patterns.indices.map { text(row, $0, in: table) }
    }
    return SearchReport.table(
      ["program"] + patterns.map { "\($0.text) (\($0.kind.rawValue))" }, rows)
  }

  /// A cell: the time, its ratio to Cardex's, and whether the number of hits is the same.
  private func text(_ row: Row, _ pattern: Int, in table: Table) -> String {
    guard row.omission == nil else { return row.omission ?? "" }
    guard let cell = row.cells[pattern] else { return "failed" }
    let time = SearchReport.shortened(cell.seconds * table.way.unit.scale)
    guard let own = table.rows.first?.cells[pattern], row.program != table.rows.first?.program
    else { return time }
    if cell.hits == 0, own.hits > 0 { return "finds nothing" }
    let mark = cell.hits == own.hits ? "" : " ≠"
    return "\(time) (\(SearchReport.shortened(cell.seconds / own.seconds)))\(mark)"
  }

  /// The hits of each program.
  private func hits(_ size: Size) -> String? {
    guard let table = size.coldProcess, let own = table.rows.first else { return nil }
    let rows = table.rows.map { row in
      [row.program]
        + patterns.indices.map { pattern in
          guard row.omission == nil else { return row.omission ?? "" }
          guard let cell = row.cells[pattern] else { return "failed" }
          let isSame = cell.hits == own.cells[pattern]?.hits
          return SearchReport.grouped(cell.hits) + (isSame ? "" : " ≠")
        }
    }
    let text = SearchReport.table(["program"] + patterns.map(\.text), rows)
    return "## Hits\n\n\(text)\n\(SearchReport.differenceNote)\n"
  }

  private func building(_ size: Size) -> String {
    let own = size.building.first?.seconds ?? 0
    let rows = size.building.map { row in
      guard let seconds = row.seconds else {
        return [row.program, "not installed", "", "", "", ""]
      }
      return [
        row.program, SearchReport.shortened(seconds * 1000), rounded(seconds / own, 2),
        rounded(Double(row.size) / 1e6, 2), rounded(Double(row.size) / Double(row.textSize), 2),
        rounded(Double(row.peakMemory) / 1e6, 0),
      ]
    }
    return SearchReport.table(
      [
        "making the index", "ms", "cardex, beyond reading = 1", "index MB", "index / searched text",
        "peak MB",
      ], rows)
  }

  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    let lines = [head, ["---"] + head.dropFirst().map { _ in "--:" }] + rows
    return lines.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
  }

  /// A number with about three digits.
  static func shortened(_ value: Double) -> String {
    rounded(value, value < 1 ? 2 : value < 100 ? 1 : 0)
  }

  /// A number with thousands separators.
  static func grouped(_ number: Int) -> String {
    var text = ""
    for (place, digit) in String(number).reversed().enumerated() {
      if place > 0, place % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }
}

extension SearchReport.Size {
  fileprivate var coldProcess: SearchReport.Table? { tables.first { $0.way == .coldProcess } }
}
