import Catalogues
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
  private let text: MergedText
  private let ours: PropertyListDocument

  /// - Parameters:
  ///   - base: What both sides had; `nil` if they had nothing.
  ///   - ours: A document that has not been edited since it was read, as are the others.
  /// - Complexity: O(*n*) in the length of the texts beside that of `SequencePairing`.
  package init(
    base: PropertyListDocument?, ours: PropertyListDocument, theirs: PropertyListDocument,
    _ options: MergeOptions = MergeOptions()
  ) {
    let merger = TreeMerge.merged(base, ours, theirs, options)
    (conflicts, text, isWhole) = (merger.conflicts, merger.text, merger.isWhole)
    self.ours = ours
  }

  /// How often elements that are lost are taken for others than those that they have moved from.
  private static let attempts = 4

  /// Merges, and again with less that is taken for moved or renamed, until nothing is lost.
  private static func merged(
    _ base: PropertyListDocument?, _ ours: PropertyListDocument, _ theirs: PropertyListDocument,
    _ options: MergeOptions
  ) -> TreeMerger {
    let all = ComparedDocument.all([ours, theirs] + (base.map { [$0] } ?? []))
    let trees = (base: all.dropFirst(2).first, ours: all[0], theirs: all[1])
    var comparison = ComparisonOptions()
    comparison.keys = options.keys
    comparison.movesOnlyEntries = true
    func pairings(apart: Set<NodeIndex> = []) -> MergePairings {
      MergePairings(trees.base, trees.ours, trees.theirs, comparison, apart: apart)
    }
    func merger(_ pairings: MergePairings) -> TreeMerger {
      TreeMerger(trees.base, trees.ours, trees.theirs, options, pairings)
    }
    /// Merges, with elements that were moved into what was deleted put elsewhere.
    func placed(_ pairings: MergePairings) -> TreeMerger? {
      var result = merger(pairings)
      if !result.merge() { return nil }
      guard let places = result.otherPlaces else { return result }
      result = merger(pairings)
      result.places = places
      if !result.merge(), result.isTangled { return nil }
      let homeless = result.homeless
      if homeless.isEmpty { return result }
      result = merger(pairings)
      result.places = places
      result.places.homeless = homeless
      return result.merge() || !result.isTangled ? result : nil
    }
    /// What is wrong with a result.
    func wrong(_ result: TreeMerger, _ pairings: MergePairings) -> Set<UInt64>? {
      MergeCheck(trees.base, trees.ours, trees.theirs, pairings).wrong(in: result)
    }

    var found = pairings()
    var apart: Set<NodeIndex> = []
    for _ in 0..<attempts {
      guard let result = placed(found) else { break }
      guard let wrong = wrong(result, found) else { return result }
      let more = found.moved(holding: wrong, trees.base).subtracting(apart)
      if more.isEmpty { break }
      apart.formUnion(more)
      found = pairings(apart: apart)
    }
    // What both sides have moved or renamed is entangled.
    comparison.followsMoves = false
    for followsRenames in [true, false] {
      comparison.followsRenames = followsRenames
      found = pairings()
      let result = merger(found)
      if result.merge(), wrong(result, found) == nil { return result }
    }
    let result = merger(found)
    result.isWhole = true
    _ = result.merge()
    return result
  }

  /// The merged text in UTF-8, without a byte-order mark.
  package var bytes: [UInt8] { text.bytes }

  /// Makes the merged text that of the document of ours, which then can be written to a file in its
  /// encoding. Its nodes stay those of ours.
  package func apply() {
    let whole = ours.pieces.ranges
    guard let first = whole.first, let last = whole.last else { return }
    let ranges = text.pieces.map { piece in
      switch piece {
      case .kept(let range): range
      case .other(let bytes): ours.addText(bytes)
      }
    }
    if ranges == whole { return }
    _ = ours.replaceText(
      from: .before(first.lowerBound), to: .after(last.upperBound - 1), with: ranges)
  }
}

/// Puts a merged text together, from the root to the leaves.
final class TreeMerger {
  let base: ComparedDocument?
  let ours: ComparedDocument
  let theirs: ComparedDocument
  let options: MergeOptions
  /// From the base to ours, and to theirs.
  let toOurs: TreePairing?
  let toTheirs: TreePairing?
  var text: MergedText
  private(set) var conflicts: [MergeConflict] = []
  /// The elements of the base that one side has moved to other arrays, and where they are on the other
  /// side.
  private(set) var oursOfMoved: [NodeIndex: NodeIndex] = [:]
  private(set) var theirsOfMoved: [NodeIndex: NodeIndex] = [:]
  /// The moved elements that are in the text or in a conflict.
  private var placed: Set<NodeIndex> = []
  /// The elements of the base in conflicts of the kind `moved`.
  private var movedApart: Set<NodeIndex> = []
  /// Whether one side has renamed a key to one that the other side has, or each has moved an element
  /// into the one that the other has moved.
  var isTangled = false
  /// The moved elements of the base whose text is being made.
  var underway: Set<NodeIndex> = []
  /// Whether a conflict about what one side has deleted was decided.
  private var hasDecidedDeletions = false
  /// The moved elements of the base that were put where theirs has moved them.
  var putByTheirs: Set<NodeIndex> = []
  /// The text of ours that was put in pieces of other text.
  var keptInPieces: [Range<Int>] = []
  /// The text of theirs that was put as it is there.
  var copiedOfTheirs: [Range<Int>] = []
  /// Where moved elements are to be, if that differs from where they have been moved.
  fileprivate(set) var places = Places()
  /// Whether the whole documents are in conflict.
  fileprivate(set) var isWhole = false
  /// Whether both versions of a conflict are written without markers, so that the text can be read.
  var omitsMarkers = false

  /// Where elements are that one side has moved into what the other side has deleted, or out of it.
  struct Places {
    /// Elements of ours, and of theirs, that have another place, and are left out of values that are
    /// kept as one side has them.
    var leftOutOfOurs: [NodeIndex] = []
    var leftOutOfTheirs: [NodeIndex] = []
    /// Elements of the base that stay where the other side has them.
    var staying: Set<NodeIndex> = []
    /// Where theirs has those that ours has moved.
    var stayingInTheirs: [NodeIndex] = []
    /// Elements of ours without a place on either side: what is around them in ours is kept.
    var homeless: [NodeIndex] = []
  }

  init(
    _ base: ComparedDocument?, _ ours: ComparedDocument, _ theirs: ComparedDocument,
    _ options: MergeOptions, _ pairings: MergePairings
  ) {
    (self.base, self.ours, self.theirs, self.options) = (base, ours, theirs, options)
    (toOurs, toTheirs) = (pairings.toOurs, pairings.toTheirs)
    text = MergedText(ours.document)
    if let toOurs, let toTheirs {
      var counterparts = Counterparts(toTheirs)
      for node in toOurs.newOfOldAcross.keys {
        theirsOfMoved[node] = toTheirs.newOfOldAcross[node] ?? counterparts.find(node)
      }
      counterparts = Counterparts(toOurs)
      for node in toTheirs.newOfOldAcross.keys {
        oursOfMoved[node] = toOurs.newOfOldAcross[node] ?? counterparts.find(node)
      }
    }
  }

  /// The same merge, with both versions of conflicts one after the other instead of between markers.
  func withoutMarkers() -> TreeMerger {
    let result = TreeMerger(
      base, ours, theirs, options, MergePairings(toOurs: toOurs, toTheirs: toTheirs))
    result.omitsMarkers = true
    (result.places, result.isWhole) = (places, isWhole)
    _ = result.merge()
    return result
  }

  /// - Returns: Whether each moved element has got a place or is in a conflict, and no key was given
  ///   twice.
  func merge() -> Bool {
    let root = NodeIndex.root
    let whole = 0..<ours.document.pieces.length
    if theirs.document.hasText(of: ours.document) {
      text.keep(whole)
      return true
    }
    let range = ours.document.elementRange(of: root)
    text.keep(whole.lowerBound..<range.lowerBound)
    if isWhole || isConflict(base.map { _ in root }, root, root) {
      conflict(
        .changed, base: base.map { _ in root }, ours: root, theirs: root,
        oursText: { self.text.keep(range) },
        theirsText: { self.theirs.document.text(at: self.theirs.document.elementRange(of: root)) },
        baseText: {
          self.base.map { $0.document.text(at: $0.document.elementRange(of: root)) } ?? []
        }, union: .ours)
    } else {
      mergeValue(base.map { _ in root }, root, root)
    }
    text.keep(range.upperBound..<whole.upperBound)
    let moved = Set(oursOfMoved.keys).union(theirsOfMoved.keys)
    return !isTangled && moved.isSubset(of: placed)
  }

  /// The moved elements of ours, ascending, that both sides have and the text does not.
  fileprivate var homeless: [NodeIndex] {
    let kept = RangeUnion(text.keptRanges + keptInPieces)
    let copied = RangeUnion(copiedOfTheirs)
    var result: [NodeIndex] = []
    for old in Set(oursOfMoved.keys).union(theirsOfMoved.keys) {
      guard let own = toOurs?.newOfOldAcross[old] ?? oursOfMoved[old],
        let there = toTheirs?.newOfOldAcross[old] ?? theirsOfMoved[old]
      else { continue }
      if !kept.contains(ours.document.elementStart(of: own)),
        !copied.contains(theirs.document.elementStart(of: there))
      {
        result.append(own)
      }
    }
    return result.sorted()
  }

  /// Whether a value of ours has something in it that has no other place.
  func holdsHomeless(_ node: NodeIndex) -> Bool {
    let next = places.homeless.partitionPoint { $0 >= node }
    return next < places.homeless.count && places.homeless[next] < ours.document.end(of: node)
  }

  /// The places that give each moved element one, if what it was moved out of was kept although one
  /// side has deleted it, or what it was moved into was not kept; `nil` if all have one.
  fileprivate var otherPlaces: Places? {
    if !hasDecidedDeletions { return nil }
    let kept = RangeUnion(text.keptRanges + keptInPieces)
    func isKept(_ own: NodeIndex) -> Bool { kept.contains(ours.document.elementStart(of: own)) }
    var places = Places()
    for (old, own) in oursOfMoved where toOurs?.newOfOldAcross[old] == nil {
      if putByTheirs.contains(old) {
        places.leftOutOfOurs.append(own)
      } else if !isKept(own) {
        places.staying.insert(old)
      }
    }
    for (old, there) in theirsOfMoved where toTheirs?.newOfOldAcross[old] == nil {
      if toOurs?.newOfOldAcross[old].map(isKept) == true {
        places.leftOutOfTheirs.append(there)
      } else {
        places.staying.insert(old)
        places.stayingInTheirs.append(there)
      }
    }
    for (old, own) in toOurs?.newOfOldAcross ?? [:] where isKept(own) {
      if let there = toTheirs?.newOfOldAcross[old] { places.leftOutOfTheirs.append(there) }
    }
    places.leftOutOfOurs.sort()
    places.leftOutOfTheirs.sort()
    places.stayingInTheirs.sort()
    return places
  }

  // MARK: Values

  /// Whether both sides have changed a value, and it is not of parts that can be merged.
  func isConflict(_ base: NodeIndex?, _ ours: NodeIndex, _ theirs: NodeIndex) -> Bool {
    let (own, other) = (self.ours.hashes[ours], self.theirs.hashes[theirs])
    if own == other { return false }
    let kind = self.ours.document.kind(of: ours)
    if kind.isContainer, kind == self.theirs.document.kind(of: theirs) { return false }
    guard let base, let tree = self.base else { return true }
    return tree.hashes[base] != own && tree.hashes[base] != other
  }

  /// Whether theirs has changed nothing that is now in a value of ours.
  func isUnchanged(_ base: NodeIndex?, _ ours: NodeIndex, _ theirs: NodeIndex) -> Bool {
    let other = self.theirs.hashes[theirs]
    if self.ours.hashes[ours] == other { return true }
    guard let base, let tree = self.base, tree.hashes[base] == other else { return false }
    let staying = places.stayingInTheirs
    let next = staying.partitionPoint { $0 > theirs }
    if next < staying.count, staying[next] < self.theirs.document.end(of: theirs) { return false }
    return movedHere(in: ours).isEmpty
  }

  /// Appends a value of ours with the changes of theirs.
  func mergeValue(_ base: NodeIndex?, _ ours: NodeIndex, _ theirs: NodeIndex) {
    if isUnchanged(base, ours, theirs) {
      placeMoved(ours: ours, theirs: theirs)
      text.keep(self.ours.document.elementRange(of: ours))
      return
    }
    let kind = self.ours.document.kind(of: ours)
    guard kind.isContainer, kind == self.theirs.document.kind(of: theirs) else {
      if let base, let tree = self.base, tree.hashes[base] == self.theirs.hashes[theirs] {
        appendAdded(ours, in: self.ours.document.elementRange(of: ours))
      } else {
        text.append(element(ofTheirs: theirs, inPlaceOf: ours))
      }
      return
    }
    let same = base.flatMap { self.base?.document.kind(of: $0) == kind ? $0 : nil }
    let plan =
      kind == .dict ? planOfMembers(same, ours, theirs) : planOfElements(same, ours, theirs)
    append(plan, of: ours)
  }

  private func element(ofTheirs node: NodeIndex, inPlaceOf own: NodeIndex) -> [UInt8] {
    let document = theirs.document
    let text = textOfAdded(node, in: document.elementRange(of: node))
    guard document.kind(of: node).isContainer, let old = indentation(of: node, in: document),
      let new = indentation(of: own, in: ours.document)
    else { return text }
    return Reindenting.reindented(text, from: old, to: new)
  }

  /// The indentation of a child; `nil` if it does not begin a line.
  func indentation(
    of node: NodeIndex, in document: PropertyListDocument
  ) -> Reindenting.Indentation? {
    let first = document.key(before: node) ?? node
    return document.space(before: document.elementStart(of: first)).indentation.map {
      Reindenting.Indentation(outer: $0, unit: document.indentationUnit)
    }
  }

  // MARK: Moves between arrays

  /// The elements in a value of ours that ours has moved there.
  func movedHere(in node: NodeIndex) -> ArraySlice<NodeIndex> { toOurs?.across(in: node) ?? [] }

  func place(moved base: NodeIndex) { placed.insert(base) }

  /// Notes that all moved elements in two values are in the text or in a conflict.
  func placeMoved(ours: NodeIndex?, theirs: NodeIndex?) {
    if let ours, let toOurs {
      for node in toOurs.across(in: ours) {
        if let base = toOurs.oldOfNewAcross[node] { placed.insert(base) }
      }
    }
    if let theirs, let toTheirs {
      for node in toTheirs.across(in: theirs) {
        if let base = toTheirs.oldOfNewAcross[node] { placed.insert(base) }
      }
    }
  }

  // MARK: Changes of deleted values

  /// Whether a side has changed a value of the base other than by deleting elements of it or moving
  /// them elsewhere.
  func hasChanges(_ base: NodeIndex, _ node: NodeIndex, _ pairing: TreePairing) -> Bool {
    let isMoved = !pairing.across(in: node).filter { $0 > node }.isEmpty
    if pairing.old.hashes[base] == pairing.new.hashes[node] { return isMoved }
    let kind = pairing.old.document.kind(of: base)
    guard kind.isContainer, kind == pairing.new.document.kind(of: node), !isMoved else {
      return true
    }
    let children = pairing.children(base, node)
    if children.oldOfNew.contains(where: { $0 < 0 }) { return true }
    for (place, old) in children.old.enumerated() {
      guard let other = children.partner(ofOld: place) else {
        if kind == .dict { return true }
        continue
      }
      let new = children.new[other]
      if kind == .dict, pairing.hasRenamedKey(old, new) { return true }
      if toOurs?.newOfOldAcross[old] != nil || toTheirs?.newOfOldAcross[old] != nil { continue }
      if hasChanges(old, new, pairing) { return true }
    }
    return false
  }

  // MARK: Conflicts

  enum Side { case ours, theirs }

  /// Appends both versions between markers, or the one that the options prefer.
  ///
  /// - Parameters:
  ///   - union: Which version is part of both.
  func conflict(
    _ kind: MergeConflict.Kind, base: NodeIndex?, ours: NodeIndex?, theirs: NodeIndex?,
    oursText: () -> Void, theirsText: () -> [UInt8], baseText: () -> [UInt8], union: Side
  ) {
    // What was moved to two places is marked in both.
    if kind != .moved || base.map({ movedApart.insert($0).inserted }) != false {
      conflicts.append(
        MergeConflict(kind: kind, base: base, ours: ours, theirs: theirs))
    }
    placeMoved(ours: ours, theirs: theirs)
    if options.resolution != .marked, kind == .deletedByOurs || kind == .deletedByTheirs {
      hasDecidedDeletions = true
    }
    if ours.map(holdsHomeless) == true { return oursText() }
    switch (options.resolution, union) {
    case (.ours, _), (.union, .ours): oursText()
    case (.theirs, _), (.union, .theirs): text.append(theirsText())
    case (.marked, _) where omitsMarkers:
      oursText()
      text.append(theirsText())
    case (.marked, _):
      text.appendMarker(marker("<", options.labels.ours))
      oursText()
      if options.showsBase {
        text.appendMarker(marker("|", options.labels.base))
        text.append(baseText())
      }
      text.appendMarker(marker("=", ""))
      text.append(theirsText())
      text.appendMarker(marker(">", options.labels.theirs))
    }
  }

  private func marker(_ character: String, _ label: String) -> String {
    String(repeating: character, count: options.markerLength) + (label.isEmpty ? "" : " " + label)
  }
}

/// What is in any of some ranges.
private struct RangeUnion {
  /// Ascending and apart.
  private var ranges: [Range<Int>] = []

  init(_ all: [Range<Int>]) {
    for range in all.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = ranges.last, last.upperBound >= range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
  }

  func contains(_ place: Int) -> Bool {
    let index = ranges.partitionPoint { $0.lowerBound > place } - 1
    return index >= 0 && ranges[index].contains(place)
  }
}

/// Where elements of a document are in another one that has been paired with it.
struct Counterparts {
  private let pairing: TreePairing
  /// By the node of the old container.
  private var children: [NodeIndex: ChildPairing] = [:]

  init(_ pairing: TreePairing) { self.pairing = pairing }

  mutating func find(_ node: NodeIndex) -> NodeIndex? {
    var (old, new) = (NodeIndex.root, NodeIndex.root)
    while old != node {
      let kind = pairing.old.document.kind(of: old)
      guard kind.isContainer, kind == pairing.new.document.kind(of: new) else { return nil }
      let inner = children[old] ?? pairing.children(old, new)
      children[old] = inner
      let place = inner.old.partitionPoint { $0 > node } - 1
      if let other = inner.partner(ofOld: place) {
        new = inner.new[other]
      } else if let other = pairing.newOfOldAcross[inner.old[place]] {
        new = other
      } else {
        return nil
      }
      old = inner.old[place]
    }
    return new
  }
}
