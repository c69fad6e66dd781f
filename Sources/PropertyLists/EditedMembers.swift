import Platform

/// The edited members and keys of dictionaries. The nodes of such a dictionary stay as they were
/// read, because it may be a list of a million entries.
struct EditedMembers {
  /// The current members of dictionaries whose members have changed.
  fileprivate(set) var members: [NodeIndex: [PropertyListDocument.Member]] = [:]
  /// The current keys of values whose keys have changed.
  fileprivate(set) var keys: [NodeIndex: NodeIndex] = [:]

  var isEmpty: Bool { members.isEmpty && keys.isEmpty }
}

extension PropertyListDocument {
  /// A change of members or keys, which can be undone. It does not change the text.
  package enum NodeChange: Sendable {
    /// Members of a dictionary, from a position on, are replaced.
    case members(of: NodeIndex, at: Int, old: [Member], new: [Member])
    /// The key before a value is replaced; `nil` for the key that was read.
    case key(of: NodeIndex, old: NodeIndex?, new: NodeIndex)
  }

  /// The change that gives a value another key. The members of its dictionary are changed
  /// separately.
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

  /// - Complexity: The same as for `redo`.
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

  /// Runs a closure with an earlier text, and with all nodes as they were read.
  ///
  /// - Parameter earlier: The pieces of the earlier text; `nil` for the current ones.
  func withNodesAsRead<Result, Failure>(
    _ earlier: TextPieces?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let now = (pieces, forwarded)
    let noted = notedMembers.withLock { $0 }
    pieces = earlier ?? pieces
    if !forwarded.isEmpty {
      forwarded = EditedMembers()
      notedMembers.withLock { $0 = MemberLookup() }
    }
    defer {
      (pieces, forwarded) = now
      notedMembers.withLock { $0 = noted }
    }
    return try body()
  }
}
