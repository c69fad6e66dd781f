import PropertyLists

/// A value in the result of a merge, as far as it is not written as a side has it.
struct MergedValue {
  /// What is in its place.
  enum Content {
    /// All that a side has.
    case kept(Side)
    /// The container of a side with these children.
    case container(Side, [MergedValue])
    /// What the sides have in place of it, between which somebody has to decide.
    indirect case conflict(MergedVersions)
    /// A text that no side has, under the key that is given.
    indirect case text(String)
  }

  // One more than the words of the nodes: a list may have millions.
  private let nodes: (ours: UInt32, theirs: UInt32)
  var content: Content
  /// Whose key a member has.
  var keySide: Side
  /// The key that it has instead; `nil` for that of the side.
  var key: String?

  init(
    ours: NodeIndex?, theirs: NodeIndex?, content: Content, keySide: Side, key: String? = nil
  ) {
    func word(_ node: NodeIndex?) -> UInt32 { node.map { UInt32($0.rawValue) + 1 } ?? 0 }
    nodes = (word(ours), word(theirs))
    (self.content, self.keySide, self.key) = (content, keySide, key)
  }

  var ours: NodeIndex? { MergedValue.node(nodes.ours) }
  var theirs: NodeIndex? { MergedValue.node(nodes.theirs) }

  private static func node(_ word: UInt32) -> NodeIndex? {
    word == 0 ? nil : NodeIndex(rawValue: Int(word) - 1)
  }

  var isInConflict: Bool {
    if case .conflict = content { true } else { false }
  }
}

/// Both versions of something that is in conflict.
struct MergedVersions {
  /// The number of the conflict, from 0; `nil` if it follows from another one.
  let number: Int?
  /// What the base has in their place.
  let bases: [NodeIndex]
  /// The values that ours has, those that theirs has, and those if nothing is deleted.
  var values: [[MergedValue]]
}
