import Platform

/// A sorted list in blocks of bounded length, so that insertion and removal move few elements,
/// wherever they are.
///
/// This is a B-tree of two levels, as in R. Bayer and E. McCreight, "Organization and Maintenance
/// of Large Ordered Indexes" (1972): places are found by bisection, first among blocks and then
/// within one. The list does not know the order; its users find places by it.
package struct SortedBlocks<Element: Sendable>: Sendable {
  @usableFromInline package private(set) var blocks: [[Element]]
  /// A block of more than twice as many elements is divided.
  private let blockSize: Int

  /// A place in the list: that of an element, or the end.
  package struct Place: Equatable, Sendable {
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

  package var start: Place { Place(block: 0, offset: 0) }

  package var end: Place { Place(block: blocks.count, offset: 0) }

  @inlinable package subscript(place: Place) -> Element { blocks[place.block][place.offset] }

  @inlinable package func place(after place: Place) -> Place {
    place.offset + 1 < blocks[place.block].count
      ? Place(block: place.block, offset: place.offset + 1)
      : Place(block: place.block + 1, offset: 0)
  }

  /// - Returns: `nil` for the first place.
  package func place(before place: Place) -> Place? {
    if place.offset > 0 { return Place(block: place.block, offset: place.offset - 1) }
    guard place.block > 0 else { return nil }
    return Place(block: place.block - 1, offset: blocks[place.block - 1].count - 1)
  }

  /// The number of elements from a place up to a later one.
  ///
  /// - Complexity: O(*b*) in the number of blocks between them.
  package func distance(from start: Place, to end: Place) -> Int {
    if start.block == end.block { return end.offset - start.offset }
    return blocks[start.block..<end.block].reduce(end.offset - start.offset) { $0 + $1.count }
  }

  /// The place a number of elements after another.
  ///
  /// - Complexity: O(*b*) in the number of blocks between them.
  package func place(_ place: Place, offsetBy count: Int) -> Place {
    var place = Place(block: place.block, offset: place.offset + count)
    while place.block < blocks.count, place.offset >= blocks[place.block].count {
      place = Place(block: place.block + 1, offset: place.offset - blocks[place.block].count)
    }
    return place
  }

  /// The place of the first element for which the predicate does not hold, if it holds for all
  /// elements before and none after.
  ///
  /// - Complexity: O(log *n*) calls.
  @inlinable package func place(afterAll isBefore: (Element) -> Bool) -> Place {
    let block = (0..<blocks.count).partitionPoint { !isBefore(blocks[$0][blocks[$0].count - 1]) }
    guard block < blocks.count else { return Place(block: block, offset: 0) }
    // The last element is known to be after the place.
    let offset = (0..<blocks[block].count - 1).partitionPoint { !isBefore(blocks[block][$0]) }
    return Place(block: block, offset: offset)
  }

  /// Replaces the element at a place.
  package mutating func replace(at place: Place, by element: Element) {
    blocks[place.block][place.offset] = element
  }

  /// - Complexity: O(√*n*) moves at most: those within a block, and rarely within the list of
  ///   blocks.
  package mutating func insert(_ element: Element, at place: Place) {
    guard !blocks.isEmpty else {
      blocks = [[element]]
      return
    }
    let (block, offset) =
      place.block < blocks.count
      ? (place.block, place.offset) : (blocks.count - 1, blocks[blocks.count - 1].count)
    blocks[block].insert(element, at: offset)
    if blocks[block].count > 2 * blockSize {
      let parts = blocks[block].inBlocks(of: blockSize)
      blocks.replaceSubrange(block...block, with: parts)
    }
  }

  package mutating func remove(at place: Place) {
    blocks[place.block].remove(at: place.offset)
    if blocks[place.block].isEmpty { blocks.remove(at: place.block) }
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
