// A catalogue as a table in the terminal, with a strip of titles, folding and search:
//
//     table cars.plist
//
// A line with a title of the strip opens or closes that section, `/TEXT` shows what is found, `/` shows
// everything again, and an empty line ends it.

import Cardex

func show(_ rows: Rows) {
  if !rows.indexTitles.isEmpty { print(rows.indexTitles.joined(separator: " ")) }
  for section in 0..<rows.numberOfSections {
    if let header = rows.header(ofSection: section) {
      let sign = header.isExpanded.map { $0 ? "– " : "+ " } ?? ""
      print(sign + header.title + (header.count.map { "  (\($0))" } ?? ""))
    }
    for row in 0..<rows.numberOfRows(inSection: section) {
      let row = rows.row(at: Rows.Position(section: section, row: row))
      let indentation = String(repeating: "  ", count: row.depth + 1)
      print(indentation + row.title + (row.detail.map { "  " + $0 } ?? ""))
    }
    if let footer = rows.footer(ofSection: section) { print("  " + footer) }
  }
}

func run(_ path: String) async throws {
  let rows = try await Catalogue.open(path).rows()
  show(rows)
  while let line = readLine(), !line.isEmpty {
    if line.hasPrefix("/") {
      let text = String(line.dropFirst())
      _ = try await rows.show(text.isEmpty ? nil : Query(text))
    } else if let index = rows.indexTitles.firstIndex(of: line),
      let header = rows.header(ofSection: rows.section(forIndexTitle: index))
    {
      _ = rows.toggle(header.id)
    } else {
      print("there is no section '\(line)'")
      continue
    }
    show(rows)
  }
}

guard CommandLine.arguments.count == 2 else { fatalError("usage: table FILE") }
do {
  try await run(CommandLine.arguments[1])
} catch {
  fatalError("\(error)")
}
