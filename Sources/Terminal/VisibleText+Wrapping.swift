import ICUText

extension VisibleText {
  /// A text for people to read in lines of a limited width, broken as by `wrapped`.
  ///
  /// - Parameters:
  ///   - limit: How many lines there may be, at least 1.
  ///   - ellipsis: What is at the end of the last line if there are more.
  package static func lines(
    of text: String, width: Int, limit: Int = .max, ellipsis: String
  ) -> [String] {
    let all = wrapped(text, to: width, ellipsis: ellipsis)
    var lines = all.prefix(limit).map { $0.map(\.text).joined() }
    if all.count > limit {
      let rest = String(text.utf8.dropFirst(all[limit - 1].first?.offset ?? 0))
      let last = cut(rest ?? "", to: width, ellipsis: ellipsis, showing: nil)
      lines[limit - 1] = last.map(\.text).joined()
    }
    return lines
  }

  /// A text in lines of a limited width: at least one line.
  ///
  /// Lines are broken after each line end in the text. Else they are broken at blanks, which are
  /// left out, or beside wide characters; a word that is longer than a line, between any two
  /// characters.
  ///
  /// Line ends are shown as escapes, too, so that they differ from other breaks.
  ///
  /// - Parameters:
  ///   - room: The columns of a line. Fewer than 1 count as 1, since a text has to be somewhere.
  ///   - ellipsis: What is shown, as far as it fits, in place of a character or an escape that does
  ///     not fit a line of its own.
  /// - Complexity: O(*n*).
  package static func wrapped(_ text: String, to room: Int, ellipsis: String) -> [[Piece]] {
    let room = max(room, 1)
    var lines: [[Piece]] = []
    var line: [Piece] = []
    var width = 0
    // The last place where the line may be broken, as an index in it.
    var lastBreak: Int?
    var continuesLine = false
    func breakLine(at index: Int) {
      let end = line[..<index].lastIndex { !$0.isBlank }.map { $0 + 1 } ?? 0
      lines.append(Array(line[..<end]))
      line.removeSubrange(..<index)
      width = line.reduce(0) { $0 + $1.width }
      (lastBreak, continuesLine) = (nil, true)
    }
    for piece in pieces(of: text) {
      let piece = piece.width <= room ? piece : piece.replaced(by: String(ellipsis.prefix(room)))
      if let last = line.last, last.allowsBreak(before: piece), !line.allSatisfy(\.isBlank) {
        lastBreak = line.count
      }
      while width + piece.width > room, !line.isEmpty {
        breakLine(at: piece.isBlank ? line.count : lastBreak ?? line.count)
      }
      if piece.isBlank, line.isEmpty, continuesLine { continue }
      line.append(piece)
      width += piece.width
      if piece.endsLine {
        breakLine(at: line.count)
        continuesLine = false
      }
    }
    if !line.isEmpty || lines.isEmpty { lines.append(line) }
    return lines
  }
}

extension StyledText {
  /// The text in lines of a limited width, broken as by `VisibleText.wrapped`; continued lines are
  /// indented like the first.
  ///
  /// - Parameter room: The columns of a line; fewer than 1 count as 1.
  package func wrapped(to room: Int, ellipsis: String) -> [StyledText] {
    let room = max(room, 1)
    if width <= room { return [self] }
    let indentation = String(repeating: " ", count: min(text.prefix { $0 == " " }.count, room / 2))
    let rest = String(text.dropFirst(indentation.count))
    let lines = VisibleText.wrapped(rest, to: room - indentation.count, ellipsis: ellipsis)
    let start = indentation.utf8.count
    return lines.map { pieces in
      var line = StyledText(isColored: true)
      line.append(indentation)
      for piece in pieces {
        let span = span(at: start + piece.offset)
        line.append(piece.text, style: span?.style, link: span?.link)
      }
      return line
    }
  }

  private func span(
    at offset: Int
  ) -> (bytes: Range<Int>, style: TextStyle?, link: Hyperlink?)? {
    spans.last { $0.bytes.contains(offset) }
  }
}

extension VisibleText.Piece {
  fileprivate var isBlank: Bool { text == " " || text == "\u{3000}" }

  fileprivate func replaced(by text: String) -> Self {
    Self(
      text: text, width: DisplayWidth.of(text), offset: offset, end: end, isEscape: true,
      endsLine: endsLine)
  }

  /// Whether a line may end here and another one begin with a piece.
  fileprivate func allowsBreak(before next: Self) -> Bool {
    if next.isBlank { return false }
    return isBlank
      || (isWide || next.isWide) && !has([.openPunctuation, .initialPunctuation])
        && !next.has([
          .closePunctuation, .finalPunctuation, .otherPunctuation, .modifierLetter,
        ])
  }

  /// Whether the piece is a wide character, of a script that has no blanks between words.
  private var isWide: Bool { width == 2 && !isEscape }

  private func has(_ categories: [Unicode.GeneralCategory]) -> Bool {
    !isEscape
      && text.unicodeScalars.first.map { categories.contains($0.properties.generalCategory) }
        ?? false
  }
}

extension Range<Int> {
  /// The rows or columns of a screen from one up to another; empty if the end comes before the
  /// start, as on a screen that is too small.
  package init(cellsFrom start: Int, to end: Int) { self = start..<Swift.max(start, end) }
}
