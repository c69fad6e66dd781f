import Platform
package import PropertyLists

/// Finds the paths that lead to nodes of a document, as it was read.
///
/// Not safe for concurrent use.
package final class ValuePaths {
  private let document: PropertyListDocument
  /// The path to the node of the last call, level by level.
  private var levels: [Level] = []

  /// A container, and one of its children.
  private struct Level {
    let container: NodeIndex
    let isDict: Bool
    let end: NodeIndex
    var position = 0
    /// The child's first node (in a dictionary its key), its value, and the node after it.
    var first: NodeIndex
    var value: NodeIndex
    var next: NodeIndex

    init(_ container: NodeIndex, in document: PropertyListDocument) {
      self.container = container
      isDict = document.kind(of: container) == .dict
      end = document.end(of: container)
      first = document.firstChild(of: container)
      (value, next) = (first, first)
      read(document)
    }

    private mutating func read(_ document: PropertyListDocument) {
      guard first < end else { return }
      value = isDict ? document.end(of: first) : first
      next = document.end(of: value)
    }

    /// Goes forward to the child that contains a node; for an earlier node it starts again at the
    /// first child.
    mutating func go(to node: NodeIndex, in document: PropertyListDocument) {
      if node < first { self = Level(container, in: document) }
      while next <= node, next < end {
        first = next
        position += 1
        read(document)
      }
    }

    func step(_ document: PropertyListDocument) -> ValuePath.Step {
      isDict
        ? .name(document.key(first).map(document.exactText) ?? "") : .name(String(position))
    }
  }

  package init(_ document: PropertyListDocument) { self.document = document }

  /// The path to a value, or to the value of a key.
  ///
  /// - Returns: `nil` if the node is not in the text that was read.
  /// - Complexity: O(*n*) in the number of children before the node in each container; O(*n*)
  ///   altogether for nodes in ascending order.
  package func path(to node: NodeIndex) -> ValuePath? {
    guard node >= document.root, node < document.end(of: document.root) else { return nil }
    if node == document.root { return .root }
    while let last = levels.last, node <= last.container || node >= last.end {
      levels.removeLast()
    }
    if levels.isEmpty { levels.append(Level(document.root, in: document)) }
    while true {
      let last = levels.count - 1
      levels[last].go(to: node, in: document)
      let level = levels[last]
      if node == level.first || node == level.value {
        return ValuePath(levels.map { $0.step(document) })
      }
      guard document.kind(of: level.value).isContainer else { return nil }
      levels.append(Level(level.value, in: document))
    }
  }
}

/// Where the values of an edited document would be if the file were saved and read again.
///
/// Valid until the text is edited. Not safe for concurrent use.
final class CurrentValues {
  private let edited: PropertyListDocument
  private let current: PropertyListDocument
  private let paths: ValuePaths
  /// The nodes of the edited text, with the offsets where their elements begin.
  private var nodes: [(start: Int, node: NodeIndex)] = []
  private lazy var saved = edited.savedAndRead().map { saved in
    (tree: EditedTree(saved), hasSameText: saved.hasText(of: current))
  }

  /// - Returns: `nil` if the text is no longer a property list.
  /// - Complexity: That of parsing the text.
  init?(_ edited: PropertyListDocument) {
    guard let current = try? PropertyListDocument(current: edited) else { return nil }
    (self.edited, self.current, paths) = (edited, current, ValuePaths(current))
    var node = current.root
    while node < current.end(of: current.root) {
      nodes.append((current.elementStart(of: node), node))
      // The node after a key is its value.
      node =
        current.kind(of: node).isContainer ? current.firstChild(of: node) : current.end(of: node)
    }
  }

  /// The node that an element of the edited document has in the edited text.
  private func currentNode(of node: NodeIndex) -> NodeIndex? {
    guard let position = edited.position(of: node) else { return nil }
    let index = nodes.partitionPoint { $0.start >= position }
    return index < nodes.count && nodes[index].start == position ? nodes[index].node : nil
  }

  /// The path to a value, or to the value of a key; `nil` if it is not in the edited text.
  func path(to node: NodeIndex) -> ValuePath? {
    currentNode(of: node).flatMap(paths.path)
  }

  /// The location of a value or key in a file that is not XML, as it would be saved; `nil` if it is
  /// not in the edited text, or if the file cannot be saved.
  ///
  /// - Complexity: For the first call that of saving the file and reading it.
  func location(of node: NodeIndex) -> SourceLocation? {
    guard let saved, let now = currentNode(of: node) else { return nil }
    let document = saved.tree.document
    if saved.hasSameText { return ElementLocations(document).location(of: now) }
    guard let path = paths.path(to: now), let found = try? saved.tree.find(path).values,
      found.count == 1
    else { return nil }
    let key = edited.kind(of: node) == .key ? document.key(before: found[0]) : nil
    return ElementLocations(document).location(of: key ?? found[0])
  }
}

extension Catalogue {
  /// The path of an item's value in the edited text; `nil` for a section without a value of its
  /// own.
  ///
  /// - Complexity: That of `path(to:)`.
  package func path(of item: Item) -> ValuePath? {
    let node: NodeIndex?
    switch item {
    case .section(.root): return .root
    case .section(let section): node = isRestored ? .root : nodes(of: section).node
    case .entry(let entry): node = value(of: entry)
    }
    return node.flatMap(path)
  }

  /// The path of a value in the edited text. For a restored catalogue it is `nil`, and
  /// `restoringFailure` is set.
  ///
  /// - Complexity: That of `ValuePaths.path(to:)`; after an edit also that of parsing the text.
  package func path(to value: NodeIndex) -> ValuePath? {
    guard !isRestored else {
      restored?.failure.hasHappened = true
      return nil
    }
    return document.hasSourceText ? paths.path(to: value) : currentValues?.path(to: value)
  }

  /// The section or existing entry that a value is read as.
  ///
  /// - Complexity: O(*n*) in the number of items.
  func item(of value: NodeIndex) -> Item? {
    if value == document.root { return .section(.root) }
    if let section = sections.first(where: { $0.node == value }) { return .section(section.id) }
    return entries.first { self.value(of: $0) == value && contains(.entry($0)) }.map { .entry($0) }
  }
}
