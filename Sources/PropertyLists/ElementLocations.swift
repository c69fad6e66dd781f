import Platform

/// Finds the lines and columns of elements in a document's current text, in any order; for other
/// formats than XML, their locations in the file from which they were decoded.
///
/// Valid until the text is edited. Not safe for concurrent use.
package final class ElementLocations {
  private let document: PropertyListDocument
  private let pieces: [Range<Int>]
  /// Positions at the start of each piece, and at most `step` bytes apart.
  private var marks: [Mark] = []
  /// The position up to which the text has been read, and the piece there.
  private var end = Mark()
  private var nextPiece = 0
  /// The last answer, near which the next one often is.
  private var last = Mark()

  private static let step = 4096

  private struct Mark {
    /// How many bytes of the text precede the mark.
    var position = 0
    /// The offset at the mark, in the space of offsets.
    var offset = 0
    var count = LineCount()
  }

  package init(_ document: PropertyListDocument) {
    self.document = document
    pieces = document.pieces.ranges
    end.offset = pieces.first?.lowerBound ?? 0
  }

  /// The line and column where a node's element begins.
  ///
  /// - Returns: `nil` if the element is not in the text, or not in a file that is not XML, or if
  ///   the bytes of the source have changed since they were kept.
  /// - Complexity: O(*n*) in the position of the element, but for all elements together O(*n*) in
  ///   the length of the text and O(log *n*) for each.
  package func location(of index: NodeIndex) -> SourceLocation? {
    let start = document.elementStart(of: index)
    if document.source.format != .xml { return document.origins?.location(of: start) }
    guard let position = document.pieces.position(of: start), read(through: position) else {
      return nil
    }
    let mark = mark(before: position)
    var nearest = last.position >= mark.position && last.position <= position ? last : mark
    nearest.count.add(document.bytes(nearest.offset..<start))
    (nearest.position, nearest.offset) = (position, start)
    last = nearest
    return nearest.count.location(before: document.bytes(start..<(start + 1)).first)
  }

  /// The last mark at or before a position.
  private func mark(before position: Int) -> Mark {
    marks[marks.partitionPoint { $0.position > position } - 1]
  }

  /// Reads on until the mark before a position is known.
  ///
  /// - Returns: `false` if the position is not in the text, or the bytes have changed.
  private func read(through position: Int) -> Bool {
    while end.position <= position {
      guard nextPiece < pieces.count else { return false }
      let limit = pieces[nextPiece].upperBound
      let chunk = end.offset..<min(end.offset + ElementLocations.step, limit)
      if let isIntact = document.isIntact, !isIntact(chunk) { return false }
      marks.append(end)
      end.count.add(document.bytes(chunk))
      end.position += chunk.count
      end.offset = chunk.upperBound
      if end.offset == limit {
        nextPiece += 1
        if nextPiece < pieces.count { end.offset = pieces[nextPiece].lowerBound }
      }
    }
    return true
  }
}
