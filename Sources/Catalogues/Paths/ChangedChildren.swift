import PropertyLists

/// The current children of a container whose children differ from those in the file.
struct ChangedChildren {
  private(set) var members: [EditedTree.Member]
  /// An index by key, for a dictionary of more than a few members.
  private var keys: MembersByKey?
  /// The position of the last change; the next one is often near it.
  private(set) var lastPosition = 0

  init(_ members: [EditedTree.Member], _ document: PropertyListDocument) {
    self.members = members
    noteKeys(document)
  }

  /// The values under a key: their nodes in the file, or of additions.
  ///
  /// - Complexity: O(*k*) in the number of these values; O(*n*) in a small dictionary.
  func values(named name: String, in document: PropertyListDocument) -> [NodeIndex] {
    guard let keys else {
      return members.filter { document.isNamed($0.first, name) }
        .map { document.value(from: $0.first) }
    }
    return keys.values(named: name, in: document)
  }

  /// - Complexity: O(*n*) in the number of members after the position.
  mutating func insert(
    _ member: EditedTree.Member, at position: Int, _ document: PropertyListDocument
  ) {
    members.insert(member, at: position)
    lastPosition = position
    keys?.insert(member.first, document)
    if keys == nil { noteKeys(document) }
  }

  @discardableResult
  mutating func remove(at position: Int, _ document: PropertyListDocument) -> EditedTree.Member {
    keys?.remove(members[position].first, document)
    lastPosition = position
    return members.remove(at: position)
  }

  /// - Returns: The old member.
  @discardableResult
  mutating func exchange(
    _ position: Int, by member: EditedTree.Member, _ document: PropertyListDocument
  ) -> EditedTree.Member {
    let old = members[position]
    keys?.remove(old.first, document)
    keys?.insert(member.first, document)
    members[position] = member
    lastPosition = position
    return old
  }

  private mutating func noteKeys(_ document: PropertyListDocument) {
    guard members.count > MembersByKey.few, document.key(members[0].first) != nil else { return }
    keys = MembersByKey(members.map(\.first), document)
  }
}
