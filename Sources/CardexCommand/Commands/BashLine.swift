/// A command line of bash up to the cursor, split into words without quotes (POSIX.1-2017, 2.2),
/// and what bash replaces of it. For bash, a quotation mark with an accent after it is a quotation
/// mark.
struct BashLine {
  private(set) var words: [String] = []
  /// What bash keeps of the word that it completes: what is before an open quotation mark.
  private(set) var head = ""
  /// The quotation mark that has not been closed.
  private var quote: Unicode.Scalar?
  /// Whether a `$` is before it, after which `'` begins a quotation with escapes, as in C.
  private var hasDollar = false
  /// Whether something in it is escaped.
  private var hasEscapes = false
  /// The number of scalars of the last word that stay as they are.
  private var kept = 0

  /// - Parameter breaks: The characters at which bash breaks words besides (`COMP_WORDBREAKS`).
  /// - Returns: `nil` for a line with other escapes in `$'…'` than `word(for:)` writes, or with any in
  ///   one that is not closed, where bash takes an escaped quotation mark for the last one.
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
        // What follows is replaced, with the mark, but not a `$` before it.
        if hadDollar { word.removeLast() }
        (quote, hasDollar, hasEscapes) = (scalar, hadDollar, false)
        (keptWithoutQuote, kept) = (kept, word.count)
      } else if quote == nil, scalar == " " || scalar == "\t" {
        if !word.isEmpty { words.append(String(word)) }
        (word, kept) = (String.UnicodeScalarView(), 0)
      } else {
        word.append(scalar)
        // Two are the number of the shell's process.
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

  /// What is to be inserted so that the last word becomes another.
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

  /// Text of which bash changes nothing, on a line for `cardex __complete`.
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

  /// The same inside of a quotation, which ends before what it cannot hold, and begins again.
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
