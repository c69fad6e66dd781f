import ICUText

/// A word of a command line, without its quotes.
package struct Word: Equatable, Sendable {
  /// The way in which a character of a word is written.
  package enum Writing: Equatable {
    case plain
    /// After a backslash that is not part of the text.
    case escaped
    case quoted
  }

  /// A character of a word: how and where it is written.
  package struct Mark: Equatable {
    package let writing: Writing
    /// The columns of the character, including its backslash or escape.
    package let columns: Range<Int>
    /// The byte, if it is not a character: the text has U+FFFD in its place.
    var byte: UInt8?
  }

  package let text: String
  /// The position in the line, in Unicode scalars from 1.
  package let columns: Range<Int>
  /// Whether any part of the word is in quotes or after a backslash that is not part of the text.
  /// Such a word is text: never an option, a number, or a keyword such as `to`.
  package let isQuoted: Bool
  /// A mark for each Unicode scalar of the text.
  package let marks: [Mark]

  package init(text: String, columns: Range<Int>, isQuoted: Bool, marks: [Mark]) {
    self.text = text
    self.columns = columns
    self.isQuoted = isQuoted
    self.marks = marks
  }

  /// A word that is only text, regardless of how it is written.
  package static func text(_ text: String, columns: Range<Int>) -> Word {
    let marks = (columns.lowerBound..<columns.lowerBound + text.unicodeScalars.count).map {
      Mark(writing: .quoted, columns: $0..<$0 + 1)
    }
    return Word(text: text, columns: columns, isQuoted: true, marks: marks)
  }

  /// Whether the word is a keyword, such as `to`, rather than quoted text that happens to be the
  /// same.
  package func isKeyword(_ keyword: String) -> Bool { !isQuoted && text.halfWidth == keyword }

  /// The word as a whole number, quoted or not; at most `Int32.max`.
  package var number: Int? {
    let text = text.halfWidth
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return min(Int(text) ?? .max, Int(Int32.max))
  }

  /// The part after the first `count` Unicode scalars.
  package func dropping(_ count: Int) -> Word {
    let rest = marks[count...]
    return Word(
      text: String(text.unicodeScalars.dropFirst(count)),
      columns: (rest.first?.columns.lowerBound ?? columns.upperBound)..<columns.upperBound,
      isQuoted: rest.contains { $0.writing != .plain }, marks: Array(rest))
  }

  /// The first `count` Unicode scalars.
  package func prefix(_ count: Int) -> Word {
    let first = marks[..<count]
    let end = count < marks.count ? marks[count].columns.lowerBound : columns.upperBound
    return Word(
      text: String(text.unicodeScalars.prefix(count)),
      columns: columns.lowerBound..<end,
      isQuoted: first.contains { $0.writing != .plain }, marks: Array(first))
  }

  /// One word of text made of several words and the blanks between them.
  package func joined(with others: some Sequence<Word>) -> Word {
    var text = text
    var end = columns.upperBound
    for other in others {
      text += String(repeating: " ", count: other.columns.lowerBound - end) + other.text
      end = other.columns.upperBound
    }
    return Word.text(text, columns: columns.lowerBound..<end)
  }
}

extension Word {
  /// The word with ASCII for full-width forms in its first characters.
  package func halfWidth(first count: Int) -> Word {
    let scalars = text.unicodeScalars
    let head = String(String.UnicodeScalarView(scalars.prefix(count)))
    let tail = String(String.UnicodeScalarView(scalars.dropFirst(count)))
    return Word(text: head.halfWidth + tail, columns: columns, isQuoted: isQuoted, marks: marks)
  }

  /// The target of a word that serves as an address.
  package enum Reference: Equatable, Sendable {
    /// The line of that number in the last listing, from 1.
    case line(Int)
    /// `.`, the current entry.
    case current
    /// `$`, the last line of the last listing.
    case last
    /// An address as `Address` reads it.
    case address(String)
    /// The path of a value, with a backslash before literal characters that would be read
    /// otherwise.
    case path(String)
  }

  /// The word read as an address. A quoted word is always an address in text form.
  package var reference: Reference {
    if isKeyword(".") { return .current }
    if isKeyword("$") { return .last }
    if !isQuoted, let number { return .line(number) }
    return PathWord.isPath(self) ? .path(PathWord.text(of: self)) : .address(text)
  }
}
