package import Catalogues
import Platform
import PropertyLists

/// The export of a catalogue in the format of other programs.
package struct Export {
  private let catalogue: Catalogue
  package let format: ExportFormat
  private let options: ExportOptions
  private let page: Page?

  /// The value that is written: the root that the user named, or that of the file.
  private var root: NodeIndex { catalogue.writtenRoot }

  /// - Parameter catalogue: A catalogue that has not been edited.
  package init(_ catalogue: Catalogue, as format: ExportFormat, options: ExportOptions) {
    self.init(catalogue, format, options, page: nil)
  }

  /// The export of a catalogue as a page.
  package init(_ page: Page) { self.init(page.catalogue, .html, ExportOptions(), page: page) }

  private init(
    _ catalogue: Catalogue, _ format: ExportFormat, _ options: ExportOptions, page: Page?
  ) {
    self.page = page
    self.catalogue = catalogue
    self.format = format
    self.options = options
  }

  /// The number of entries that are written.
  package var entryCount: Int { catalogue.entryCount }

  /// Writes the file, a piece at a time, so that no more than the longest entry is kept in memory.
  ///
  /// - Parameter write: Takes a piece of the file, whose bytes are valid only during the call.
  /// - Returns: What the format cannot hold of the catalogue.
  /// - Throws: `ReportedError`, and what the closure throws.
  /// - Complexity: O(*n*) in the length of the catalogue's text.
  package func write(_ write: @escaping (UnsafeRawBufferPointer) throws -> Void) throws -> Losses {
    let sink = TextSink(write)
    var losses = try encode(to: sink)
    try sink.flush()
    if !format.holdsComments, options.languageOfTexts == nil {
      let count =
        root == document.root
        ? document.comments.count : document.comments(in: document.elementRange(of: root)).count
      if count > 0 {
        losses.note(Loss(kind: "comments", key: nil, outcome: .leftOut), count: count)
      }
    }
    return losses
  }

  private func encode(to sink: TextSink) throws -> Losses {
    switch format {
    case .xml:
      try encodeXML(to: sink)
      return Losses()
    case .binary:
      try encodeBinary(to: sink)
      return numbersLost()
    case .openstep:
      var encoder = OpenStepEncoder(document, isTagged: options.isTagged, quotesAll: false)
      try encoder.encode(root: root, to: sink)
      return encoder.losses
    case .strings: return try encodeStrings(to: sink)
    case .jsonLines: return try encodeJSONLines(to: sink)
    case .json: return try encodeJSON(to: sink)
    case .csv, .tsv:
      var encoder = TableEncoder(
        catalogue, options: options, separator: UInt8(ascii: format == .csv ? "," : "\t"))
      try encoder.encode(to: sink)
      return encoder.losses
    case .vcard:
      var encoder = VCardEncoder(catalogue)
      try encoder.encode(to: sink)
      return encoder.losses
    case .rec:
      var encoder = RecordEncoder(catalogue)
      try encoder.encode(root, to: sink)
      return encoder.losses
    case .text:
      try TextEncoder(catalogue).encode(to: sink)
      return Losses()
    case .html:
      var encoder = PageEncoder(page ?? Page(catalogue))
      try encoder.encode(to: sink)
      return encoder.losses
    case .postgresql:
      var encoder = PostgreSQLEncoder(catalogue, options)
      try encoder.encode(to: sink)
      return Losses()
    case .opensearch:
      var encoder = OpenSearchEncoder(catalogue, options)
      try encoder.encode(to: sink)
      return Losses()
    }
  }
}

/// Formats of property lists, and strings.
extension Export {
  private var document: PropertyListDocument { catalogue.document }

  private func encodeXML(to sink: TextSink) throws {
    if document.hasNull { throw UnwritableFile.null }
    try document.writeUTF8(of: root) { piece in
      sink.append(piece)
      try sink.flush()
    }
  }

  private func encodeBinary(to sink: TextSink) throws {
    let write = { (bytes: UnsafeBufferPointer<UInt8>) throws(any Error) in
      sink.append(bytes)
      try sink.flush()
    }
    do throws(FileWritingError<any Error>) {
      if root == document.root {
        try document.writeFile(as: .binary, write)
      } else {
        try document.writeBinary(of: root, write)
      }
    } catch {
      switch error {
      case .body(let error): throw error
      case .unwritable(let error): throw error
      }
    }
  }

  private func encodeStrings(to sink: TextSink) throws -> Losses {
    if let language = options.language {
      var encoder = OpenStepEncoder(document, isTagged: false, quotesAll: true)
      encoder.encodeTexts(of: catalogue, in: language, to: sink)
      return encoder.losses
    }
    guard document.kind(of: root) == .dict else { throw ReportedError.notADictionary }
    var encoder = OpenStepEncoder(document, isTagged: options.isTagged, quotesAll: true)
    try encoder.encodeStrings(of: root, to: sink)
    return encoder.losses
  }

  private func encodeJSON(to sink: TextSink) throws -> Losses {
    if let language = options.languageOfTexts {
      var encoder = StringCatalogEncoder(document, language)
      try encoder.encode(root, to: sink)
      return encoder.losses
    }
    var encoder = JSONEncoder(document, isTagged: options.isTagged)
    try encoder.encode(root, depth: 0, to: sink)
    sink.append("\n")
    return encoder.losses
  }

  private func encodeJSONLines(to sink: TextSink) throws -> Losses {
    guard document.kind(of: root) == .array else { throw ReportedError.notAList }
    var encoder = JSONEncoder(document, isTagged: options.isTagged)
    for element in document.elements(of: root) {
      try encoder.encode(element, depth: nil, to: sink)
      sink.append("\n")
      try sink.flushIfFull()
    }
    return encoder.losses
  }

  /// The losses of numbers that a binary property list can hold only approximately.
  private func numbersLost() -> Losses {
    var losses = Losses()
    func note(_ value: NodeIndex, under key: ScalarIndex?) {
      switch document.kind(of: value) {
      case .array: for element in document.elements(of: value) { note(element, under: key) }
      case .dict:
        for member in document.members(of: value) { note(member.value, under: member.key) }
      case .real:
        let loss: (kind: String, outcome: Loss.Outcome)? =
          switch document.binaryNumber(at: value) {
          case .rounded: ("numbers of more than 64 bits", .rounded)
          case .outOfRange: ("numbers as large or as small", .asInfinityOrZero)
          case .exact, nil: nil
          }
        guard let loss else { return }
        losses.note(Loss(kind: loss.kind, key: key.map(document.text), outcome: loss.outcome))
      default: break
      }
    }
    note(root, under: nil)
    return losses
  }
}

extension ExportFormat {
  fileprivate var holdsComments: Bool {
    switch self {
    // The outline and the page are for people, who do not miss comments on the source. An engine is
    // given the file as it is.
    case .xml, .openstep, .strings, .text, .html, .postgresql: true
    case .binary, .json, .jsonLines, .csv, .tsv, .vcard, .rec, .opensearch: false
    }
  }

  /// Whether the format is for an engine, which needs more than the catalogue.
  package var isOfEngine: Bool { self == .postgresql || self == .opensearch }

  /// Whether the format is a table of entries.
  package var isTable: Bool { self == .csv || self == .tsv }
}

/// Errors of writing a catalogue in a format.
extension ReportedError {
  /// The root is not a dictionary, as a strings file requires.
  static let notADictionary = ReportedError(
    "a strings file is a dictionary of texts, but the root of this file is not a dictionary")
  /// The root is not a list, as JSON Lines require.
  static let notAList = ReportedError(
    "JSON Lines are a list of values, but the root of this file is not an array; --root names one")

  /// A value is not a text, as a String Catalog requires.
  static func notAText(_ key: String) -> ReportedError {
    ReportedError("a String Catalog has texts, but the value of '\(key)' is not a text")
  }

  static func repeatedKey(_ key: String) -> ReportedError {
    ReportedError("a String Catalog has each key once, but '\(key)' is there twice")
  }
}
