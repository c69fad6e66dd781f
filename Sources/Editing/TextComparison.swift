import Platform
import PropertyLists

/// A document's text as pieces of its saved text and added pieces.
struct TextComparison {
  let old: [UInt8]
  let pieces: [TextPiece]

  /// - Parameter saved: The document that was saved and the pieces of its text.
  /// - Complexity: O(*n*) to copy the old text, and O(*k* log *k*) in the number of pieces.
  init(
    _ document: PropertyListDocument,
    since saved: (document: PropertyListDocument, pieces: TextPieces)?
  ) {
    let ranges = saved?.pieces.ranges ?? []
    old = (saved?.document ?? document).joined(ranges)
    guard let saved, saved.document === document else {
      pieces = [.added(document.joined(document.pieces.ranges))]
      return
    }
    // The offset of each piece in the old text, by its range in the document's store.
    var sources: [(range: Range<Int>, offset: Int)] = []
    var offset = 0
    for range in ranges {
      sources.append((range, offset))
      offset += range.count
    }
    sources.sort { $0.range.lowerBound < $1.range.lowerBound }
    var pieces: [TextPiece] = []
    for range in document.pieces.ranges {
      TextComparison.append(range, of: document, sources: sources, to: &pieces)
    }
    self.pieces = pieces
  }

  private static func append(
    _ range: Range<Int>, of document: PropertyListDocument,
    sources: [(range: Range<Int>, offset: Int)], to pieces: inout [TextPiece]
  ) {
    var position = range.lowerBound
    var next = sources.partitionPoint { $0.range.upperBound > position }
    while position < range.upperBound {
      guard next < sources.count, sources[next].range.lowerBound < range.upperBound else {
        pieces.append(.added(document.text(at: position..<range.upperBound)))
        return
      }
      let source = sources[next]
      if position < source.range.lowerBound {
        pieces.append(.added(document.text(at: position..<source.range.lowerBound)))
        position = source.range.lowerBound
      }
      let end = min(source.range.upperBound, range.upperBound)
      let start = source.offset + position - source.range.lowerBound
      pieces.append(.kept(start..<(start + end - position)))
      position = end
      next += 1
    }
  }
}
