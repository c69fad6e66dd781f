package import PropertyLists

/// A three-way merge of property lists: the changes of two sides, ours and theirs, to a base.
///
/// The result is the text of ours with the changes of theirs: each value that only theirs has
/// changed, added, deleted or moved. Values from theirs keep their bytes, indented like their new
/// neighbours.
package struct TreeMerge {
  package let conflicts: [MergeConflict]
  /// Whether the documents could not be merged without losing something, so that the whole
  /// documents are in conflict.
  package let isWhole: Bool
  /// Whether each conflict can be resolved by itself. Conflicts about places and keys cannot: a
  /// value could end up in both places or in none, and a dictionary could have a key twice.
  package let areSeparate: Bool
  private let text: MergedText
  private let ours: PropertyListDocument
  private let theirs: PropertyListDocument

  /// - Parameters:
  ///   - base: The version that both sides come from; `nil` if there is none.
  ///   - ours: The document of ours. New text of the result is added to it, and becomes part of its
  ///     text with `apply`. None of the documents has been edited since it was read.
  /// - Complexity: O(*n*) in the length of the texts, besides that of `SequencePairing`.
  package init(
    base: PropertyListDocument?, ours: PropertyListDocument, theirs: PropertyListDocument,
    _ options: MergeOptions = MergeOptions()
  ) {
    (self.ours, self.theirs) = (ours, theirs)
    if theirs.hasText(of: ours) || base.map(theirs.hasText) ?? false {
      var text = MergedText(ours)
      text.append(0..<ours.pieces.length)
      (conflicts, isWhole, areSeparate, self.text) = ([], false, true, text)
      return
    }
    let all = ComparedDocument.all([ours, theirs] + (base.map { [$0] } ?? []))
    let rule =
      all.count > 2
      ? MergeRule(all[2], all[0], all[1], keys: options.keys)
      : MergeRule(all[0], all[1], keys: options.keys)
    (conflicts, isWhole, areSeparate) = (rule.conflicts, rule.isWhole, rule.areSeparate)
    text =
      MergeWriter(
        rule.result, base: base, ours: ours, theirs: theirs, areSeparate: areSeparate, options
      ).text
  }

  /// The merged text in UTF-8, without a byte-order mark.
  package var bytes: [UInt8] { text.bytes }

  /// Whether the merged text differs from that of ours.
  package var changesOurs: Bool { text.ranges != ours.pieces.ranges }

  /// Makes the merged text the text of ours' document, which can then be written to a file in its
  /// encoding. The document's nodes stay the old ones.
  package func apply() {
    let whole = ours.pieces.ranges
    ours.mergedVersion = theirs
    guard changesOurs, let first = whole.first, let last = whole.last else { return }
    _ = ours.replaceText(
      from: .before(first.lowerBound), to: .after(last.upperBound - 1), with: text.ranges)
  }
}

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
