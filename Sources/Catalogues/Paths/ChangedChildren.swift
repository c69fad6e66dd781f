import PropertyLists

/// What is in a container that has other children than in the file.
struct ChangedChildren {
  private(set) var members: [EditedTree.Member]
  /// Of a dictionary of more than a few members.
  private var keys: MembersByKey?
  /// Where the last change was, near which the next one often is.
  private(set) var lastPosition = 0

  init(_ members: [EditedTree.Member], _ document: PropertyListDocument) {
    self.members = members
    noteKeys(document)
  }

  /// The values under a key, as they were in the file or were added.
  ///
  /// - Complexity: O(1) and their number.
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
