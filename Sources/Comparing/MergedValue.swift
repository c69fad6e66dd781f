import PropertyLists

/// A value in the result of a merge.
struct MergedValue {
  /// The content of a merged value.
  enum Content {
    /// The whole value of a side.
    case kept(Side)
    /// The container of a side with these children.
    case container(Side, [MergedValue])
    /// The versions of both sides, between which somebody has to decide.
    indirect case conflict(MergedVersions)
    /// A text under `key` that neither side has.
    indirect case text(String)
  }

  // The raw values of the nodes plus 1, or 0, in words to save memory: a list may have millions.
  private let nodes: (ours: UInt32, theirs: UInt32)
  var content: Content
  /// The side whose key a member has.
  var keySide: Side
  /// The key of a member; `nil` for the key of the side.
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

/// Both versions of a value in conflict.
struct MergedVersions {
  /// The number of the conflict, from 0; `nil` if it follows from another conflict.
  let number: Int?
  /// The values that the base has in their place.
  let bases: [NodeIndex]
  /// The values of ours, those of theirs, and those of the union, in which nothing is deleted.
  var values: [[MergedValue]]
}
