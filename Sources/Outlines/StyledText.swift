import ICUText

/// How a piece of text is highlighted on a terminal.
package enum TextStyle: Sendable {
  case title, count, detail, dimmed, match, file, position, removed, added

  /// The SGR sequence (ECMA-48) that begins the style.
  var opening: String {
    switch self {
    case .title: "\u{1B}[1m"
    case .count, .detail, .dimmed: "\u{1B}[2m"
    case .match: "\u{1B}[1;31m"
    case .file: "\u{1B}[35m"
    case .position, .added: "\u{1B}[32m"
    case .removed: "\u{1B}[31m"
    }
  }

  static let closing = "\u{1B}[0m"

  /// The sequences around text in the style, where colours are used.
  package var sequences: (opening: String, closing: String) { (opening, TextStyle.closing) }
}

/// Text for a terminal or a file, built piece by piece, that knows its width.
package struct StyledText: Sendable {
  package private(set) var text = ""
  /// The columns that the text takes.
  package private(set) var width = 0
  private let isColored: Bool

  package init(isColored: Bool) { self.isColored = isColored }

  /// Appends text that holds no control characters.
  package mutating func append(_ piece: String, style: TextStyle? = nil) {
    guard !piece.isEmpty else { return }
    text += styled(piece, style)
    width += DisplayWidth.of(piece)
  }

  /// Appends text that has its own styles.
  package mutating func append(_ other: StyledText) {
    text += other.text
    width += other.width
  }

  /// Appends spaces up to a column, counted from 0.
  package mutating func pad(to column: Int) {
    guard column > width else { return }
    text += String(repeating: " ", count: column - width)
    width = column
  }

  /// Appends a value: control characters made visible, parts highlighted, truncated to fit.
  ///
  /// - Parameters:
  ///   - value: The text.
  ///   - highlights: The ranges of its UTF-8 bytes to highlight, in order and without overlaps.
  ///   - style: The style of the rest.
  ///   - limit: The columns it may take; longer text is truncated.
  ///   - ellipsis: What truncated text ends in.
  package mutating func append(
    value: String, highlights: [Range<Int>] = [], style: TextStyle? = nil, limit: Int? = nil,
    ellipsis: String = "…"
  ) {
    if highlights.isEmpty, limit == nil, VisibleText.isPlain(value) {
      append(value, style: style)
      return
    }
    let pieces = VisibleText.pieces(of: value)
    let fits = limit.map { StyledText.fit(pieces, $0) } ?? true
    let ellipsis = DisplayWidth.of(ellipsis) <= limit ?? .max ? ellipsis : ""
    let room = fits ? Int.max : (limit ?? 0) - DisplayWidth.of(ellipsis)
    var used = 0
    var run = ""
    var isMatch = false
    var remaining = highlights[...]
    for piece in pieces {
      if used + piece.width > room { break }
      while let first = remaining.first, first.upperBound <= piece.offset {
        remaining.removeFirst()
      }
      let startsMatch = remaining.first.map { $0.lowerBound < piece.end } ?? false
      if startsMatch != isMatch {
        append(run, style: isMatch ? .match : style)
        run = ""
        isMatch = startsMatch
      }
      run += piece.text
      used += piece.width
    }
    append(run, style: isMatch ? .match : style)
    if !fits { append(ellipsis, style: style) }
  }

  private static func fit(_ pieces: some Sequence<VisibleText.Piece>, _ limit: Int) -> Bool {
    var width = 0
    for piece in pieces {
      width += piece.width
      if width > limit { return false }
    }
    return true
  }

  private func styled(_ piece: String, _ style: TextStyle?) -> String {
    guard isColored, let style else { return piece }
    return style.opening + piece + TextStyle.closing
  }
}
