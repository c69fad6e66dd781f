/// How a property list is read as a catalogue.
package struct ParseOptions: Equatable, Sendable {
  package var shape: ShapeOptions
  /// The encoding, if one was given.
  package var encoding: String?

  package init(shape: ShapeOptions = ShapeOptions(), encoding: String? = nil) {
    self.shape = shape
    self.encoding = encoding
  }

  /// Whether no options were given.
  package var isUsual: Bool { self == ParseOptions() }
}
