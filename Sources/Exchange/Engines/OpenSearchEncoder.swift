import Catalogues
import ICUText
import PropertyLists
import Searching

/// Writes a catalogue as lines of JSON for OpenSearch's `_bulk`: for each entry an action and a
/// document.
///
/// In a document, `folded` holds the searched texts after folding, for a field of the type
/// `wildcard`; `fields` holds the entry's value as tagged JSON in a text, since engines keep
/// neither the order of keys nor repeated keys.
struct OpenSearchEncoder {
  private let catalogue: Catalogue
  private let name: String
  private var json: JSONEncoder
  private let records: EntryRecords
  private let folding = CaseFolding()

  init(_ catalogue: Catalogue, _ options: ExportOptions) {
    self.catalogue = catalogue
    name = options.name
    json = JSONEncoder(catalogue.document, isTagged: true)
    records = EntryRecords(catalogue: catalogue, fields: .all)
  }

  mutating func encode(to sink: TextSink) throws {
    let book = AddressBook(catalogue)
    for entry in catalogue.entries {
      sink.append("{\"index\":{\"_index\":")
      string(name, to: sink)
      sink.append(",\"_id\":\"\(entry.rawValue)\"}}\n{\"address\":")
      string(book.address(of: .entry(entry)), to: sink)
      sink.append(",\"section\":")
      strings(
        catalogue.path(to: catalogue.section(of: entry)).map { catalogue.fullTitle(of: $0) ?? "" },
        to: sink)
      sink.append(",\"label\":")
      string(catalogue.label(of: entry), to: sink)
      if let detail = catalogue.detail(of: entry) {
        sink.append(",\"detail\":")
        string(detail, to: sink)
      }
      sink.append(",\"folded\":")
      let texts = [catalogue.label(of: entry)] + records.searchedFields(of: entry).map(records.text)
      strings(texts.map { String(decoding: folding.fold($0), as: UTF8.self) }, to: sink)
      sink.append(",\"fields\":")
      let value = try TextSink.bytes { [catalogue] inner in
        try json.encode(catalogue.value(of: entry), depth: nil, to: inner)
      }
      string(String(decoding: value, as: UTF8.self), to: sink)
      sink.append("}\n")
      try sink.flushIfFull()
    }
  }

  private func strings(_ texts: [String], to sink: TextSink) {
    sink.append("[")
    for (index, text) in texts.enumerated() {
      if index > 0 { sink.append(",") }
      string(text, to: sink)
    }
    sink.append("]")
  }

  private func string(_ text: String, to sink: TextSink) {
    sink.append(UInt8(ascii: "\""))
    sink.append(text, JSONEncoder.escapes)
    sink.append(UInt8(ascii: "\""))
  }
}
