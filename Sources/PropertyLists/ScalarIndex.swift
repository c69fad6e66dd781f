/// A node that has text: a scalar or a key, not a container.
///
/// A container's node keeps an index where a scalar's keeps a length, so text can be requested only
/// with one of these, and `PropertyListDocument.scalar(_:)` is the way to get one.
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
  /// A node as one with text; `nil` if it is a container.
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
