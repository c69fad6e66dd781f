import Catalogues
import PropertyLists

/// Fuzzing of decoders: they write a property list with the nodes that they announce, a file that
/// is not edited is saved unchanged, and the same values are read from XML and from binary. XML is
/// read alike with libxml2 and without it.
enum FormatFuzzing {
  /// The first byte chooses the format.
  static func run(_ bytes: [UInt8]) throws {
    guard let first = bytes.first else { return }
    let formats = FileFormat.allCases
    let format = formats[Int(first) % formats.count]
    let file = Array(bytes.dropFirst())
    if format == .xml { return try checkReaders(of: file) }
    guard let document = try? PropertyListDocument(FileBytes(file), format: format)
    else { return }
    try require(try written(document, as: format) == file, "what is not edited is saved otherwise")
    let own = values(of: document)
    let xml: PropertyListDocument
    do {
      xml = try PropertyListDocument(FileBytes(try written(document, as: .xml)), format: .xml)
    } catch {
      throw Violation("what was decoded is no XML: \(error)")
    }
    try require(values(of: xml) == own, "what was decoded is read otherwise")
    let binary = try PropertyListDocument(FileBytes(try written(document, as: .binary)))
    let isExact = format == .binary
    try require(
      isExact ? values(of: binary) == own : binary.end == xml.end,
      "what is written in binary is read otherwise")
    _ = try? Catalogue(document)
    for (node, location) in zip([document.root], document.locations(of: [document.root])) {
      try require(document.location(of: node) == location, "an element is in two places")
    }
  }

  /// Checks that what is read of plain XML without libxml2 is what libxml2 reads.
  private static func checkReaders(of file: [UInt8]) throws {
    func read(scannedLength: Int) -> Result<PropertyListDocument, PropertyListError> {
      Result { () throws(PropertyListError) in
        try PropertyListDocument(FileBytes(file), format: .xml, scannedLength: scannedLength)
      }
    }
    switch (read(scannedLength: 0), read(scannedLength: .max)) {
    case (.success(let document), .success(let expected)):
      let (nodes, others) = (nodes(of: document), nodes(of: expected))
      try require(nodes == others, "without libxml2, \(others) are read as \(nodes)")
    case (.failure(let error), .failure(let expected)):
      try require(error == expected, "without libxml2, \(expected) becomes \(error)")
    case (.success, .failure(let error)):
      throw Violation("without libxml2, this is no error: \(error)")
    case (.failure(let error), .success):
      throw Violation("only without libxml2, this is an error: \(error)")
    }
  }

  /// All that is known about each node.
  private static func nodes(of document: PropertyListDocument) -> [String] {
    var nodes: [String] = []
    var index = document.root
    while index < document.end {
      let node = document[index]
      let end = node.subtreeEnd.map { "\($0 - document.root)" } ?? "\(node.contentLength)"
      nodes.append(
        "\(node.kind) \(node.contentOffset) \(end) \(node.isMarkedUp) \(node.isEmptyElement)")
      index = node.kind.isContainer ? document.firstChild(of: index) : document.end(of: index)
    }
    return nodes
  }

  private static func written(
    _ document: PropertyListDocument, as format: FileFormat
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try document.writeFile(as: format) { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// The kinds and texts of all nodes.
  private static func values(of document: PropertyListDocument) -> [String] {
    var values: [String] = []
    var node = document.root
    while node < document.end {
      let kind = document.kind(of: node)
      let text = document.scalar(node).map { document.text(of: $0) } ?? ""
      // Equal strings may differ in their code points.
      values.append("\(kind) \(Array(text.utf8))")
      node = kind.isContainer ? document.firstChild(of: node) : document.end(of: node)
    }
    return values
  }
}
