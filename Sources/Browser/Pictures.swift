package import Terminal

/// Finds the pictures of entries, and positions them.
package struct Pictures {
  /// Finds a picture by its name; `nil` if the terminal draws none.
  package var find: ((String) -> PictureFile?)?
  /// The height of a cell of the terminal divided by its width.
  package var cellShape = 2.0
  /// The last picture that was looked for, with its name.
  private var last: (name: String, file: PictureFile?)?

  /// A picture at the right end of some rows.
  mutating func placed(_ name: String, in area: Range<Int>, columns: Int) -> PlacedPicture? {
    guard let find else { return nil }
    if last?.name != name { last = (name, find(name)) }
    return last?.file.map {
      PlacedPicture($0, in: area, end: columns, limit: columns / 3, cellShape: cellShape)
    }
  }
}
