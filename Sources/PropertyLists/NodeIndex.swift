/// The position of a node in its document's table.
///
/// Written out, with every member inlinable in other modules, so that it costs no more than an
/// integer.
package struct NodeIndex: Hashable, Comparable, BitwiseCopyable, Sendable {
  @usableFromInline package let rawValue: Int

  @inlinable package init(rawValue: Int) { self.rawValue = rawValue }

  /// The value inside <plist>.
  @inlinable package static var root: NodeIndex { NodeIndex(rawValue: 0) }

  @inlinable package static func == (first: NodeIndex, second: NodeIndex) -> Bool {
    first.rawValue == second.rawValue
  }

  @inlinable package static func < (first: NodeIndex, second: NodeIndex) -> Bool {
    first.rawValue < second.rawValue
  }

  @inlinable package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

  /// How many words of the table are between two nodes.
  @inlinable package static func - (index: NodeIndex, other: NodeIndex) -> Int {
    index.rawValue - other.rawValue
  }

  /// The index this many words later in the table.
  @inline(__always)
  static func + (index: NodeIndex, words: Int) -> NodeIndex {
    NodeIndex(rawValue: index.rawValue + words)
  }

  /// The index this many words earlier in the table.
  @inline(__always)
  static func - (index: NodeIndex, words: Int) -> NodeIndex {
    NodeIndex(rawValue: index.rawValue - words)
  }
}

/// A node that has text: a scalar or a key, not a container.
///
/// The node of a container has an index where that of a scalar has a length, so text can be
/// requested only with a `ScalarIndex`, which `PropertyListDocument.scalar(_:)` makes.
package struct ScalarIndex: Hashable, BitwiseCopyable, Sendable {
  package let node: NodeIndex

  /// - Parameter node: A node whose kind has been checked.
  @inline(__always)
  fileprivate init(checked node: NodeIndex) { self.node = node }

  /// Written out for the same reason as in `NodeKind`.
  package static func == (first: ScalarIndex, second: ScalarIndex) -> Bool {
    first.node == second.node
  }
}

extension PropertyListDocument {
  /// A node as a scalar or key, which has text; `nil` if it is a container.
  @inline(__always)
  package func scalar(_ node: NodeIndex) -> ScalarIndex? {
    kind(of: node).isContainer ? nil : ScalarIndex(checked: node)
  }

  /// A node as the key of a dictionary; `nil` if it is something else.
  @inline(__always)
  package func key(_ node: NodeIndex) -> ScalarIndex? {
    kind(of: node) == .key ? ScalarIndex(checked: node) : nil
  }

  /// A node as a key, with the value after it; `nil` if it is something else.
  @inline(__always)
  package func member(at node: NodeIndex) -> (key: ScalarIndex, value: NodeIndex)? {
    nodes.end(ofKey: node).map { (ScalarIndex(checked: node), $0) }
  }

  /// A node as a string; `nil` if it is something else.
  @inline(__always)
  package func string(_ node: NodeIndex) -> ScalarIndex? {
    kind(of: node) == .string ? ScalarIndex(checked: node) : nil
  }

  /// A node as a value of a scalar kind; `nil` if it is of another kind.
  func scalar(_ node: NodeIndex, of kind: NodeKind) -> ScalarIndex? {
    self.kind(of: node) == kind ? scalar(node) : nil
  }
}
