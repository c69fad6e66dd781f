/// A text in pieces of a larger one, its store: an order of ranges of offsets, as in a piece table.
///
/// Places are named by bytes of the store that are in the text, which stay where they are however
/// the pieces are cut. Each byte of the store is in the text at most once.
package struct TextPieces: Sendable {
  /// The pieces in the order of the text; none is empty.
  package private(set) var ranges: [Range<Int>]

  /// The first bytes of the store as one piece.
  init(length: Int) { ranges = length > 0 ? [0..<length] : [] }

  /// A place between two bytes of the text.
  package enum Place: Sendable {
    /// Right before a byte of the store that is in the text.
    case before(Int)
    /// Right behind one.
    case after(Int)
  }

  /// What a replacement did, to undo and redo it.
  package struct Change: Sendable {
    fileprivate let index: Int
    /// The pieces that stood there, those that were cut included.
    fileprivate let old: [Range<Int>]
    fileprivate let new: [Range<Int>]
  }

  /// The length of the text in bytes.
  package var length: Int { ranges.reduce(0) { $0 + $1.count } }

  /// Replaces what stands between two places.
  ///
  /// - Complexity: O(*k*) in the number of pieces, about a nanosecond each.
  mutating func replace(from start: Place, to end: Place, with new: [Range<Int>]) -> Change {
    let (first, cut) = find(start)
    let (last, rest) = find(end)
    precondition(first < last || first == last && cut <= rest, "the places stand in order")
    var pieces: [Range<Int>] = []
    for range in [ranges[first].lowerBound..<cut] + new + [rest..<ranges[last].upperBound] {
      if range.isEmpty { continue }
      if let before = pieces.last, before.upperBound == range.lowerBound {
        pieces[pieces.count - 1] = before.lowerBound..<range.upperBound
      } else {
        pieces.append(range)
      }
    }
    let change = Change(index: first, old: Array(ranges[first...last]), new: pieces)
    redo(change)
    return change
  }

  /// Whether a byte of the store is in the text.
  package func contains(_ byte: Int) -> Bool { ranges.contains { $0.contains(byte) } }

  /// What takes the place of a range of the store.
  package struct Replacement: Sendable {
    package let old: Range<Int>
    /// `nil` for nothing.
    package let new: Range<Int>?

    package init(_ old: Range<Int>, by new: Range<Int>? = nil) {
      self.old = old
      self.new = new
    }
  }

  /// Replaces what stands at some ranges of the store, each of which lies in one piece.
  ///
  /// - Parameter replacements: In ascending order of the ranges, not touching each other's bytes.
  /// - Complexity: O(*k* log *r*) in the number of pieces and of ranges, plus O(*r*).
  mutating func replace(_ replacements: [Replacement]) -> Change {
    var result: [Range<Int>] = []
    for piece in ranges {
      var start = piece.lowerBound
      var index = replacements.firstIndex(atOrAfter: start)
      while index < replacements.count, replacements[index].old.upperBound <= piece.upperBound {
        let (old, new) = (replacements[index].old, replacements[index].new)
        if start < old.lowerBound { result.append(start..<old.lowerBound) }
        if let new, !new.isEmpty { result.append(new) }
        start = old.upperBound
        index += 1
      }
      if start < piece.upperBound { result.append(start..<piece.upperBound) }
    }
    let change = Change(index: 0, old: ranges, new: result)
    redo(change)
    return change
  }

  /// The pieces between two places.
  package func slice(from start: Place, to end: Place) -> [Range<Int>] {
    let (first, cut) = find(start)
    let (last, rest) = find(end)
    guard first < last else { return [cut..<rest].filter { !$0.isEmpty } }
    let ends = [cut..<ranges[first].upperBound, ranges[last].lowerBound..<rest]
    return ([ends[0]] + ranges[(first + 1)..<last] + [ends[1]]).filter { !$0.isEmpty }
  }

  /// Takes back the last replacement that is still in force.
  mutating func undo(_ change: Change) {
    ranges.replaceSubrange(change.index..<(change.index + change.new.count), with: change.old)
  }

  /// Does again the last replacement that was taken back.
  mutating func redo(_ change: Change) {
    ranges.replaceSubrange(change.index..<(change.index + change.old.count), with: change.new)
  }

  /// The piece in which a place lies, and its offset there.
  private func find(_ place: Place) -> (index: Int, offset: Int) {
    let byte: Int
    let offset: Int
    switch place {
    case .before(let position): (byte, offset) = (position, position)
    case .after(let position): (byte, offset) = (position, position + 1)
    }
    let index = ranges.withUnsafeBufferPointer { ranges in
      // Faster than `firstIndex(where:)` in builds without optimization, too.
      var index = 0
      while index < ranges.count,
        !(ranges[index].lowerBound <= byte && byte < ranges[index].upperBound)
      { index += 1 }
      return index
    }
    precondition(index < ranges.count, "the byte is in the text")
    return (index, offset)
  }
}

extension [TextPieces.Replacement] {
  /// The index of the first one whose range does not begin before an offset, in ascending ones.
  fileprivate func firstIndex(atOrAfter offset: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].old.lowerBound < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
