package import PropertyLists

/// The node of each entry by number: its value, or the key that names it.
///
/// Nodes are immutable, so as long as an entry has the same node, it has the same text. All
/// replacements of nodes go through here and can be recorded.
struct EntryNodes {
  private(set) var array: [UInt32]
  private var changes: EntryChanges?

  init(_ nodes: [UInt32] = []) { array = nodes }

  subscript(entry: Entry.ID) -> NodeIndex { NodeIndex(rawValue: Int(array[entry.rawValue])) }

  mutating func append(_ node: NodeIndex) { array.append(UInt32(node.rawValue)) }

  mutating func replace(_ entry: Entry.ID, by node: NodeIndex) {
    let old = self[entry]
    changes?.note(entry, was: old, limit: array.count)
    array[entry.rawValue] = UInt32(node.rawValue)
  }

  /// Gives up the array while a builder, which has it, adds nodes.
  mutating func release() { array = [] }

  /// Takes the array back.
  mutating func restore(_ nodes: [UInt32]) {
    precondition(array.isEmpty, "they were released")
    array = nodes
  }

  mutating func takeChanges() -> EntryChanges {
    defer { changes = EntryChanges() }
    return changes ?? EntryChanges()
  }
}

/// The entries that have been given another node, and thus possibly another text.
package struct EntryChanges: Sendable {
  package struct Change: Sendable {
    package let entry: Entry.ID
    /// The node that the entry had before.
    package let oldNode: NodeIndex
  }

  /// The changes in the order in which they were made; an entry may appear more than once.
  package private(set) var changes: [Change] = []
  /// Whether there were too many changes to record.
  package private(set) var isIncomplete = false

  private static let leastLimit = 1 << 16

  mutating func note(_ entry: Entry.ID, was node: NodeIndex, limit: Int) {
    if isIncomplete { return }
    if changes.count >= max(limit, EntryChanges.leastLimit) {
      changes = []
      isIncomplete = true
    } else {
      changes.append(Change(entry: entry, oldNode: node))
    }
  }
}

extension Catalogue {
  /// The changes since the last call; they are recorded from the first call on.
  ///
  /// Entries added since the last call are not included unless they were changed again.
  package func takeEntryChanges() -> EntryChanges { entryNodes.takeChanges() }

  /// The node that an entry's text is read from: while it is the same, so is the text.
  @inline(__always)
  package func textNode(of entry: Entry.ID) -> NodeIndex {
    restored?.entries.node(of: entry) ?? entryNodes[entry]
  }
}
