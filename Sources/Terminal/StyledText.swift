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

/// Text for a terminal or a file, built piece by piece, that knows its width and its styles.
package struct StyledText: Sendable {
  package private(set) var text = ""
  /// The columns that the text takes.
  package private(set) var width = 0
  private let isColored: Bool
  /// The UTF-8 bytes of the text that have a style or a hyperlink, in order.
  private(set) var spans: [(bytes: Range<Int>, style: TextStyle?, link: Hyperlink?)] = []

  /// - Parameter isColored: Without colours, nothing has a style.
  package init(isColored: Bool) { self.isColored = isColored }

  /// Creates text without styles.
  package init(_ text: some StringProtocol) {
    self.init(isColored: false)
    append(String(text))
  }

  /// Creates text without styles of a value, which is truncated to fit.
  package init(fitting value: String, _ columns: Int, ellipsis: String) {
    self.init(isColored: false)
    append(value: value, limit: columns, ellipsis: ellipsis)
  }

  /// Appends text that holds no control characters.
  package mutating func append(
    _ piece: String, style: TextStyle? = nil, link: Hyperlink? = nil
  ) {
    guard !piece.isEmpty else { return }
    let style = isColored ? style : nil
    if style != nil || link != nil {
      let start = text.utf8.count
      spans.append((start..<start + piece.utf8.count, style, link))
    }
    text += piece
    width += DisplayWidth.of(piece)
  }

  /// Appends text that has its own styles.
  package mutating func append(_ other: StyledText) {
    let start = text.utf8.count
    text += other.text
    width += other.width
    for (bytes, style, link) in other.spans {
      spans.append((start + bytes.lowerBound..<start + bytes.upperBound, style, link))
    }
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
  ///   - highlights: The ranges of its UTF-8 bytes to highlight, in order and without overlaps. The
  ///     first one is shown even if the beginning of the text must be left out.
  ///   - lead: How many of the text's first bytes are shown even then.
  ///   - style: The style of the rest.
  ///   - link: The hyperlink of the whole value.
  ///   - limit: The columns that the value may take, none if the number is negative; longer text is
  ///     truncated.
  ///   - ellipsis: What is shown in place of what is left out.
  package mutating func append(
    value: String, highlights: [Range<Int>] = [], lead: Int = 0, style: TextStyle? = nil,
    link: Hyperlink? = nil, limit: Int? = nil, ellipsis: String = "…"
  ) {
    let limit = limit.map { max($0, 0) }
    // No character takes more columns than bytes.
    if highlights.isEmpty, value.utf8.count <= limit ?? .max, VisibleText.isPlain(value) {
      append(value, style: style, link: link)
    } else if let limit {
      let pieces = VisibleText.cut(
        value, to: limit, ellipsis: ellipsis, lead: lead, showing: highlights.first)
      append(pieces: pieces, highlights: highlights, style, link)
    } else {
      append(pieces: VisibleText.pieces(of: value), highlights: highlights, style, link)
    }
  }

  /// Appends pieces of a value, with the ranges of its UTF-8 bytes to highlight.
  package mutating func append(
    _ pieces: [VisibleText.Piece], highlights: [Range<Int>], style: TextStyle?,
    link: Hyperlink? = nil
  ) {
    append(pieces: pieces, highlights: highlights, style, link)
  }

  private mutating func append(
    pieces: some Sequence<VisibleText.Piece>, highlights: [Range<Int>], _ style: TextStyle?,
    _ link: Hyperlink?
  ) {
    var run = ""
    var isMatch = false
    var remaining = highlights[...]
    for piece in pieces {
      while let first = remaining.first, first.upperBound <= piece.offset {
        remaining.removeFirst()
      }
      let startsMatch = remaining.first.map { $0.lowerBound < piece.end } ?? false
      if startsMatch != isMatch {
        append(run, style: isMatch ? .match : style, link: link)
        run = ""
        isMatch = startsMatch
      }
      run += piece.text
    }
    append(run, style: isMatch ? .match : style, link: link)
  }
}

extension StyledText {
  /// The parts of the text, each with one style and one hyperlink.
  package var parts: [(text: Substring, style: TextStyle?, link: Hyperlink?)] {
    var parts: [(text: Substring, style: TextStyle?, link: Hyperlink?)] = []
    var rest = text[...]
    func takePart(upTo end: Int, _ style: TextStyle?, _ link: Hyperlink?) {
      let end = text.utf8.index(text.startIndex, offsetBy: end)
      if rest.startIndex < end { parts.append((rest[..<end], style, link)) }
      rest = rest[end...]
    }
    for (bytes, style, link) in spans {
      takePart(upTo: bytes.lowerBound, nil, nil)
      takePart(upTo: bytes.upperBound, style, link)
    }
    takePart(upTo: text.utf8.count, nil, nil)
    return parts
  }

  /// The text with SGR sequences (ECMA-48) around styled parts, and the sequences of hyperlinks.
  package var sgr: String {
    if spans.isEmpty { return text }
    var bytes: [UInt8] = []
    appendSGR(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the UTF-8 bytes of `sgr`.
  ///
  /// - Parameter shown: Returns the bytes to write for a part of the text itself.
  package func appendSGR(
    to bytes: inout [UInt8], _ shown: ([UInt8]) -> [UInt8] = { $0 }
  ) {
    var start = 0
    let utf8 = Array(text.utf8)
    for (span, style, link) in spans {
      bytes += shown(Array(utf8[start..<span.lowerBound]))
      if let link { bytes += link.opening.utf8 }
      if let style { bytes += style.opening.utf8 }
      bytes += shown(Array(utf8[span]))
      if style != nil { bytes += TextStyle.closing.utf8 }
      if link != nil { bytes += Hyperlink.closing.utf8 }
      start = span.upperBound
    }
    bytes += shown(Array(utf8[start...]))
  }
}
