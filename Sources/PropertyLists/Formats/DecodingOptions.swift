/// What people may choose about reading formats other than XML; formats without such a choice
/// disregard it.
package struct DecodingOptions: Equatable, Sendable {
  /// Whether members and elements of JSON that are `null`, which property lists do not have, are
  /// left out.
  package var skipsNull: Bool
  /// Whether `{"$date": "2001-01-01T00:00:00Z"}` in JSON is a date and `{"$data": "…"}` is data, in
  /// base64.
  package var isTagged: Bool
  /// Whether a keyed archive in binary is read as it is stored, a list of objects, instead of as the
  /// tree of them.
  package var keepsArchives = false
  /// Whether the text was converted from another encoding before, whatever it is in now.
  var isConverted = false
  /// The column of a table whose values are the titles of sections.
  package var sectionColumn: String?
  /// Whether a part that cannot be read is passed over, in formats whose parts can be told apart; see
  /// `UnreadText`.
  package var skipsUnreadable = false
  /// The folder whose files the text consists of, if it is one.
  private(set) var folder = CardFolder()

  package init(skipsNull: Bool = false, isTagged: Bool = false, sectionColumn: String? = nil) {
    self.skipsNull = skipsNull
    self.isTagged = isTagged
    self.sectionColumn = sectionColumn
  }

  /// The same, for a file or a folder.
  func reading(_ file: FileBytes) -> DecodingOptions {
    var options = self
    options.folder = CardFolder(file)
    return options
  }
}
