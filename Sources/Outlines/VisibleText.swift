import ICUText

/// Text with its control characters made visible, so that it cannot act on a terminal or break a
/// line.
package enum VisibleText {
  struct Piece {
    let text: String
    let width: Int
    /// The bytes of the original that it shows.
    let offset: Int
    let end: Int
  }

  /// The text as it is shown to a person: `\n`, `\t`, `\r` and `\u{7F}` for control characters.
  package static func shown(_ text: String) -> String {
    isPlain(text) ? text : pieces(of: text).map(\.text).joined()
  }

  /// Whether a text has no control characters.
  static func isPlain(_ text: String) -> Bool {
    var mayHold = false
    // Controls are below 20, at 7F, or begin with C2 (80 to 9F) or E2 (2028 to 202E, 2066 to 2069).
    for byte in text.utf8 where byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xE2 {
      mayHold = true
      break
    }
    return !mayHold || !text.unicodeScalars.contains(where: \.isControl)
  }

  /// The text as one field of a line that a program reads: like `shown`, with backslashes doubled,
  /// so that it can be turned back.
  package static func escapedField(_ text: String) -> String {
    text.unicodeScalars.split(separator: "\\", omittingEmptySubsequences: false)
      .map { shown(String($0)) }
      .joined(separator: "\\\\")
  }

  static func pieces(of text: String) -> [Piece] {
    var pieces: [Piece] = []
    pieces.reserveCapacity(text.utf8.count)
    var offset = 0
    for character in text {
      let end = offset + character.utf8.count
      if character.unicodeScalars.contains(where: \.isControl) {
        let visible = character.unicodeScalars.map(escape).joined()
        pieces.append(
          Piece(text: visible, width: DisplayWidth.of(visible), offset: offset, end: end))
      } else {
        pieces.append(
          Piece(
            text: String(character), width: DisplayWidth.of(character), offset: offset, end: end))
      }
      offset = end
    }
    return pieces
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\t": "\\t"
    case "\r": "\\r"
    case _ where scalar.isControl: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    default: String(scalar)
    }
  }
}
