/// A word of a command line, without its quotes.
package struct Word: Equatable, Sendable {
  /// How a character of a word is written.
  enum Writing: Equatable {
    case plain
    /// Behind a backslash that is not part of the text.
    case escaped
    case quoted
  }

  /// A character of a word: how and where it is written.
  struct Mark: Equatable {
    let writing: Writing
    /// With the backslash or the escape that stands for it.
    let columns: Range<Int>
    /// The byte that is meant, if it is no character: the text has U+FFFD in its place.
    var byte: UInt8?
  }

  package let text: String
  /// Where it is written, in Unicode scalars from 1.
  package let columns: Range<Int>
  /// Whether any of it is in quotes or behind a backslash that is not part of the text. Such a word
  /// is text: never an option, a number, or a word with a meaning such as `to`.
  package let isQuoted: Bool
  /// A mark for each Unicode scalar of the text.
  let marks: [Mark]

  init(text: String, columns: Range<Int>, isQuoted: Bool, marks: [Mark]) {
    self.text = text
    self.columns = columns
    self.isQuoted = isQuoted
    self.marks = marks
  }

  /// A word that is only text, however it is written.
  static func text(_ text: String, columns: Range<Int>) -> Word {
    let marks = (columns.lowerBound..<columns.lowerBound + text.unicodeScalars.count).map {
      Mark(writing: .quoted, columns: $0..<$0 + 1)
    }
    return Word(text: text, columns: columns, isQuoted: true, marks: marks)
  }

  /// Whether the word is one with a meaning, such as `to`, and not text that happens to be the same.
  package func isKeyword(_ keyword: String) -> Bool { !isQuoted && text == keyword }

  /// The word as a whole number, in quotes or not; one that is too large for anything is the largest
  /// there is.
  package var number: Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return min(Int(text) ?? .max, Int(Int32.max))
  }

  /// The part behind the first `count` Unicode scalars.
  func dropping(_ count: Int) -> Word {
    let rest = marks[count...]
    return Word(
      text: String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(count))),
      columns: (rest.first?.columns.lowerBound ?? columns.upperBound)..<columns.upperBound,
      isQuoted: rest.contains { $0.writing != .plain }, marks: Array(rest))
  }

  /// The first `count` Unicode scalars.
  func prefix(_ count: Int) -> Word {
    let first = marks[..<count]
    let end = count < marks.count ? marks[count].columns.lowerBound : columns.upperBound
    return Word(
      text: String(String.UnicodeScalarView(text.unicodeScalars.prefix(count))),
      columns: columns.lowerBound..<end,
      isQuoted: first.contains { $0.writing != .plain }, marks: Array(first))
  }

  /// One text of several words and the blanks between them.
  func joined(with others: some Sequence<Word>) -> Word {
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
  /// What a word that stands for an address points at.
  package enum Reference: Equatable, Sendable {
    /// The line of that number in the last listing, from 1.
    case line(Int)
    /// `.`, the current entry.
    case current
    /// `$`, the last line of the last listing.
    case last
    /// An address as `Address` reads it.
    case address(String)
  }

  /// How the word is read as an address. In quotes it is the address itself.
  package var reference: Reference {
    if isKeyword(".") { return .current }
    if isKeyword("$") { return .last }
    if !isQuoted, let number { return .line(number) }
    return .address(text)
  }
}
