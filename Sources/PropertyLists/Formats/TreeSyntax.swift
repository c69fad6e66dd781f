/// Writes nested values and the marks between them in a format, in the style of a file.
protocol TreeSyntax {
  /// The marks around the children of a container and between them.
  ///
  /// - Parameter isRoot: Whether it is the root, which may have no brackets.
  func marks(isDict: Bool, isRoot: Bool) -> ContainerMarks

  /// The text between a key and its value, where the file has no example.
  ///
  /// - Parameter isDense: Whether the file has no white space between values.
  func colon(isDense: Bool) -> [UInt8]

  /// A key or a single value, or an empty container.
  ///
  /// - Parameter written: The text in its place or beside it in the file, if known.
  /// - Throws: `UnwritableFile` if the format cannot express the value.
  func text(
    of value: NodeIndex, in document: PropertyListDocument, like written: ArraySlice<UInt8>?
  ) throws(UnwritableFile) -> [UInt8]
}

/// The characters around the children of a container and between them.
struct ContainerMarks {
  var opening: [UInt8] = []
  var closing: [UInt8] = []
  /// The separator after children; `nil` if each is on a line of its own.
  var separator: UInt8?
  /// Whether the last child has a separator after it, too; `nil` if that is a matter of style.
  var endsLast: Bool? = false
}
