package import PropertyLists

/// A property list whose values are merged into another.
package final class TreePatch: Equatable, Sendable {
  nonisolated(unsafe) let document: PropertyListDocument
  /// Whether an array or a single value may replace the whole property list.
  let isForced: Bool
  /// Whether existing values stay, and only missing keys are added.
  let isKeeping: Bool

  /// - Parameter document: A document that is not changed any more. A null in it removes its key.
  package init(
    _ document: PropertyListDocument, isForced: Bool = false, isKeeping: Bool = false
  ) {
    self.document = document
    (self.isForced, self.isKeeping) = (isForced, isKeeping)
  }

  func removes(_ value: NodeIndex) -> Bool { document.isNull(value) }

  /// Checks that no key occurs twice in a dictionary, so that each value is unambiguous.
  func checkKeys() throws(PathError) {
    var repeated: NodeIndex?
    var count = 0
    document.forEachDict { dict in
      guard repeated == nil, let first = document.duplicateMembers(of: dict).first else { return }
      let key = document.text(of: first.key)
      repeated = first.key.node
      count = document.members(of: dict).reduce(0) { document.hasText($1.key, key) ? $0 + 1 : $0 }
    }
    if let path = repeated.flatMap(ValuePaths(document).path) {
      throw .repeatedInPatch(path, count: count)
    }
  }

  package static func == (one: TreePatch, other: TreePatch) -> Bool { one === other }
}
