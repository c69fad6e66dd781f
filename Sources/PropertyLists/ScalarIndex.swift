/// A node that has text: a scalar or a key, not a container.
///
/// A container's node keeps an index where a scalar's keeps a length, so that text can be asked for
/// with one of these only, and `PropertyListDocument.scalar(_:)` is the way to get one.
package struct ScalarIndex: Hashable, BitwiseCopyable, Sendable {
  package let node: NodeIndex

  /// - Parameter node: One whose kind has been looked at.
  @inline(__always)
  fileprivate init(checked node: NodeIndex) { self.node = node }

  /// Written out for the same reason as that of `NodeKind`.
  package static func == (first: ScalarIndex, second: ScalarIndex) -> Bool {
    first.node == second.node
  }
}

extension PropertyListDocument {
  /// A node as one that has text; `nil` if it is a container.
  @inline(__always)
  package func scalar(_ node: NodeIndex) -> ScalarIndex? {
    kind(of: node).isContainer ? nil : ScalarIndex(checked: node)
  }

  /// A node as the key of a dictionary; `nil` if it is something else.
  @inline(__always)
  package func key(_ node: NodeIndex) -> ScalarIndex? {
    kind(of: node) == .key ? ScalarIndex(checked: node) : nil
  }

  /// A node as a key, with the value behind it; `nil` if it is something else.
  @inline(__always)
  package func member(at node: NodeIndex) -> (key: ScalarIndex, value: NodeIndex)? {
    nodes.end(ofKey: node).map { (ScalarIndex(checked: node), $0) }
  }

  /// A node as a string; `nil` if it is something else.
  @inline(__always)
  package func string(_ node: NodeIndex) -> ScalarIndex? {
    kind(of: node) == .string ? ScalarIndex(checked: node) : nil
  }

  /// A node as a value of a kind that is no container's; `nil` if it is of another.
  func scalar(_ node: NodeIndex, of kind: NodeKind) -> ScalarIndex? {
    self.kind(of: node) == kind ? scalar(node) : nil
  }
}
