import Platform

/// The kind of a node of a property list.
package enum NodeKind: UInt8, BitwiseCopyable, Sendable, CaseIterable {
  case string, key, dict, array, integer, real, `true`, `false`, date, data

  /// The element's name, as it is written in the file.
  package var elementName: String {
    switch self {
    case .string: "string"
    case .key: "key"
    case .dict: "dict"
    case .array: "array"
    case .integer: "integer"
    case .real: "real"
    case .true: "true"
    case .false: "false"
    case .date: "date"
    case .data: "data"
    }
  }

  /// Written out, because other modules can call the synthesized `==` only through the conformance,
  /// which takes many times as long.
  package static func == (first: NodeKind, second: NodeKind) -> Bool {
    first.rawValue == second.rawValue
  }

  /// Whether the node contains other nodes.
  @inline(__always)
  package var isContainer: Bool { self == .dict || self == .array }
}

/// One element of a property list: its kind and its position in the UTF-8 source.
package struct Node: Sendable {
  /// Kind, flags, the content's offset and, if it is short, its length; see `NodeTable`.
  private let head: UInt64
  /// The content's length, or the index just past a container's subtree.
  private let extent: Int

  fileprivate init(head: UInt64, extent: Int) {
    self.head = head
    self.extent = extent
  }

  package var kind: NodeKind { NodeTable.kind(of: head) }

  /// Offset of the first byte after the start tag, in bytes of the UTF-8 source.
  package var contentOffset: Int { NodeTable.contentOffset(of: head) }

  /// Length of a scalar's content, in bytes; 0 for a container.
  package var contentLength: Int { kind.isContainer ? 0 : extent }

  /// Index just past a container's subtree; `nil` for a scalar.
  package var subtreeEnd: NodeIndex? {
    kind.isContainer ? NodeIndex(rawValue: extent) : nil
  }

  /// Whether the value differs from the bytes of its content, which has a reference, CDATA, a
  /// comment, a processing instruction or a carriage return.
  package var isMarkedUp: Bool { head & NodeTable.markedUp != 0 }

  /// Whether the element is written as a single tag, such as `<string/>`.
  package var isEmptyElement: Bool { head & NodeTable.emptyElement != 0 }
}

/// The nodes of a document in document order; a dictionary's keys are nodes of their own, each
/// right before its value.
///
/// A node takes one 64-bit word: 4 bits for the kind, 2 for flags, 38 for the content's offset (256
/// GiB) and 20 for its length. A second word follows for a longer length, or for the index just
/// past a container's subtree. The nodes of a catalogue thus take about a third of its file's size.
/// Indices count words.
struct NodeTable {
  static let markedUp: UInt64 = 1 << 59
  static let emptyElement: UInt64 = 1 << 58
  private static let lengthBits = 20
  private static let longLength = 1 << lengthBits - 1
  static let offsetLimit = 1 << 38

  private let words: GrowingBuffer<UInt64>

  init(capacity: Int) { words = GrowingBuffer(capacity: capacity) }

  /// See `GrowingBuffer.preferHugePages`.
  func preferHugePages() { words.preferHugePages() }

  /// The index that the next node will have.
  var end: NodeIndex { NodeIndex(rawValue: words.count) }

  subscript(index: NodeIndex) -> Node {
    let head = words[index.rawValue]
    let length = NodeTable.shortLength(of: head)
    let hasSecondWord = length == NodeTable.longLength
    return Node(head: head, extent: hasSecondWord ? Int(words[index.rawValue + 1]) : length)
  }

  /// Index of the first child of a container.
  static func firstChild(of index: NodeIndex) -> NodeIndex { index + 2 }

  /// Index just past a node and its subtree.
  func end(of index: NodeIndex) -> NodeIndex {
    let head = words[index.rawValue]
    guard NodeTable.shortLength(of: head) == NodeTable.longLength else { return index + 1 }
    return NodeTable.kind(of: head).isContainer ? linked(from: index) : index + 2
  }

  /// Index just past a key, which is the index of its value; `nil` for anything but a key.
  @inline(__always)
  func end(ofKey index: NodeIndex) -> NodeIndex? {
    let head = words[index.rawValue]
    guard NodeTable.kind(of: head) == .key else { return nil }
    return NodeTable.shortLength(of: head) == NodeTable.longLength ? index + 2 : index + 1
  }

  func kind(of index: NodeIndex) -> NodeKind { NodeTable.kind(of: words[index.rawValue]) }

  /// The node that a container's second word refers to.
  @inline(__always)
  private func linked(from container: NodeIndex) -> NodeIndex {
    NodeIndex(rawValue: Int(words[container.rawValue + 1]))
  }

  /// Appends a container whose end is still unknown.
  ///
  /// - Parameter outer: The container around it, which `outerContainer(of:)` returns until the new
  ///   container ends.
  @inline(__always)
  func appendContainer(
    _ kind: NodeKind, contentOffset: Int, isEmptyElement: Bool, inside outer: NodeIndex = .root
  ) {
    let head = NodeTable.head(kind, contentOffset: contentOffset, isEmptyElement: isEmptyElement)
    words.append(head | UInt64(NodeTable.longLength))
    words.append(UInt64(outer.rawValue))
  }

  /// The container around a container that has not ended.
  func outerContainer(of index: NodeIndex) -> NodeIndex { linked(from: index) }

  /// Records that a container has ended and that the nodes since it are its subtree.
  func endContainer(_ index: NodeIndex) {
    words.base[index.rawValue + 1] = UInt64(words.count)
  }

  /// Appends a scalar.
  @inline(__always)
  func appendScalar(
    _ kind: NodeKind, contentOffset: Int, length: Int, isMarkedUp: Bool, isEmptyElement: Bool
  ) {
    let head =
      NodeTable.head(kind, contentOffset: contentOffset, isEmptyElement: isEmptyElement)
      | (isMarkedUp ? NodeTable.markedUp : 0)
    if length < NodeTable.longLength {
      words.append(head | UInt64(truncatingIfNeeded: length))
    } else {
      words.append(head | UInt64(NodeTable.longLength))
      words.append(UInt64(length))
    }
  }

  /// Removes the nodes from an index on.
  func removeAll(from index: NodeIndex) { words.removeAll(from: index.rawValue) }

  /// Appends the nodes of another table, whose text begins at an offset in the text of this table.
  ///
  /// - Returns: The new index of the other table's root.
  func append(_ other: NodeTable, shiftedBy offset: Int) -> NodeIndex {
    let base = words.count
    var index = 0
    while index < other.words.count {
      let head = other.words[index]
      precondition(NodeTable.contentOffset(of: head) + offset < NodeTable.offsetLimit)
      words.append(head + UInt64(offset) << UInt64(NodeTable.lengthBits))
      index += 1
      guard NodeTable.shortLength(of: head) == NodeTable.longLength else { continue }
      let extent = other.words[index]
      words.append(NodeTable.kind(of: head).isContainer ? extent + UInt64(base) : extent)
      index += 1
    }
    return NodeIndex(rawValue: base)
  }

  /// Whether the root holds one value, or one key with its value.
  func hasOneElement(isMember: Bool) -> Bool {
    var index = NodeTable.firstChild(of: .root)
    guard index < end(of: .root) else { return false }
    if isMember { index = end(of: index) }
    return end(of: index) == end(of: .root)
  }

  /// How deeply containers are nested.
  var depth: Int {
    var ends: [NodeIndex] = []
    var deepest = 0
    var index = NodeIndex.root
    while index < end {
      while let last = ends.last, last <= index { ends.removeLast() }
      if kind(of: index).isContainer {
        ends.append(end(of: index))
        deepest = max(deepest, ends.count)
        index = NodeTable.firstChild(of: index)
      } else {
        index = end(of: index)
      }
    }
    return deepest
  }

  private static func head(
    _ kind: NodeKind, contentOffset: Int, isEmptyElement: Bool
  ) -> UInt64 {
    UInt64(kind.rawValue) << 60 | (isEmptyElement ? emptyElement : 0)
      | UInt64(truncatingIfNeeded: contentOffset) << UInt64(lengthBits)
  }

  @inline(__always)
  fileprivate static func kind(of head: UInt64) -> NodeKind {
    // A head is always made from a kind, and kinds are represented by their raw values, which are
    // in the order of the cases. The initializer would search all raw values.
    unsafeBitCast(UInt8(truncatingIfNeeded: head >> 60), to: NodeKind.self)
  }

  /// The length if it fits in the first word, otherwise `longLength`.
  @inline(__always)
  private static func shortLength(of head: UInt64) -> Int {
    Int(truncatingIfNeeded: head) & longLength
  }

  @inline(__always)
  fileprivate static func contentOffset(of head: UInt64) -> Int {
    Int(truncatingIfNeeded: head >> UInt64(lengthBits)) & (offsetLimit - 1)
  }
}
