/// Options for reading formats other than XML. A format ignores those that do not concern it.
package struct DecodingOptions: Equatable, Sendable {
  /// Whether members and elements of JSON that are `null`, which property lists do not have, are
  /// left out.
  package var skipsNull: Bool
  /// Whether `{"$date": "2001-01-01T00:00:00Z"}` in JSON is a date and `{"$data": "…"}` is data, in
  /// base64.
  package var isTagged: Bool
  /// Whether a binary keyed archive is read as the list of objects that it stores, not as their
  /// tree.
  package var keepsArchives = false
  /// Whether the text has already been converted from another encoding.
  var isConverted = false
  /// The column of a table whose values are the titles of sections.
  package var sectionColumn: String?
  /// Whether a part that cannot be read is passed over, in formats whose parts can be told apart;
  /// see `UnreadText`.
  package var skipsUnreadable = false
  /// The folder whose files the text consists of, if the text is that of a folder.
  private(set) var folder = CardFolder()

  package init(skipsNull: Bool = false, isTagged: Bool = false, sectionColumn: String? = nil) {
    self.skipsNull = skipsNull
    self.isTagged = isTagged
    self.sectionColumn = sectionColumn
  }

  /// The same options, for the text of a file or a folder.
  func reading(_ file: FileBytes) -> DecodingOptions {
    var options = self
    options.folder = CardFolder(file)
    return options
  }
}
