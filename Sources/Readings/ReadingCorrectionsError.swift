/// Why a table of corrections cannot be read, and where.
package struct ReadingCorrectionsError: Error, Equatable, Sendable, CustomStringConvertible {
  package let problem: Problem
  /// The line, counted from 1.
  package let line: Int
  /// The character in the line, counted from 1 in Unicode scalars.
  package let column: Int

  /// What is wrong.
  package enum Problem: Equatable, Sendable {
    /// Readings without what is read.
    case noCharacters
    /// What is read, without a reading.
    case noReading
    /// A word whose readings are not one for each of its characters.
    case readings(Int, characters: Int)
    /// Spellings of one word that are not of one length.
    case otherLength
    /// Han characters behind readings.
    case charactersAfterReading
    /// Something that is neither a Han character nor part of a reading.
    case unexpected(Unicode.Scalar)
    /// Bytes that are not UTF-8.
    case notUTF8
    /// A reading of too many letters.
    case readingTooLong
    /// A word of too many characters.
    case tooLong
    /// A beginning of a name of too many characters.
    case startTooLong
    /// A character with too many readings.
    case tooManyReadings
    /// More words than there are codes for.
    case tooMany
  }

  /// What is wrong, for people to read; without the place.
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
