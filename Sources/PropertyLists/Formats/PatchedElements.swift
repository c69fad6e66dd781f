import Platform

/// A document of another format than XML before and after edits, with the places of its values in
/// the file.
///
/// An edit may replace a whole element to change a part of it; `CopiedText` says which parts of the
/// new element are copies.
struct PatchedElements {
  /// The document as it was read, and the edited one.
  let old: PropertyListDocument
  let new: PropertyListDocument
  /// The text of the file, and where values are in it.
  let text: [UInt8]
  private let origins: Origins
  /// The pieces of the edited text: where they begin in it, and their offsets in the document.
  private let pieces: [(start: Int, range: Range<Int>)]
  /// The ranges of the pieces, in the order of the document.
  private let ranges: [Range<Int>]
  /// The ranges of the old text that are copied in additions.
  private let moved: [Range<Int>]

  /// - Parameters:
  ///   - new: The edited document, parsed again.
  ///   - decoded: The file, with origins.
  init(_ old: PropertyListDocument, _ new: PropertyListDocument, _ decoded: DecodedFile) {
    guard let origins = decoded.origins else { preconditionFailure("origins were recorded") }
    (self.old, self.new, self.text, self.origins) = (old, new, decoded.fileText, origins)
    var start = 0
    var pieces: [(start: Int, range: Range<Int>)] = []
    for range in old.pieces.ranges {
      pieces.append((start, range))
      start += range.count
    }
    self.pieces = pieces
    let ranges = old.pieces.ranges.sorted { $0.lowerBound < $1.lowerBound }
    self.ranges = ranges
    moved = old.copies.sources(in: ranges)
  }

  /// The extent of a value or key in the file.
  func extent(of node: NodeIndex) -> Range<Int> {
    guard let extent = origins.extent(of: old.elementStart(of: node)) else {
      preconditionFailure("every element comes from somewhere")
    }
    return extent
  }

  /// The offset in the old text of an offset in the new one, or of the element that was moved there
  /// or changed; `nil` for additions.
  private func oldOffset(of offset: Int) -> Int? {
    let piece = pieces[pieces.indices.partitionPoint { pieces[$0].start > offset } - 1]
    let old = piece.range.lowerBound + offset - piece.start
    return old < self.old.sourceEnd ? old : self.old.copies.source(of: old)
  }

  /// Whether an element is an old one without any edit in it.
  func isUntouched(_ node: NodeIndex, _ other: NodeIndex) -> Bool {
    oldStart(of: node) == old.elementStart(of: other) && isInOnePiece(node)
  }

  /// The offset in the old text of an element; `nil` if the element is new.
  func oldStart(of node: NodeIndex) -> Int? { oldOffset(of: new.elementStart(of: node)) }

  /// Whether an offset of the old text is in the new one.
  private func isThere(_ offset: Int) -> Bool {
    PatchedElements.contains(offset, moved) || PatchedElements.contains(offset, ranges)
  }

  private static func contains(_ offset: Int, _ ranges: [Range<Int>]) -> Bool {
    let index = ranges.partitionPoint { $0.lowerBound > offset }
    return index > 0 && ranges[index - 1].contains(offset)
  }

  /// The extent in the file of a key or a value without edits, even if it was moved.
  func untouchedExtent(of node: NodeIndex) -> Range<Int>? {
    guard isInOnePiece(node), let start = oldStart(of: node) else { return nil }
    return origins.extent(of: start).flatMap { $0.isEmpty ? nil : $0 }
  }

  private func isInOnePiece(_ node: NodeIndex) -> Bool {
    let range = new.elementRange(of: node)
    let piece = pieces[pieces.indices.partitionPoint { pieces[$0].start > range.lowerBound } - 1]
    return range.upperBound <= piece.start + piece.range.count
      && piece.range.lowerBound < old.sourceEnd
  }

  struct Child {
    /// The key or, in an array, the value.
    let first: NodeIndex
    let value: NodeIndex
  }

  static func children(
    of container: NodeIndex, in document: PropertyListDocument
  ) -> [Child] {
    document.kind(of: container) == .dict
      ? document.members(of: container).map { Child(first: $0.key.node, value: $0.value) }
      : document.elements(of: container).map { Child(first: $0, value: $0) }
  }

  /// Calls the closure with all children of all containers in a document.
  static func forEachChild(
    in document: PropertyListDocument,
    _ body: (_ child: Child, _ container: NodeIndex, _ index: Int) -> Void
  ) {
    var node = NodeIndex.root
    while node < document.end(of: .root) {
      guard document.kind(of: node).isContainer else {
        node = document.end(of: node)
        continue
      }
      for (index, child) in children(of: node, in: document).enumerated() {
        body(child, node, index)
      }
      node = document.firstChild(of: node)
    }
  }

  /// Whether two scalars of the same kind are equal; always `true` for containers.
  func isSame(_ node: NodeIndex, _ other: NodeIndex) -> Bool {
    guard let one = new.scalar(node), let two = old.scalar(other) else { return true }
    if new.isNull(node) != old.isNull(other) { return false }
    return new.withExactText(of: one) { text in
      old.withExactText(of: two) { $0.elementsEqual(text) }
    }
  }
}

// MARK: Partners

extension PatchedElements {
  /// For each child, the position of the old child in the container that it replaces.
  ///
  /// A child that was in the container keeps its old position, even if it was changed or moved. A
  /// new member has the position of the old member with its key. Additions inherit nothing from
  /// deleted elements, neither comments nor a card's version.
  ///
  /// - Complexity: O(*n* log *n*) in the number of children. If no old child of a list is left, its
  ///   elements are also compared with the old ones.
  func partners(
    of children: [Child], among olds: [Child], isDict: Bool
  ) -> [Int?] {
    var partners: [Int?] = Array(repeating: nil, count: children.count)
    var isTaken = Array(repeating: false, count: olds.count)
    let starts = olds.map { old.elementStart(of: $0.first) }
    let values = isDict ? olds.map { old.elementStart(of: $0.value) } : starts
    func index(of offset: Int, in starts: [Int]) -> Int? {
      let index = starts.partitionPoint { $0 >= offset }
      return index < starts.count && starts[index] == offset ? index : nil
    }
    for (position, child) in children.enumerated() {
      let found =
        oldStart(of: child.first).flatMap { index(of: $0, in: starts) }
        ?? oldStart(of: child.value).flatMap { index(of: $0, in: values) }
      guard let found, !isTaken[found] else { continue }
      partners[position] = found
      isTaken[found] = true
    }
    guard partners.contains(where: { $0 == nil }), isTaken.contains(false) else { return partners }
    if !isDict, partners.allSatisfy({ $0 == nil }) { return equalEnds(of: children, among: olds) }
    // A child that has been moved to another container gives its place here to no other.
    for index in olds.indices where !isTaken[index] { isTaken[index] = isThere(values[index]) }
    if isDict {
      var waiting: [[UInt8]: [Int]] = [:]
      for (index, child) in olds.enumerated().reversed() where !isTaken[index] {
        waiting[PatchedElements.name(child, old), default: []].append(index)
      }
      for (position, child) in children.enumerated()
      where partners[position] == nil && isNew(child) {
        guard let index = waiting[PatchedElements.name(child, new)]?.popLast() else { continue }
        partners[position] = index
        isTaken[index] = true
      }
    }
    return partners
  }

  /// Whether a child is not from the old text.
  private func isNew(_ child: Child) -> Bool { oldStart(of: child.value) == nil }

  private static func name(_ child: Child, _ document: PropertyListDocument) -> [UInt8] {
    document.key(child.first).map { document.withExactText(of: $0) { Array($0) } } ?? []
  }

  /// Pairs the first and the last elements of a list, of which no old element is left, with equal
  /// old elements; `nil` for the elements between them.
  private func equalEnds(of children: [Child], among olds: [Child]) -> [Int?] {
    func isPair(_ child: Child, _ other: Child) -> Bool {
      isNew(child) && !isThere(old.elementStart(of: other.value)) && isEqual(child, other)
    }
    let startCount = zip(children, olds).prefix(while: isPair).count
    let most = min(children.count, olds.count) - startCount
    let endCount = zip(children.reversed(), olds.reversed()).prefix(most).prefix(while: isPair)
      .count
    return children.indices.map { index in
      let fromEnd = children.count - index
      return index < startCount ? index : fromEnd <= endCount ? olds.count - fromEnd : nil
    }
  }

  /// Whether two children have the same keys and values.
  private func isEqual(_ child: Child, _ other: Child) -> Bool {
    let kind = new.kind(of: child.value)
    guard kind == old.kind(of: other.value) else { return false }
    if child.first != child.value, !isSame(child.first, other.first) { return false }
    guard kind.isContainer else { return isSame(child.value, other.value) }
    let children = PatchedElements.children(of: child.value, in: new)
    let olds = PatchedElements.children(of: other.value, in: old)
    return children.count == olds.count && zip(children, olds).allSatisfy(isEqual)
  }
}

/// The elements of a list in a file, and the unreadable text between them, which stays in its
/// place.
struct ListStretches {
  /// The elements and the unreadable stretches, in the order of the text.
  let all: [(extent: Range<Int>, unread: UnreadText?)]
  /// The position of each element in `all`.
  private(set) var elements: [Int] = []
  /// The positions of the unreadable stretches in `all`.
  private(set) var unread: [Int] = []

  /// - Parameter elements: The extents of the elements, in the order of the text.
  init(of elements: [Range<Int>], _ unread: [UnreadText]) {
    var all: [(extent: Range<Int>, unread: UnreadText?)] = elements.map { ($0, nil) }
    if !unread.isEmpty {
      all += unread.map { ($0.range, $0) }
      all.sort { $0.extent.lowerBound < $1.extent.lowerBound }
    }
    for (index, stretch) in all.enumerated() {
      if stretch.unread == nil { self.elements.append(index) } else { self.unread.append(index) }
    }
    self.all = all
  }

  /// The unreadable stretches before an element that have not been passed yet.
  ///
  /// - Parameter passed: How many unreadable stretches have been passed.
  /// - Throws: `UnwritableFile` if the element was moved across an unreadable stretch, because it
  ///   might then be read as something else.
  func unread(before element: Int, _ passed: inout Int) throws(UnwritableFile) -> ArraySlice<Int> {
    let place = elements[element]
    if passed > 0, unread[passed - 1] > place, let text = all[unread[passed - 1]].unread {
      throw .value(
        "nothing can be moved across what could not be read: \(text.error.location): "
          + "\(text.error)")
    }
    let start = passed
    while passed < unread.count, unread[passed] < place { passed += 1 }
    return unread[start..<passed]
  }
}
