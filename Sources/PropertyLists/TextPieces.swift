import Platform

/// An edited text as pieces of an append-only store. A replacement changes only the ranges that the
/// text consists of. Each byte of the store is in the text at most once.
package struct TextPieces: Sendable {
  private var sequence: RangeSequence

  /// The first bytes of the store as one piece.
  init(length: Int) { sequence = RangeSequence([0..<length]) }

  /// The pieces in the order of the text; no piece is empty or continues the one before it.
  package var ranges: [Range<Int>] { sequence.ranges }

  /// A position between two bytes of the text.
  package enum Position: Sendable {
    /// Right before a byte of the store that is in the text.
    case before(Int)
    /// Right after a byte of the store that is in the text.
    case after(Int)
  }

  /// A record of replacements, to undo and redo them.
  package struct Change: Sendable {
    fileprivate struct Splice: Sendable {
      let position: Int
      let old: [Range<Int>]
      let new: [Range<Int>]
    }

    /// The replacements in the order in which they were done.
    fileprivate let parts: [Splice]
  }

  /// The length of the text in bytes.
  package var length: Int { sequence.count }

  /// Replaces the text between two positions.
  ///
  /// - Complexity: O(*r* log *k*) in the numbers of pieces added and removed and of all pieces.
  mutating func replace(from start: Position, to end: Position, with new: [Range<Int>]) -> Change {
    let change = Change(parts: [part(offset(of: start)..<offset(of: end), new)])
    redo(change)
    return change
  }

  private func part(_ positions: Range<Int>, _ new: [Range<Int>]) -> Change.Splice {
    Change.Splice(position: positions.lowerBound, old: sequence.slice(positions), new: new)
  }

  /// How many bytes of the text precede a byte of the store; `nil` if the byte is not in the text.
  func position(of byte: Int) -> Int? { sequence.position(of: byte) }

  /// A replacement for a range of the store.
  package struct Replacement: Sendable {
    package let old: Range<Int>
    /// The range of the store to insert; `nil` for a deletion.
    package let new: Range<Int>?

    package init(_ old: Range<Int>, by new: Range<Int>? = nil) {
      self.old = old
      self.new = new
    }
  }

  /// Replaces ranges of the store, each of which lies in one piece.
  ///
  /// - Parameter replacements: In ascending order of the ranges, which do not overlap.
  /// - Complexity: O(*r* log *k*) in the numbers of ranges and of pieces; O(*k* log *r* + *r*) for
  ///   many ranges.
  mutating func replace(_ replacements: [Replacement]) -> Change {
    if replacements.count > TextPieces.fewReplacements(of: sequence) {
      let new = replaced(sequence.ranges, replacements)
      let change = Change(parts: [Change.Splice(position: 0, old: sequence.ranges, new: new)])
      sequence = RangeSequence(new)
      return change
    }
    var parts: [Change.Splice] = []
    for replacement in replacements {
      let start = offset(of: .before(replacement.old.lowerBound))
      let part = part(start..<(start + replacement.old.count), replacement.new.map { [$0] } ?? [])
      redo(part)
      parts.append(part)
    }
    return Change(parts: parts)
  }

  /// The maximum number of replacements that are done one by one. With more, visiting all pieces is
  /// faster.
  private static func fewReplacements(of sequence: RangeSequence) -> Int {
    sequence.rangeCount / 16
  }

  private func replaced(
    _ ranges: [Range<Int>], _ replacements: [Replacement]
  ) -> [Range<Int>] {
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
    return result
  }

  /// The pieces between two positions.
  package func slice(from start: Position, to end: Position) -> [Range<Int>] {
    sequence.slice(offset(of: start)..<offset(of: end))
  }

  /// The pieces of the last bytes between two positions: the given number of bytes, or all.
  package func suffix(_ count: Int, from start: Position, to end: Position) -> [Range<Int>] {
    let (start, end) = (offset(of: start), offset(of: end))
    return sequence.slice(max(start, end - count)..<end)
  }

  /// Undoes the last replacements that are still in effect.
  mutating func undo(_ change: Change) {
    for part in change.parts.reversed() {
      sequence.replace(part.position..<(part.position + part.new.length), with: part.old)
    }
  }

  /// Redoes the last replacements that were undone.
  mutating func redo(_ change: Change) { for part in change.parts { redo(part) } }

  private mutating func redo(_ part: Change.Splice) {
    sequence.replace(part.position..<(part.position + part.old.length), with: part.new)
  }

  /// How many bytes of the text precede a position.
  private func offset(of position: Position) -> Int {
    let (byte, isAfter) =
      switch position {
      case .before(let byte): (byte, false)
      case .after(let byte): (byte, true)
      }
    guard let offset = sequence.position(of: byte) else {
      preconditionFailure("the byte is in the text")
    }
    return offset + (isAfter ? 1 : 0)
  }
}

extension [TextPieces.Replacement] {
  /// The index of the first replacement, in ascending order, that does not begin before an offset.
  fileprivate func firstIndex(atOrAfter offset: Int) -> Int {
    partitionPoint { $0.old.lowerBound >= offset }
  }
}
