/// The position of a node in its document's table.
///
/// Written out, with every member open to other modules, so that it costs them no more than the
/// integer that it is.
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
