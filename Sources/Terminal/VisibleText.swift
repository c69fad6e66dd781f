import ICUText

/// Text with its control characters made visible, so that it cannot act on a terminal or break a
/// line.
package enum VisibleText {
  package struct Piece {
    package let text: String
    package let width: Int
    /// The range of the original's bytes that the piece shows.
    package let offset: Int
    package let end: Int
    /// Whether the text is an escape of something that cannot be shown.
    var isEscape = false
    /// Whether the original ends a line.
    var endsLine = false
  }

  /// The text for people to read, with control characters as `\n`, `\t`, `\r` or `\u{7F}`.
  package static func shown(_ text: String) -> String {
    isPlain(text) ? text : MarkedControls(text).map { $1 ? $0.escape : String($0) }.joined()
  }

  /// The text for comparison with another one: like `shown`, with invisible characters escaped,
  /// too.
  package static func shownWhole(_ text: String) -> String {
    MarkedControls(text).map { $1 || $0.isUnseen ? $0.escape : String($0) }.joined()
  }

  /// Whether a text has no control characters.
  package static func isPlain(_ text: String) -> Bool {
    !text.mayHoldControls || !text.holdsControls
  }

  /// The text as a field of a line for programs to read: like `shown`, with backslashes doubled, so
  /// that it can be unescaped.
  package static func escapedField(_ text: String) -> String {
    text.unicodeScalars.split(separator: "\\", omittingEmptySubsequences: false)
      .map { shown(String($0)) }
      .joined(separator: "\\\\")
  }

  /// The characters of a text as they are shown, produced lazily, since text may be very long.
  static func pieces(of text: String) -> some Sequence<Piece> {
    sequence(state: (offset: 0, rest: text.makeIterator())) { state -> Piece? in
      guard let character = state.rest.next() else { return nil }
      let offset = state.offset
      state.offset += character.utf8.count
      guard character.unicodeScalars.contains(where: \.isControl) else {
        let width = DisplayWidth.of(character)
        return Piece(text: String(character), width: width, offset: offset, end: state.offset)
      }
      let visible = shown(String(character))
      return Piece(
        text: visible, width: DisplayWidth.of(visible), offset: offset, end: state.offset,
        isEscape: true, endsLine: character.endsLine)
    }
  }
}
