import Catalogues
import Exchange
import PropertyLists
import Readings
import Searching

/// Entries of the open files that a text finds, as `WorkspaceSymbol` values: with their readings, by any
/// part of their labels and details.
struct WorkspaceSymbols {
  private let files: [OpenFile]
  private let client: Client

  private static let most = 500

  init(_ files: [OpenFile], _ client: Client) { (self.files, self.client) = (files, client) }

  func json(_ query: String) -> String {
    var symbols: [String] = []
    for file in files {
      guard let reading = file.reading else { continue }
      for entry in reading.entries(foundBy: query, limit: WorkspaceSymbols.most - symbols.count) {
        guard let range = reading.range(of: .entry(entry)) else { continue }
        let section = reading.catalogue.section(of: entry)
        let location = JSON.object([("uri", JSON.string(file.uri)), ("range", file.json(range))])
        symbols.append(
          JSON.object([
            ("name", JSON.string(reading.name(of: .entry(entry)))),
            ("kind", String(SymbolList.Kind.entry.rawValue)), ("location", location),
            (
              "containerName",
              JSON.string(section == .root ? "" : reading.name(of: .section(section)))
            ),
          ]))
      }
    }
    return JSON.array(symbols)
  }
}
