package import Platform
package import PropertyLists

/// How a file is read as a catalogue.
package struct ParseOptions: Equatable, Sendable {
  package var shape: ShapeOptions
  /// The format of the file, if one was given.
  package var format: FileFormat?
  /// The encoding, if one was given.
  package var encoding: String?
  /// How it is read, if it is not XML.
  package var decoding = DecodingOptions()
  /// Whether a part that cannot be read is passed over, so that the others are shown; see `UnreadText`.
  /// Whoever sets it must report what was not read.
  package var skipsUnreadable = false

  package init(
    shape: ShapeOptions = ShapeOptions(), format: FileFormat? = nil, encoding: String? = nil
  ) {
    self.shape = shape
    self.format = format
    self.encoding = encoding
  }

  /// Whether no options were given that decide how what can be read is read.
  package var isUsual: Bool {
    var options = self
    options.skipsUnreadable = false
    return options == ParseOptions()
  }

  /// The format in which a file is read.
  ///
  /// - Parameter path: The file's path, if it has one.
  package func format(of bytes: FileBytes, at path: FilePath?) -> FileFormat {
    format ?? (bytes.folderName.isEmpty ? FileFormat.recognised(bytes.bytes, at: path) : .vcard)
  }
}

/// The user's choices about a catalogue's shape; whatever is not chosen is recognised.
package struct ShapeOptions: Equatable, Sendable {
  /// The list that holds the catalogue, as keys and positions (from 0) joined by dots.
  package var root: String?
  /// Keys of sections' titles, tried in this order.
  package var titleKeys: [String] = []
  /// Keys under which sections hold their entries, at any level.
  package var memberKeys: [String] = []
  /// Keys of entries' labels, tried in this order.
  package var labelKeys: [String] = []
  /// Keys of entries' details, tried in this order.
  package var detailKeys: [String] = []
  /// Whether every element of the root list is an entry.
  package var isFlat = false

  package init() {}
}

extension ReportedError {
  /// A component that does not exist in the path of the root that the user named.
  package init(root path: String, component: String, candidates: [String]) {
    let known = candidates.prefix(12).joined(separator: ", ")
    self.init(
      "no '\(component)' at --root '\(path)'"
        + (candidates.isEmpty ? "" : "; available: \(known)\(candidates.count > 12 ? ", …" : "")"))
  }
}
