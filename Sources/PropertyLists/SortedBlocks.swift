import Platform

/// A sorted list in blocks of bounded length, so that insertion and removal move few elements,
/// wherever they are.
///
/// This is a B-tree of two levels, as in R. Bayer and E. McCreight, "Organization and Maintenance
/// of Large Ordered Indexes" (1972): indices are found by bisection, first among blocks and then
/// within one. The list does not know the order of the elements; callers find indices by their own
/// predicates.
package struct SortedBlocks<Element: Sendable>: Sendable {
  @usableFromInline package private(set) var blocks: [[Element]]
  /// A block of more than twice this many elements is divided.
  private let blockSize: Int

  /// The index of an element, or of the end.
  package struct Index: Equatable, Sendable {
    @usableFromInline package var block: Int
    @usableFromInline package var offset: Int

    @inlinable package init(block: Int, offset: Int) {
      self.block = block
      self.offset = offset
    }
  }

  /// - Complexity: O(*n*).
  package init(_ elements: [Element] = [], blockSize: Int = 256) {
    self.blockSize = blockSize
    blocks = elements.inBlocks(of: blockSize)
  }

  package var isEmpty: Bool { blocks.isEmpty }

  package var start: Index { Index(block: 0, offset: 0) }

  package var end: Index { Index(block: blocks.count, offset: 0) }

  @inlinable package subscript(index: Index) -> Element { blocks[index.block][index.offset] }

  @inlinable package func index(after index: Index) -> Index {
    index.offset + 1 < blocks[index.block].count
      ? Index(block: index.block, offset: index.offset + 1)
      : Index(block: index.block + 1, offset: 0)
  }

  /// - Returns: `nil` for the first index.
  package func index(before index: Index) -> Index? {
    if index.offset > 0 { return Index(block: index.block, offset: index.offset - 1) }
    guard index.block > 0 else { return nil }
    return Index(block: index.block - 1, offset: blocks[index.block - 1].count - 1)
  }

  /// The number of elements from an index up to a later one.
  ///
  /// - Complexity: O(*b*) in the number of blocks between them.
  package func distance(from start: Index, to end: Index) -> Int {
    if start.block == end.block { return end.offset - start.offset }
    return blocks[start.block..<end.block].reduce(end.offset - start.offset) { $0 + $1.count }
  }

  /// The index a number of elements after another one.
  ///
  /// - Complexity: O(*b*) in the number of blocks between them.
  package func index(_ index: Index, offsetBy count: Int) -> Index {
    var index = Index(block: index.block, offset: index.offset + count)
    while index.block < blocks.count, index.offset >= blocks[index.block].count {
      index = Index(block: index.block + 1, offset: index.offset - blocks[index.block].count)
    }
    return index
  }

  /// The index of the first element for which the predicate does not hold, if it holds for all
  /// elements before and none after.
  ///
  /// - Complexity: O(log *n*) calls.
  @inlinable package func index(afterAll isBefore: (Element) -> Bool) -> Index {
    let block = (0..<blocks.count).partitionPoint { !isBefore(blocks[$0][blocks[$0].count - 1]) }
    guard block < blocks.count else { return Index(block: block, offset: 0) }
    // The predicate is known not to hold for the last element.
    let offset = (0..<blocks[block].count - 1).partitionPoint { !isBefore(blocks[block][$0]) }
    return Index(block: block, offset: offset)
  }

  /// Replaces the element at an index.
  package mutating func replace(at index: Index, by element: Element) {
    blocks[index.block][index.offset] = element
  }

  /// - Complexity: O(√*n*) moves at most: within a block, and rarely within the list of blocks.
  package mutating func insert(_ element: Element, at index: Index) {
    guard !blocks.isEmpty else {
      blocks = [[element]]
      return
    }
    let (block, offset) =
      index.block < blocks.count
      ? (index.block, index.offset) : (blocks.count - 1, blocks[blocks.count - 1].count)
    blocks[block].insert(element, at: offset)
    if blocks[block].count > 2 * blockSize {
      let parts = blocks[block].inBlocks(of: blockSize)
      blocks.replaceSubrange(block...block, with: parts)
    }
  }

  package mutating func remove(at index: Index) {
    blocks[index.block].remove(at: index.offset)
    if blocks[index.block].isEmpty { blocks.remove(at: index.block) }
  }
}

extension Array {
  /// The elements in arrays of about this many, none of which is empty.
  func inBlocks(of size: Int) -> [[Element]] {
    let count = (self.count + size - 1) / size
    return (0..<count).map { block in
      Array(self[(self.count * block / count)..<(self.count * (block + 1) / count)])
    }
  }
}
