package import PropertyLists

/// Values that are put into a property list.
package final class TreePatch: Equatable, Sendable {
  nonisolated(unsafe) let document: PropertyListDocument
  /// Whether an array or a single value may replace the whole property list.
  let isForced: Bool
  /// Whether existing values stay, and only missing keys are added.
  let isKeeping: Bool

  /// - Parameter document: Is not changed any more. Its nulls mean that keys are to be removed.
  package init(
    _ document: PropertyListDocument, isForced: Bool = false, isKeeping: Bool = false
  ) {
    self.document = document
    (self.isForced, self.isKeeping) = (isForced, isKeeping)
  }

  func removes(_ value: NodeIndex) -> Bool { document.isNull(value) }

  /// Checks that it is clear which value each key has.
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
