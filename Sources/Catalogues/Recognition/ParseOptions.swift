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
