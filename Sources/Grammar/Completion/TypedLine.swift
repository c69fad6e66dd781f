/// A command line up to the cursor.
struct TypedLine {
  /// The words before the one at the cursor.
  let words: [Word]
  /// The word that ends at the cursor; empty if the cursor is after a blank.
  let word: Word
  let isComment: Bool
  /// Whether the line is `:` and a title.
  let isTitle: Bool
  private let openQuote: (quote: LineScanner.Quote, offset: Int)?
  private let length: Int

  init(_ text: String) {
    length = text.unicodeScalars.count
    let end = length + 1
    if let title = TypedLine.title(of: text) {
      (words, word, isComment, isTitle, openQuote) = ([], title, false, true, nil)
      return
    }
    var scanner = LineScanner(text)
    scanner.scan()
    isTitle = false
    isComment = scanner.endsInComment
    openQuote = scanner.openQuote
    var words = scanner.words
    if let last = words.last, last.columns.upperBound == end, !isComment {
      word = words.removeLast()
    } else {
      word = Word(text: "", columns: end..<end, isQuoted: false, marks: [])
    }
    self.words = words
  }

  /// The line with its last words joined into one.
  func joining(_ count: Int) -> TypedLine {
    guard count > 0 else { return self }
    let joined = words[words.count - count].joined(with: words.suffix(count - 1) + [word])
    return TypedLine(words: words.dropLast(count), word: joined, length: length)
  }

  private init(words: [Word], word: Word, length: Int) {
    self.words = words
    self.word = word
    self.length = length
    isComment = false
    isTitle = false
    openQuote = nil
  }

  /// The title as typed so far, including trailing blanks.
  private static func title(of text: String) -> Word? {
    guard let title = Lexer.title(of: text + ".") else { return nil }
    return title.prefix(title.marks.count - 1)
  }

  /// The part of the word from a character onward, without quotes.
  func text(from start: Int) -> String { word.dropping(start).text }

  /// The offset in the line at which a part of the word begins: the start of the word, including
  /// its quotes, or the end of the preceding character.
  func rangeStart(from start: Int) -> Int {
    start == 0 ? word.columns.lowerBound - 1 : word.marks[start - 1].columns.upperBound - 1
  }

  func quoting(from start: Int) -> CompletionQuoting {
    if isTitle { return CompletionQuoting(part: .title, openQuote: nil, isInside: false) }
    let part: CompletionQuoting.CandidatePart = start == 0 ? .word : .tail
    let rangeStart = rangeStart(from: start)
    guard let openQuote, openQuote.offset <= rangeStart else {
      return CompletionQuoting(part: part, openQuote: nil, isInside: false)
    }
    return CompletionQuoting(
      part: part, openQuote: openQuote.quote, isInside: openQuote.offset < rangeStart)
  }
}
