/// How a format with nested values writes them and what is between them, in the manner of a file.
protocol TreeSyntax {
  /// What a container has around its children and between them.
  ///
  /// - Parameter isRoot: Whether it is the root, which may have no brackets.
  func marks(isDict: Bool, isRoot: Bool) -> ContainerMarks

  /// What is between a key and its value where no other value shows it.
  ///
  /// - Parameter isDense: Whether there is no white space between values that show it.
  func colon(isDense: Bool) -> [UInt8]

  /// A key or a single value, or an empty container.
  ///
  /// - Parameter written: What is written in its place or beside it in the file, as far as known.
  /// - Throws: `UnwritableFile` if the format does not have it.
  func text(
    of value: NodeIndex, in document: PropertyListDocument, like written: ArraySlice<UInt8>?
  ) throws(UnwritableFile) -> [UInt8]
}

/// The characters around the children of a container and between them.
struct ContainerMarks {
  var opening: [UInt8] = []
  var closing: [UInt8] = []
  /// After children; `nil` if each is on a line of its own.
  var separator: UInt8?
  /// Whether the last child has a separator after it, too; `nil` if that is a matter of style.
  var endsLast: Bool? = false
}
