package import PropertyLists

/// Finds the paths that lead to nodes of a document, as it was read.
///
/// Not safe for concurrent use.
package final class ValuePaths {
  private let document: PropertyListDocument
  /// The way to the node that was asked for last.
  private var levels: [Level] = []

  /// A container, and one of its children.
  private struct Level {
    let container: NodeIndex
    let isDict: Bool
    let end: NodeIndex
    var position = 0
    /// The child's first node, a key in a dictionary; its value; and what follows it.
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

    /// Goes on to the child that contains a node, or back to the first and on.
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

  /// The path to a value, or to that of a key.
  ///
  /// - Returns: `nil` if the node is not in the text that was read.
  /// - Complexity: O(*n*) in the number of children before it in each container; for nodes in
  ///   ascending order that is O(*n*) for all together.
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

extension Catalogue {
  /// The path of the value that an item is made of; `nil` if it has none of its own, or if the
  /// catalogue was edited since it was read.
  ///
  /// - Complexity: That of `ValuePaths.path(to:)`.
  package func path(of item: Item) -> ValuePath? {
    guard !isRestored else {
      restored?.failure.hasHappened = true
      return nil
    }
    guard document.hasSourceText else { return nil }
    let node: NodeIndex?
    switch item {
    case .section(.root): return .root
    case .section(let section): node = sections[section].node
    case .entry(let entry): node = value(of: entry)
    }
    return node.flatMap(paths.path)
  }

  /// The path of a value; `nil` if the catalogue was edited since it was read.
  ///
  /// - Complexity: That of `ValuePaths.path(to:)`.
  package func path(to value: NodeIndex) -> ValuePath? {
    document.hasSourceText ? paths.path(to: value) : nil
  }

  /// The item that is made of a value, as the catalogue was read.
  ///
  /// - Complexity: O(*n*) in the number of items.
  func item(of value: NodeIndex) -> Item? {
    if value == document.root { return .section(.root) }
    if let section = sections.first(where: { $0.node == value }) { return .section(section.id) }
    return entries.first { self.value(of: $0) == value && contains(.entry($0)) }.map { .entry($0) }
  }
}
