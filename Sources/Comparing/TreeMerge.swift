package import PropertyLists

/// The changes of two sides, ours and theirs, to what both had before.
///
/// The result is the text of ours in which theirs' changes have been put: each value that only
/// theirs has changed, each element that it has added, deleted or moved. What comes from theirs has
/// its own bytes, indented like its new neighbours.
package struct TreeMerge {
  package let conflicts: [MergeConflict]
  /// Whether the documents could not be merged without losing something, so that all of both is in
  /// conflict.
  package let isWhole: Bool
  /// Whether each conflict can be decided by itself. Those about places and keys cannot: a value could
  /// be in both places then, or in none, and a dictionary could have two of the same key.
  package let areSeparate: Bool
  private let text: MergedText
  private let ours: PropertyListDocument
  private let theirs: PropertyListDocument

  /// - Parameters:
  ///   - base: What both sides had; `nil` if they had nothing.
  ///   - ours: A document that has not been edited since it was read, as are the others. What is new in the
  ///     result is added to it, and becomes part of its text with `apply`.
  /// - Complexity: O(*n*) in the length of the texts beside that of `SequencePairing`.
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

  /// Whether the merged text is another one than that of ours.
  package var changesOurs: Bool { text.ranges != ours.pieces.ranges }

  /// Makes the merged text that of the document of ours, which then can be written to a file in its
  /// encoding. Its nodes stay those of ours.
  package func apply() {
    let whole = ours.pieces.ranges
    ours.mergedVersion = theirs
    guard changesOurs, let first = whole.first, let last = whole.last else { return }
    _ = ours.replaceText(
      from: .before(first.lowerBound), to: .after(last.upperBound - 1), with: text.ranges)
  }
}
