import Platform

/// A document that is not XML before and after edits, and where its values are in the file.
///
/// What was edited is found by where the elements of the edited text come from, then by keys and by
/// order: edits may put a whole new element in the place of one of which they change a part.
struct SplicedElements {
  /// The document as it was read, and as it is now.
  let old: PropertyListDocument
  let new: PropertyListDocument
  /// The text of the file, and where values are in it.
  let text: [UInt8]
  private let origins: Origins
  /// The pieces of the edited text: where they begin in it, and their offsets in the document.
  private let pieces: [(start: Int, range: Range<Int>)]
  /// The same ranges, in the order of the document.
  private let ranges: [Range<Int>]
  /// Where elements began that were moved or changed.
  private let moved: Set<Int>

  /// - Parameters:
  ///   - new: The document as it is now, read again.
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
    moved = Set(old.predecessors.filter { SplicedElements.contains($0.key, ranges) }.values)
  }

  /// Where a value, or a key, is in the file.
  func extent(of node: NodeIndex) -> Range<Int> {
    guard let extent = origins.extent(of: old.elementStart(of: node)) else {
      preconditionFailure("every element comes from somewhere")
    }
    return extent
  }

  /// The offset in the old text of an offset in the new one, or of the element that was moved there or
  /// changed; `nil` for what was added.
  private func oldOffset(of offset: Int) -> Int? {
    let piece = pieces[pieces.indices.partitionPoint { pieces[$0].start > offset } - 1]
    let old = piece.range.lowerBound + offset - piece.start
    return old < self.old.source.bytes.count ? old : self.old.predecessors[old]
  }

  /// Whether an element is one that was there, in which nothing has been edited.
  func isUntouched(_ node: NodeIndex, _ other: NodeIndex) -> Bool {
    oldStart(of: node) == old.elementStart(of: other) && isInOnePiece(node)
  }

  /// The offset in the old text of an element that was in it.
  func oldStart(of node: NodeIndex) -> Int? { oldOffset(of: new.elementStart(of: node)) }

  /// Whether an offset of the old text is in the new one.
  private func isThere(_ offset: Int) -> Bool {
    moved.contains(offset) || SplicedElements.contains(offset, ranges)
  }

  private static func contains(_ offset: Int, _ ranges: [Range<Int>]) -> Bool {
    let index = ranges.partitionPoint { $0.lowerBound > offset }
    return index > 0 && ranges[index - 1].contains(offset)
  }

  /// Where a key or a value that is not edited is in the file, wherever it is now.
  func untouchedExtent(of node: NodeIndex) -> Range<Int>? {
    guard isInOnePiece(node), let start = oldStart(of: node) else { return nil }
    return origins.extent(of: start).flatMap { $0.isEmpty ? nil : $0 }
  }

  private func isInOnePiece(_ node: NodeIndex) -> Bool {
    let range = new.elementRange(of: node)
    let piece = pieces[pieces.indices.partitionPoint { pieces[$0].start > range.lowerBound } - 1]
    return range.upperBound <= piece.start + piece.range.count
      && piece.range.lowerBound < old.source.bytes.count
  }

  struct Child {
    /// Its key or, in an array, the value.
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

  /// Whether two values of the same kind that are no containers are the same.
  func isSame(_ node: NodeIndex, _ other: NodeIndex) -> Bool {
    guard let one = new.scalar(node), let two = old.scalar(other) else { return true }
    if new.isNull(node) != old.isNull(other) { return false }
    return new.withExactText(of: one) { text in
      old.withExactText(of: two) { $0.elementsEqual(text) }
    }
  }
}

// MARK: Partners

extension SplicedElements {
  /// For each child, the position of the one in the old container whose place it has.
  ///
  /// A child that is in the text as it was has its own, and a member that of its key; of the others, each
  /// has that of the most similar one between the same others, if half of it is the same: what was
  /// deleted there leaves nothing to what was added, neither comments nor a card's version.
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
    // What has been moved to another container has no place here.
    for index in olds.indices where !isTaken[index] { isTaken[index] = isThere(values[index]) }
    if isDict {
      var waiting: [[UInt8]: [Int]] = [:]
      for (index, child) in olds.enumerated().reversed() where !isTaken[index] {
        waiting[SplicedElements.name(child, old), default: []].append(index)
      }
      for (position, child) in children.enumerated()
      where partners[position] == nil && isNew(child) {
        guard let index = waiting[SplicedElements.name(child, new)]?.popLast() else { continue }
        partners[position] = index
        isTaken[index] = true
      }
    }
    // What comes from elsewhere has no place here, either.
    let isFree = children.indices.map { partners[$0] == nil && isNew(children[$0]) }
    /// The partner of each child, or of the next one that has any.
    var next = Array(repeating: olds.count, count: children.count + 1)
    for index in children.indices.reversed() { next[index] = partners[index] ?? next[index + 1] }
    var (start, before) = (0, -1)
    while start < children.count {
      guard isFree[start] else {
        before = partners[start] ?? before
        start += 1
        continue
      }
      let end = isFree[start...].firstIndex(of: false) ?? children.count
      let after = next[end]
      let free = before < after ? (before + 1..<after).filter { !isTaken[$0] } : []
      for (position, index) in aligned(start..<end, free, children, olds) {
        partners[position] = index
        isTaken[index] = true
      }
      start = end
    }
    return partners
  }

  /// Whether a child was nowhere in the old text.
  private func isNew(_ child: Child) -> Bool { oldStart(of: child.value) == nil }

  private static func name(_ child: Child, _ document: PropertyListDocument) -> [UInt8] {
    document.key(child.first).map { document.withExactText(of: $0) { Array($0) } } ?? []
  }

  /// Pairs of elements in order, the most similar ones if there are not too many.
  private func aligned(
    _ positions: Range<Int>, _ free: [Int], _ children: [Child], _ olds: [Child]
  ) -> [(Int, Int)] {
    if positions.isEmpty || free.isEmpty { return [] }
    if positions.count * free.count > 4096 {
      return zip(positions, free).filter { similarity(children[$0].value, olds[$1].value) > 0 }
    }
    // The best sums of similarities of the first ones, as in the alignment of sequences.
    let width = free.count + 1
    var best = Array(repeating: 0, count: (positions.count + 1) * width)
    var isPair = Array(repeating: false, count: best.count)
    for (row, position) in positions.enumerated() {
      for (column, index) in free.enumerated() {
        let cell = (row + 1) * width + column + 1
        let similarity = similarity(children[position].value, olds[index].value)
        let pair = best[cell - width - 1] + similarity
        best[cell] = max(pair, best[cell - 1], best[cell - width])
        isPair[cell] = similarity > 0 && pair == best[cell]
      }
    }
    var result: [(Int, Int)] = []
    var (row, column) = (positions.count, free.count)
    while row > 0, column > 0 {
      let cell = row * width + column
      if isPair[cell] {
        (row, column) = (row - 1, column - 1)
        result.append((positions.lowerBound + row, free[column]))
      } else if best[cell] == best[cell - 1] {
        column -= 1
      } else {
        row -= 1
      }
    }
    return result
  }

  /// How much of two values is the same; 0 if that is too little for one to be the other after an edit:
  /// less than half of what the shorter one has.
  private func similarity(_ node: NodeIndex, _ other: NodeIndex) -> Int {
    let kind = new.kind(of: node)
    guard kind == old.kind(of: other) else { return 0 }
    guard kind.isContainer else { return isSame(node, other) ? 1 : 0 }
    var alike = (values: 0, containers: 0)
    func compare(_ value: NodeIndex, _ partner: NodeIndex) {
      let kind = new.kind(of: value)
      guard kind == old.kind(of: partner) else { return }
      if kind.isContainer {
        alike.containers += 1
      } else if isSame(value, partner) {
        alike.values += 1
      }
    }
    let (values, others) = (
      SplicedElements.children(of: node, in: new).map(\.value),
      SplicedElements.children(of: other, in: old).map(\.value)
    )
    if kind == .dict {
      for (key, value) in new.members(of: node) {
        if let partner = old.value(of: new.text(of: key), in: other) { compare(value, partner) }
      }
    } else {
      zip(values, others).forEach(compare)
    }
    // Containers of the same kind say little, unless there is nothing else.
    let single = min(
      values.count { !new.kind(of: $0).isContainer },
      others.count { !old.kind(of: $0).isContainer })
    let isAlike =
      single > 0
      ? 2 * alike.values >= single
      : 2 * alike.containers >= min(values.count, others.count)
    return isAlike ? 1 + alike.values + alike.containers : 0
  }
}
