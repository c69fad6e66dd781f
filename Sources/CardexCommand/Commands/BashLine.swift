/// A command line of bash up to the cursor, split into words without quotes (POSIX.1-2017, 2.2),
/// and the part of it that bash replaces. For bash, a quotation mark stays one if a combining
/// accent follows it.
struct BashLine {
  private(set) var words: [String] = []
  /// The part of the completed word that bash keeps: the text before an open quotation mark.
  private(set) var head = ""
  /// The quotation mark that has not been closed.
  private var quote: Unicode.Scalar?
  /// Whether a `$` is before `quote`: `$'` begins a quotation with escapes, as in C.
  private var hasDollar = false
  /// Whether the open quotation has escapes.
  private var hasEscapes = false
  /// The number of scalars of the last word that stay as they are.
  private var kept = 0

  /// - Parameter breaks: Further characters at which bash breaks words (`COMP_WORDBREAKS`).
  /// - Returns: `nil` for a line with escapes in `$'…'` that `word(for:)` does not write, or with
  ///   any escapes in an open `$'…`: there bash takes an escaped quotation mark for the closing
  ///   one.
  init?(_ line: String, breaks: String) {
    var word = String.UnicodeScalarView()
    var isEscaped = false
    var isAfterDollar = false
    var keptWithoutQuote = 0
    for scalar in line.unicodeScalars {
      let hadDollar = isAfterDollar
      isAfterDollar = false
      if isEscaped, quote == "'" {
        guard let value = BashLine.escapes[scalar] else { return nil }
        isEscaped = false
        hasEscapes = true
        word.append(value)
      } else if isEscaped {
        isEscaped = false
        // In double quotes a backslash escapes these only.
        if quote == "\"", !"\\\"$`".unicodeScalars.contains(scalar) { word.append("\\") }
        word.append(scalar)
      } else if scalar == "\\", quote != "'" || hasDollar {
        isEscaped = true
      } else if scalar == quote {
        (quote, kept) = (nil, keptWithoutQuote)
      } else if quote == nil, scalar == "'" || scalar == "\"" {
        // Bash replaces the quotation mark and the text after it, but not a `$` before the mark.
        if hadDollar { word.removeLast() }
        (quote, hasDollar, hasEscapes) = (scalar, hadDollar, false)
        (keptWithoutQuote, kept) = (kept, word.count)
      } else if quote == nil, scalar == " " || scalar == "\t" {
        if !word.isEmpty { words.append(String(word)) }
        (word, kept) = (String.UnicodeScalarView(), 0)
      } else {
        word.append(scalar)
        // `$$` is the number of the shell's process.
        isAfterDollar = quote == nil && scalar == "$" && !hadDollar
        if quote == nil, "=:@".unicodeScalars.contains(scalar),
          breaks.unicodeScalars.contains(scalar)
        {
          kept = word.count
        }
      }
    }
    if quote == "'", isEscaped || hasDollar && hasEscapes { return nil }
    words.append(String(word))
    if quote != nil {
      head = String(
        String.UnicodeScalarView(word.dropFirst(keptWithoutQuote).prefix(kept - keptWithoutQuote)))
    }
  }

  /// What some characters mean after a backslash in `$'…'`.
  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "\\": "\\", "'": "'", "\"": "\"", "n": "\n", "t": "\t", "r": "\r",
  ]

  /// The text to insert so that the last word becomes another one.
  func word(for text: String) -> String {
    let rest = text.unicodeScalars.dropFirst(kept)
    guard let quote else { return BashLine.escaped(rest) }
    // bash closes the quotation of the only candidate.
    let isOpen = rest.last == "/" || rest.last == "="
    let text =
      quote == "'" && hasDollar
      ? BashLine.escapedAsInC(rest) : BashLine.escaped(rest, in: quote)
    return String(quote) + text + (isOpen ? "" : String(quote))
  }

  /// Text escaped for bash, on one line for the output of `cardex __complete`.
  private static func escaped(_ text: some Sequence<Unicode.Scalar>) -> String {
    text.map { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/", "=", ":", ",", "+", "%", "@":
        String(scalar)
      case "\n": "$'\\n'"
      case "\t": "$'\\t'"
      case "\r": "$'\\r'"
      default: scalar.isASCII ? "\\" + String(scalar) : String(scalar)
      }
    }.joined()
  }

  /// The same in `$'…'`.
  private static func escapedAsInC(_ text: some Sequence<Unicode.Scalar>) -> String {
    text.map { scalar in
      switch scalar {
      case "\n": "\\n"
      case "\t": "\\t"
      case "\r": "\\r"
      case "\\", "'": "\\" + String(scalar)
      default: String(scalar)
      }
    }.joined()
  }

  /// The same inside a quotation, which is interrupted for characters that it cannot hold.
  private static func escaped(
    _ text: some Sequence<Unicode.Scalar>, in quote: Unicode.Scalar
  ) -> String {
    let mark = String(quote)
    return text.map { scalar in
      switch scalar {
      case "\n", "\t", "\r", quote == "'" ? "'" : "!": mark + escaped([scalar]) + mark
      case "\\", "\"", "$", "`": quote == "'" ? String(scalar) : "\\" + String(scalar)
      default: String(scalar)
      }
    }.joined()
  }
}
