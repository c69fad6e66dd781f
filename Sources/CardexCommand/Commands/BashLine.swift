/// A command line of bash up to the cursor, split into words without quotes (POSIX.1-2017, 2.2), and
/// what bash replaces of it.
struct BashLine {
  private(set) var words: [String] = []
  /// The quotation mark that has not been closed.
  private var quote: Character?
  /// The number of characters of the last word that stay as they are.
  private var kept = 0

  /// - Parameter breaks: Characters at which bash breaks words besides (`COMP_WORDBREAKS`).
  init(_ line: String, breaks: String) {
    var word = ""
    var isEscaped = false
    var keptWithoutQuote = 0
    for character in line {
      if isEscaped {
        isEscaped = false
        // In double quotes a backslash escapes these only.
        if quote == "\"", !"\\\"$`".contains(character) { word.append("\\") }
        word.append(character)
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if character == quote {
        (quote, kept) = (nil, keptWithoutQuote)
      } else if quote == nil, character == "'" || character == "\"" {
        // What follows is replaced, with the mark.
        (quote, keptWithoutQuote, kept) = (character, kept, word.count)
      } else if quote == nil, character == " " || character == "\t" {
        if !word.isEmpty { words.append(word) }
        (word, kept) = ("", 0)
      } else {
        word.append(character)
        if quote == nil, "=:@".contains(character), breaks.contains(character) {
          kept = word.count
        }
      }
    }
    words.append(word)
  }

  /// What is to be inserted so that the last word becomes another.
  func word(for text: String) -> String {
    let rest = text.dropFirst(kept)
    guard let quote else { return BashLine.escaped(rest) }
    // bash closes the quotation of the only candidate.
    let isOpen = rest.hasSuffix("/") || rest.hasSuffix("=")
    return String(quote) + BashLine.escaped(rest, in: quote) + (isOpen ? "" : String(quote))
  }

  /// Text of which bash changes nothing, on a line for `cardex __complete`.
  private static func escaped(_ text: Substring) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/", "=", ":", ",", "+", "%", "@":
        String(scalar)
      case "\n": "$'\\n'"
      case "\t": "$'\\t'"
      default: scalar.isASCII ? "\\" + String(scalar) : String(scalar)
      }
    }.joined()
  }

  /// The same inside of a quotation, which ends before what it cannot hold, and begins again.
  private static func escaped(_ text: Substring, in quote: Character) -> String {
    let mark = String(quote)
    let (outside, escaped) = quote == "'" ? ("'", "") : ("!", "\"\\$`")
    return text.map { character in
      let text = String(character)
      if "\n\t\(outside)".contains(character) { return mark + BashLine.escaped(text[...]) + mark }
      return escaped.contains(character) ? "\\" + text : text
    }.joined()
  }
}
