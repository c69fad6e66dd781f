package import Platform

/// A format of files that are read as property lists.
package enum FileFormat: String, CaseIterable, Sendable {
  case xml, binary
  case openStep = "openstep"
  case strings, json
  case jsonLines = "jsonl"
  case csv, tsv, vcard, rec

  /// The name of the format in messages.
  package var description: String {
    switch self {
    case .xml: "an XML property list"
    case .binary: "a binary property list"
    case .openStep: "an OpenStep (text) property list"
    case .strings: "a strings file"
    case .json: "JSON"
    case .jsonLines: "JSON Lines"
    case .csv: "CSV"
    case .tsv: "TSV"
    case .vcard: "vCard"
    case .rec: "a recfile"
    }
  }

  /// Whether a file in the format can be saved after it was edited.
  package var isSavedInPlace: Bool { self == .xml || self == .binary || isEditedAsText }

  /// Whether edits are put into the text of a file that is not XML.
  package var isEditedAsText: Bool {
    isJSON || isOpenStep || [.csv, .tsv, .vcard].contains(self)
  }

  package var isJSON: Bool { self == .json || self == .jsonLines }

  /// Whether a value in the format may be JSON's `null`.
  var holdsNull: Bool { isJSON || self == .rec }

  var isOpenStep: Bool { self == .openStep || self == .strings }

  /// Whether its files consist of text, whose locations are lines and columns.
  var isText: Bool { self != .binary }

  /// Decodes the text of a file, or its bytes if it is not text.
  ///
  /// - Parameters:
  ///   - text: UTF-8 without a byte-order mark. The text of a vCard that was not converted is in
  ///     the encoding of the file, because its properties have encodings of their own.
  ///   - isConverted: Whether the text was converted from another encoding.
  ///   - hasMark: Whether a byte-order mark came before the text.
  /// - Returns: Whether it is a keyed archive.
  func decode(
    _ text: UnsafeBufferPointer<UInt8>, isConverted: Bool, hasMark: Bool,
    _ options: DecodingOptions,
    into writer: inout DocumentWriter
  ) throws(DecodingError) -> Bool {
    switch self {
    case .xml: preconditionFailure("XML is parsed, not decoded")
    case .binary: return try BinaryDecoder.decode(text, options, into: &writer)
    case .openStep, .strings: try OpenStepDecoder.decode(text, into: &writer)
    case .json, .jsonLines:
      try JSONDecoder.decode(text, options, isLines: self == .jsonLines, into: &writer)
    case .csv, .tsv:
      try TableDecoder.decode(
        text, separator: self == .tsv ? 0x09 : nil, sectionColumn: options.sectionColumn,
        isForSpreadsheets: hasMark, skipsUnreadable: options.skipsUnreadable, into: &writer)
    case .vcard:
      try VCardDecoder.decode(
        text, isConverted: isConverted, options.folder, skipsUnreadable: options.skipsUnreadable,
        into: &writer)
    case .rec: try RecordDecoder.decode(text, into: &writer)
    }
    return false
  }
}

// MARK: Recognition

extension FileFormat {
  /// The format of a file, by its first characters, or else by its name. Tables are recognized by
  /// the name alone, since any text could be a table.
  ///
  /// - Parameter path: The file's name or path, if it has one.
  /// - Returns: `.xml` also for unknown formats, so that its parser says what is wrong.
  /// - Complexity: O(1).
  package static func recognized(
    _ bytes: UnsafeBufferPointer<UInt8>, at path: FilePath? = nil
  ) -> FileFormat {
    if bytes.starts(with: "bplist".utf8) { return .binary }
    // Without the zeros of UTF-16 and UTF-32, ASCII can be looked for.
    let head = bytes.prefix(4096).filter { $0 != 0 }
    return head.withUnsafeBufferPointer { head in
      let mark = [[0xEF, 0xBB, 0xBF], [0xFE, 0xFF], [0xFF, 0xFE]].first { head.starts(with: $0) }
      return recognized(
        text: UnsafeBufferPointer(rebasing: head.dropFirst(mark?.count ?? 0)), at: path)
    }
  }

  private static func recognized(
    text: UnsafeBufferPointer<UInt8>, at path: FilePath?
  ) -> FileFormat {
    let text = UnsafeBufferPointer(rebasing: text.drop(while: isXMLSpace))
    if ["<?xml", "<plist", "<!DOCTYPE"].contains(where: { text.starts(with: $0.utf8) }) {
      return .xml
    }
    if text.prefix(11).map({ $0 & 0xDF }).elementsEqual("BEGIN:VCARD".utf8.map { $0 & 0xDF }) {
      return .vcard
    }
    if isRecordDescriptor(text) { return .rec }
    let named = path.flatMap(FileFormat.named)
    if let named, [.csv, .tsv, .rec].contains(named) { return named }
    // Empty files of these formats have no values.
    if text.isEmpty, let named, [.strings, .jsonLines, .vcard].contains(named) { return named }
    if text.isEmpty || text.first == UInt8(ascii: "<") { return .xml }
    switch ForeignFormat.sniff(text: text, named: named == nil ? nil : .nothingKnown) {
    case .openStep: return .openStep
    case .strings: return .strings
    case .json: return named == .jsonLines ? .jsonLines : .json
    // A text without any known beginning, such as a single word.
    case .nothingKnown where path.flatMap(FileFormat.promised) == .openStep: return .openStep
    default: return named ?? .xml
    }
  }

  /// Whether a text begins with the descriptor of records in a recfile, `%rec:`. Comments may come
  /// before the descriptor.
  private static func isRecordDescriptor(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var rest = text[...]
    while rest.first == UInt8(ascii: "#") {
      rest = rest.drop { $0 != 0x0A }.drop(while: isXMLSpace)
    }
    return rest.starts(with: "%rec:".utf8)
  }

  /// The format that the ending of a file's name stands for; `nil` if it could have several.
  package static func named(_ path: FilePath) -> FileFormat? {
    let endings: [(ending: FilePath, format: FileFormat)] = [
      (".strings", .strings), (".json", .json), (".xcstrings", .json), (".jsonl", .jsonLines),
      (".ndjson", .jsonLines), (".csv", .csv), (".tsv", .tsv), (".tab", .tsv),
      (".vcf", .vcard), (".vcard", .vcard), (".rec", .rec),
    ]
    return endings.first { path.hasSuffix($0.ending, ignoresCase: true) }?.format
  }

  /// The format that people expect of a file of this name; `nil` if they expect a property list of
  /// any kind.
  package static func promised(by path: FilePath) -> FileFormat? {
    let endings: [(ending: FilePath, format: FileFormat)] = [
      (".xml", .xml), (".bplist", .binary), (".openstep", .openStep),
    ]
    return named(path)
      ?? endings.first { path.hasSuffix($0.ending, ignoresCase: true) }?.format
  }

  /// The format in which a file of this format is written to a new path: XML if the new name is
  /// that of a property list and this format is not.
  package func written(to path: FilePath) -> FileFormat {
    let isPropertyList = isOpenStep || !isEditedAsText
    return !isPropertyList && path.hasSuffix(".plist", ignoresCase: true) ? .xml : self
  }

  /// Whether a file is read when all property lists in a directory are read.
  ///
  /// - Parameter head: Its first bytes.
  package static func isPropertyList(_ head: UnsafeBufferPointer<UInt8>, at path: FilePath) -> Bool
  {
    if path.hasSuffix(".plist", ignoresCase: true) || named(path) != nil { return true }
    let format = recognized(head)
    if format != .xml { return [.binary, .vcard, .rec].contains(format) }
    // In UTF-16, every other byte is zero.
    let text = head.filter { $0 != 0 }
    return text.contains(Array("<plist".utf8)) || text.contains(Array("<!DOCTYPE plist".utf8))
  }
}
