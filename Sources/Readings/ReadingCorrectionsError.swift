/// Why a table of corrections is invalid, and where.
package struct ReadingCorrectionsError: Error, Equatable, Sendable, CustomStringConvertible {
  package let problem: Problem
  /// The line number, counted from 1.
  package let line: Int
  /// The column, counted from 1 in Unicode scalars.
  package let column: Int

  /// The problem that was found.
  package enum Problem: Equatable, Sendable {
    /// Readings without characters.
    case noCharacters
    /// Characters without a reading.
    case noReading
    /// A word whose readings are not one for each of its characters.
    case readings(Int, characters: Int)
    /// Spellings of one word that differ in length.
    case otherLength
    /// Han characters after readings.
    case charactersAfterReading
    /// Something that is neither a Han character nor part of a reading.
    case unexpected(Unicode.Scalar)
    /// Bytes that are not UTF-8.
    case notUTF8
    /// A reading with too many letters.
    case readingTooLong
    /// A word with too many characters.
    case tooLong
    /// A start of a name with too many characters.
    case startTooLong
    /// A character with too many readings.
    case tooManyReadings
    /// More words than there are codes for.
    case tooMany
  }

  /// A message about the problem, without its position.
  package var description: String {
    switch problem {
    case .noCharacters: "a Han character or word must come first"
    case .noReading: "the reading is missing"
    case .readings(let count, let characters):
      "a word of \(characters) characters has \(count) reading\(count == 1 ? "" : "s")"
    case .otherLength: "the spellings of a word must have the same number of characters"
    case .charactersAfterReading: "Han characters must come before the readings"
    case .unexpected(let scalar):
      "'\(scalar)' is neither a Han character nor a letter of a reading"
    case .notUTF8: "the text is not UTF-8"
    case .readingTooLong: "a reading has at most \(Syllable.maximumLength) letters"
    case .tooLong: "a word has at most \(ReadingCorrections.maximumWordLength) characters"
    case .startTooLong:
      "the beginning of a name has at most \(ReadingWords.longestName) characters"
    case .tooManyReadings:
      "a character has at most \(ReadingCorrections.maximumReadings) readings"
    case .tooMany:
      "the table has more than \(ReadingCorrections.maximumCharacters) characters"
    }
  }
}
