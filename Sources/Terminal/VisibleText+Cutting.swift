import ICUText

extension VisibleText {
  /// What is shown of a text in a limited number of columns: all of it if it fits, or else its
  /// beginning, or the part around a match that would be cut off.
  ///
  /// - Parameters:
  ///   - limit: The available columns.
  ///   - ellipsis: What is shown in place of what is left out, if it fits.
  ///   - lead: How many of the text's first UTF-8 bytes are shown before the part around a match,
  ///     unless they take more than half of the columns.
  ///   - match: The range of bytes to show.
  /// - Complexity: O(*n*) in the bytes up to the match, and in the columns.
  static func cut(
    _ text: String, to limit: Int, ellipsis: String, lead: Int = 0, showing match: Range<Int>?
  ) -> [Piece] {
    let pieces = pieces(of: text)
    let ellipsis = DisplayWidth.of(ellipsis) <= limit ? ellipsis : ""
    let mark = Piece(text: ellipsis, width: DisplayWidth.of(ellipsis), offset: 0, end: 0)
    let measured = MeasuredText(pieces, match: match, lead: lead, limit: limit)
    if measured.width <= limit { return Array(pieces) }
    let gap = measured.gap(limit: limit, mark: mark.width)
    let endsInMark = measured.width - gap.count + (gap.isEmpty ? 0 : mark.width) > limit
    let room = endsInMark ? limit - mark.width : limit
    var shown: [Piece] = []
    var (column, used) = (0, 0)
    var isMarked = gap.isEmpty
    for piece in pieces {
      defer { column += piece.width }
      if gap.contains(column) { continue }
      if column >= gap.upperBound, !isMarked {
        shown.append(mark)
        used += mark.width
        isMarked = true
      }
      if used + piece.width > room { break }
      shown.append(piece)
      used += piece.width
    }
    return endsInMark ? shown + [mark] : shown
  }

  /// The columns that a text takes, and where a match is in it.
  private struct MeasuredText {
    /// The columns of the text, counted up to more than `limit` columns after the match.
    private(set) var width = 0
    private var match: Range<Int>?
    private var leadWidth = 0

    init(_ pieces: some Sequence<Piece>, match: Range<Int>?, lead: Int, limit: Int) {
      let range = match ?? 0..<0
      for piece in pieces {
        let column = width
        width += piece.width
        if piece.offset < lead { leadWidth = width }
        if piece.offset < range.upperBound, piece.end > range.lowerBound {
          self.match = (self.match?.lowerBound ?? column)..<width
        }
        if piece.end >= range.upperBound, width > (self.match?.upperBound ?? 0) + limit { break }
      }
      if leadWidth > limit / 2 { leadWidth = 0 }
    }

    /// The columns before the match to replace by a mark; empty if as much of the match is shown
    /// without a gap.
    func gap(limit: Int, mark: Int) -> Range<Int> {
      guard let match, match.upperBound > limit - mark else { return 0..<0 }
      // The room for the match and its context with marks at both ends, and with a mark at the left
      // end only.
      let (room, wideRoom) = (limit - leadWidth - 2 * mark, limit - leadWidth - mark)
      guard room > 0, match.lowerBound - leadWidth > mark else { return 0..<0 }
      let context = min(room / 3, max(room - match.count, 0))
      return leadWidth..<min(match.lowerBound - context, width - wideRoom)
    }
  }
}
