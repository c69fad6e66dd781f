package import Platform
package import PropertyLists

/// How a file is read as a catalogue.
package struct ParseOptions: Equatable, Sendable {
  package var shape: ShapeOptions
  /// The format of the file, if one was given.
  package var format: FileFormat?
  /// The encoding, if one was given.
  package var encoding: String?
  /// How a file that is not XML is decoded.
  package var decoding = DecodingOptions()
  /// Whether parts that cannot be read are skipped, so that the rest is shown; see `UnreadText`. A
  /// caller that sets this must report what was skipped.
  package var skipsUnreadable = false

  package init(
    shape: ShapeOptions = ShapeOptions(), format: FileFormat? = nil, encoding: String? = nil
  ) {
    self.shape = shape
    self.format = format
    self.encoding = encoding
  }

  /// Whether all options but `skipsUnreadable` have their default values.
  package var isUsual: Bool {
    var options = self
    options.skipsUnreadable = false
    return options == ParseOptions()
  }

  /// The format of a file: the given one, or else the recognized one; vCard for a folder.
  ///
  /// - Parameter path: The file's path, if it has one.
  package func format(of bytes: FileBytes, at path: FilePath?) -> FileFormat {
    format ?? (bytes.folderName.isEmpty ? FileFormat.recognized(bytes.bytes, at: path) : .vcard)
  }
}

/// The user's choices about a catalogue's shape; everything else is recognized.
package struct ShapeOptions: Equatable, Sendable {
  /// The path of the list that holds the catalogue: keys and positions (from 0) joined by dots.
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
