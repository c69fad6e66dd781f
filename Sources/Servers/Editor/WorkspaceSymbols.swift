import Catalogues
import Exchange
import PropertyLists
import Readings
import Searching

/// Entries that a text finds, in the open files and then in others of the editor's folders, as
/// `WorkspaceSymbol` values: by any part of their labels and details, also as these are read.
struct WorkspaceSymbols {
  private let open: [OpenFile]
  private let others: [Reading]
  private let client: Client
  private let table: ReadingTable

  /// At most this many are sent.
  private static let most = 500

  /// - Parameters:
  ///   - others: What is in files that are not open.
  ///   - table: How names are read.
  init(_ open: [OpenFile], _ others: [Reading], _ client: Client, _ table: ReadingTable) {
    (self.open, self.others, self.client, self.table) = (open, others, client, table)
  }

  func json(_ query: String) -> String {
    var symbols: [String] = []
    for file in open {
      guard let reading = file.reading else { continue }
      append(query, in: reading, uri: file.uri, to: &symbols) { file.json($0) }
    }
    for reading in others where symbols.count < WorkspaceSymbols.most {
      guard let path = reading.path else { continue }
      var text: EditedText?
      append(query, in: reading, uri: FileURI.uri(path), to: &symbols) { range in
        // Most files have none.
        let known = text ?? EditedText(Array(reading.text), client.encoding)
        text = known
        return known.json(range)
      }
    }
    return JSON.array(symbols)
  }

  private func append(
    _ query: String, in reading: Reading, uri: String, to symbols: inout [String],
    _ place: (Range<Int>) -> String
  ) {
    let left = WorkspaceSymbols.most - symbols.count
    for entry in reading.entries(foundBy: query, table, limit: left) {
      guard let range = reading.range(of: .entry(entry)) else { continue }
      let section = reading.catalogue.section(of: entry)
      let location = JSON.object([("uri", JSON.string(uri)), ("range", place(range))])
      symbols.append(
        JSON.object([
          ("name", JSON.string(reading.name(of: .entry(entry)))),
          ("kind", String(SymbolList.SymbolKind.entry.rawValue)), ("location", location),
          (
            "containerName",
            JSON.string(section == .root ? "" : reading.name(of: .section(section)))
          ),
        ]))
    }
  }
}
