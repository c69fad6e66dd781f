import Platform

/// Writes candidates at the cursor as a continuation of the typed text.
struct CompletionQuoting: Equatable {
  enum CandidatePart: Equatable {
    /// A whole word is replaced, including its quotes.
    case word
    /// The end of a word is replaced, after `=` or `:`.
    case tail
    /// The rest of the line is a title, in which nothing is quoted.
    case title
  }

  let part: CandidatePart
  /// The quote that is open at the cursor, if it is to continue.
  let openQuote: LineScanner.Quote?
  /// Whether that quote was opened before the replaced part.
  let isInside: Bool

  /// A text as the rest of the word; `nil` if it cannot be written here.
  ///
  /// - Parameter isComplete: Whether nothing follows in the word, so that quotes are closed.
  func insertion(of text: String, isComplete: Bool) -> String? {
    switch part {
    case .title:
      let isWritable =
        text.unicodeScalars.allSatisfy { !$0.isRefused }
        && text.unicodeScalars.first?.isBlank == false
        && text.unicodeScalars.last?.isBlank == false
      return isWritable ? text : nil
    case .word where text.unicodeScalars.contains("="): return Quoting.quoted(text)
    case .word, .tail: break
    }
    if let openQuote { return goingOn(in: openQuote, text, isComplete: isComplete) }
    if isComplete { return part == .word ? Quoting.quoted(text) : Quoting.quotedTail(text) }
    return Quoting.unfinished(text, isTail: part == .tail)
  }

  /// The name of a file as the rest of the word; `nil` if it cannot be written here.
  func insertion(of name: ByteText, isComplete: Bool) -> String? {
    if let text = name.text { return insertion(of: text, isComplete: isComplete) }
    let (quote, end) = (LineScanner.Quote.escaped, isComplete ? "'" : "")
    switch openQuote {
    case _ where part == .title: return nil
    case quote? where isInside: return Quoting.escaped(name) + end
    case let other? where isInside:
      return String(other.closing) + quote.rawValue + Quoting.escaped(name) + end
    default: return quote.rawValue + Quoting.escaped(name) + end
    }
  }

  /// The key of a field, followed by `=`.
  func insertion(ofKey key: String) -> String {
    let hasSigns = key.unicodeScalars.contains { $0 == "=" || $0 == ":" }
    guard let openQuote, !hasSigns, let inside = Quoting.inside(key, openQuote) else {
      return Quoting.quotedKey(key) + "="
    }
    return openQuote.rawValue + inside + "="
  }

  private func goingOn(
    in quote: LineScanner.Quote, _ text: String, isComplete: Bool
  ) -> String {
    let end = String(quote.closing)
    if let inside = Quoting.inside(text, quote) {
      return (isInside ? "" : quote.rawValue) + inside + (isComplete ? end : "")
    }
    // Text that this quote cannot enclose is written in other quotes.
    let other = isComplete ? Quoting.quotedTail(text) : Quoting.unfinished(text, isTail: true)
    return (isInside ? end : "") + other
  }
}

extension Quoting {
  /// A text as the beginning of a word that continues; a quote, if needed, stays open.
  static func unfinished(_ text: String, isTail: Bool) -> String {
    if text.isEmpty { return "" }
    if isOneWord((isTail ? "=" : "") + text), isTail || text.unicodeScalars.first != "-" {
      return text
    }
    for quote in [LineScanner.Quote.single, .double, .escaped] {
      if let inside = inside(text, quote) { return quote.rawValue + inside }
    }
    return text
  }
}
