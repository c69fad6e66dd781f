extension SearchReport {
  /// All measurements; times in seconds, sizes in bytes, `null` for what was not measured.
  var json: String {
    JSONValue.object([
      (
        "patterns",
        .array(
          patterns.map {
            .object([("text", .string($0.text)), ("class", .string($0.kind.rawValue))])
          })
      ),
      ("versions", .array(versions.map { .string($0) })),
      ("sizes", .array(sizes.map(\.json))),
    ]).text + "\n"
  }
}

extension SearchReport.Size {
  fileprivate var json: JSONValue {
    .object([
      ("entries", .integer(entries)), ("plistSize", .integer(plistSize)),
      ("namesSize", .integer(namesSize)), ("tables", .array(tables.map(\.json))),
      ("building", .array(building.map(\.json))),
    ])
  }
}

extension SearchReport.Table {
  fileprivate var json: JSONValue {
    .object([
      ("way", .string(way.rawValue)), ("omission", omission.map { .string($0) } ?? .null),
      (
        "programs",
        .array(
          rows.map { row in
            .object([
              ("name", .string(row.program)),
              ("omission", row.omission.map { .string($0) } ?? .null),
              ("searches", .array(row.cells.map(SearchReport.Table.json))),
            ])
          })
      ),
    ])
  }

  private static func json(_ cell: SearchReport.Cell?) -> JSONValue {
    guard let cell else { return .null }
    return .object([("seconds", .number(cell.seconds)), ("hits", .integer(cell.hits))])
  }
}

extension SearchReport.Building {
  fileprivate var json: JSONValue {
    guard let seconds else { return .object([("program", .string(program)), ("seconds", .null)]) }
    return .object([
      ("program", .string(program)), ("seconds", .number(seconds)), ("size", .integer(size)),
      ("textSize", .integer(textSize)), ("peakMemory", .integer(peakMemory)),
    ])
  }
}
