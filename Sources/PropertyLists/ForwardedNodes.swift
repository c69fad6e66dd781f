import Platform

/// What edits have made of the members and keys of dictionaries whose nodes stay as they were read, since
/// such a dictionary may be the list of a million entries.
struct ForwardedNodes {
  /// The members of dictionaries that have had other members.
  fileprivate(set) var members: [NodeIndex: [PropertyListDocument.Member]] = [:]
  /// The keys of values that have had another key.
  fileprivate(set) var keys: [NodeIndex: NodeIndex] = [:]

  var isEmpty: Bool { members.isEmpty && keys.isEmpty }
}

extension PropertyListDocument {
  /// A change of what nodes are, which can be undone. It does not change the text.
  package enum NodeChange: Sendable {
    /// Some members of a dictionary, from a position on, become others.
    case members(of: NodeIndex, at: Int, old: [Member], new: [Member])
    /// The key in front of a value becomes another key; `nil` for the key that was read.
    case key(of: NodeIndex, old: NodeIndex?, new: NodeIndex)
  }

  /// The change that gives a value another key. The members of its dictionary are changed separately.
  package func settingKey(of value: NodeIndex, to new: NodeIndex) -> NodeChange {
    .key(of: value, old: forwarded.keys[value], new: new)
  }

  /// - Complexity: O(*m*) in the number of members of the dictionary.
  package func redo(_ change: NodeChange) {
    switch change {
    case .members(let dict, let position, let old, let new):
      replaceMembers(of: dict, at: position, old.count, by: new)
    case .key(let value, _, let new): forwarded.keys[value] = new
    }
  }

  /// - Complexity: As that of `redo`.
  package func undo(_ change: NodeChange) {
    switch change {
    case .members(let dict, let position, let old, let new):
      replaceMembers(of: dict, at: position, new.count, by: old)
    case .key(let value, let old, _): forwarded.keys[value] = old
    }
  }

  private func replaceMembers(
    of dict: NodeIndex, at position: Int, _ count: Int, by new: [Member]
  ) {
    if forwarded.members[dict] == nil { forwarded.members[dict] = Array(members(of: dict)) }
    forwarded.members[dict]?.replaceSubrange(position..<position + count, with: new)
    notedMembers.withLock { $0.forget(dict) }
  }

  /// Runs a closure while the text is that of another time, and all nodes are as they were read.
  ///
  /// - Parameter earlier: The pieces of that text; `nil` for those of now.
  func withNodesAsRead<Result, Failure>(
    _ earlier: TextPieces?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let now = (pieces, forwarded)
    let noted = notedMembers.withLock { $0 }
    pieces = earlier ?? pieces
    if !forwarded.isEmpty {
      forwarded = ForwardedNodes()
      notedMembers.withLock { $0 = NotedMembers() }
    }
    defer {
      (pieces, forwarded) = now
      notedMembers.withLock { $0 = noted }
    }
    return try body()
  }
}
