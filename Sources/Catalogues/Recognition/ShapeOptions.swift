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

/// The reason why the root that the user named cannot be used.
package struct RootError: Error, Equatable, Sendable, CustomStringConvertible {
  package let path: String
  package let component: String
  package let candidates: [String]

  package var description: String {
    let known = candidates.prefix(12).joined(separator: ", ")
    return "no '\(component)' at --root '\(path)'"
      + (candidates.isEmpty ? "" : "; available: \(known)\(candidates.count > 12 ? ", …" : "")")
  }
}
