import ICUText

/// Candidates in columns, sorted downwards as in a shell.
enum CandidateList {
  /// The lines of a list on a screen of a given width.
  ///
  /// - Complexity: O(*n*).
  static func lines(of candidates: [String], width: Int) -> [String] {
    let cells = candidates.map { candidate in
      let text = VisibleText.shown(candidate)
      return (text: text, width: DisplayWidth.of(text))
    }
    let widest = cells.map(\.width).max() ?? 0
    // The last column of the screen stays free so that no line wraps.
    let columns = max(1, (width - 1 + gap) / (widest + gap))
    let rows = (cells.count + columns - 1) / columns
    return (0..<rows).map { row in
      var line = ""
      var padding = 0
      for cell in stride(from: row, to: cells.count, by: rows).map({ cells[$0] }) {
        line += String(repeating: " ", count: padding) + cell.text
        padding = widest + gap - cell.width
      }
      return line
    }
  }

  /// The number of blanks between two columns.
  private static let gap = 2
}
