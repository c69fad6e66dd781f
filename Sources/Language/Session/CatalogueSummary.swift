package import Catalogues
import Editing
package import Platform
import PropertyLists

/// The summary of `info`: how a catalogue is read, and why, with one fact per line.
package enum CatalogueSummary {
  /// - Complexity: O(*n*) in the number of nodes.
  package static func lines(of catalogue: Catalogue, fileName: ByteText) -> [ByteText] {
    let shape = catalogue.shape
    let document = catalogue.document
    let encoding = document.source.encoding
    var facts: [(name: String, value: String)] = [
      ("size", "\(document.source.fileSize) bytes")
    ]
    if document.source.format != .xml || document.isKeyedArchive {
      facts.append(("format", format(of: document)))
    }
    if document.source.format != .binary {
      facts.append(
        (
          "encoding",
          encoding.name + (encoding.byteOrderMarkLength > 0 ? ", with a byte-order mark" : "")
            + (encoding.isDeclared ? ", as declared" : "")
        ))
    }
    facts += [
      ("root", shape.rootPath.isEmpty ? "the whole list" : shape.rootPath.joined(separator: ".")),
      ("sections", count(catalogue.sections.count - 1, depth: catalogue.depth)),
      ("entries", String(catalogue.entryCount)),
    ]
    for (name, keys) in [
      ("members", shape.memberKeys), ("titles", shape.titleKeys), ("labels", shape.labelKeys),
      ("details", shape.detailKeys),
    ] where !keys.isEmpty {
      facts.append((name, list(keys, limit: 6)))
    }
    facts += named("fields", fields(of: catalogue))
    facts += named("keys", catalogue.keySummaries().map(\.description))
    facts.append(("duplicates", "\(document.duplicateKeyCount()) repeated keys"))
    facts += named("because", shape.reasons)
    return ["\(named("file"))\(fileName)"] + facts.map { "\(named($0.name))\($0.value)" }
  }

  private static func format(of document: PropertyListDocument) -> String {
    (document.isKeyedArchive ? "a keyed archive (serialized program objects) in " : "")
      + document.source.format.description
  }

  /// A fact's name, padded to the width of all names.
  private static func named(_ name: String) -> String {
    name + String(repeating: " ", count: 12 - name.count)
  }

  /// Facts with the same name, which is printed only before the first.
  private static func named(
    _ name: String, _ values: [String]
  ) -> [(name: String, value: String)] {
    values.enumerated().map { ($0.offset == 0 ? name : "", $0.element) }
  }

  /// The keys of fields that sections have besides their items, and the number of sections with
  /// each.
  package static func sectionFields(of catalogue: Catalogue) -> [(name: String, count: Int)] {
    var names: [String] = []
    var counts: [String: Int] = [:]
    for section in catalogue.sections(in: .root) {
      for field in catalogue.fields(of: section) {
        if counts[field.name] == nil { names.append(field.name) }
        counts[field.name, default: 0] += 1
      }
    }
    return names.map { ($0, counts[$0] ?? 0) }
  }

  /// The keys of the fields that the catalogue and its sections have besides their items.
  private static func fields(of catalogue: Catalogue) -> [String] {
    [
      ("of the root: ", catalogue.fields(of: .root).map(\.name)),
      ("of sections: ", sectionFields(of: catalogue).map { "\($0.name) in \($0.count)" }),
    ].compactMap { name, keys in keys.isEmpty ? nil : name + list(keys, limit: 12) }
  }

  private static func list(_ names: [String], limit: Int) -> String {
    names.prefix(limit).joined(separator: ", ") + (names.count > limit ? ", …" : "")
  }

  private static func count(_ sections: Int, depth: Int) -> String {
    depth > 1 ? "\(sections), on \(depth) levels" : String(sections)
  }
}
