import Catalogues
import Exchange
import PropertyLists
import Readings
import Searching

/// Entries that a query finds, in the open files and then in other files of the editor's folders,
/// as `WorkspaceSymbol` values. It finds any part of labels and details, or of their readings.
struct WorkspaceSymbols {
  private let open: [OpenFile]
  private let others: [Reading]
  private let client: Client
  private let table: ReadingTable

  /// The most symbols that are sent.
  private static let most = 500

  /// - Parameters:
  ///   - others: The readings of files that are not open.
  ///   - table: The table of readings of names.
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
        // It is made only for a file with symbols; most files have none.
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
