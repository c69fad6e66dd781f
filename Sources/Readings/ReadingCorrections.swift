package import Platform

/// The contents of a table of corrections, such as `Data/readings` and the user's own.
///
/// The format is described at the top of `Data/readings`.
package struct ReadingCorrections: Equatable, Sendable {
  /// A character or word and its readings.
  struct Entry: Equatable, Sendable {
    /// Whether the entry applies only at the start of a name.
    let isAtStart: Bool
    private let firstCharacter: Int32
    private let lastCharacter: Int32
    private let firstReading: Int32
    private let lastReading: Int32

    init(isAtStart: Bool, characters: Range<Int>, readings: Range<Int>) {
      self.isAtStart = isAtStart
      firstCharacter = Int32(truncatingIfNeeded: characters.lowerBound)
      lastCharacter = Int32(truncatingIfNeeded: characters.upperBound)
      firstReading = Int32(truncatingIfNeeded: readings.lowerBound)
      lastReading = Int32(truncatingIfNeeded: readings.upperBound)
    }

    /// The range of the entry's characters.
    var characters: Range<Int> { Int(firstCharacter)..<Int(lastCharacter) }
    /// The range of the entry's readings: one for each character of a word, any number for a single
    /// character.
    var readings: Range<Int> { Int(firstReading)..<Int(lastReading) }
  }

  private(set) var entries: [Entry] = []
  private(set) var characters: [UInt32] = []
  private(set) var readings: [Syllable] = []

  /// The maximum number of readings of a character.
  package static let maximumReadings = 8
  /// The maximum number of characters in a word.
  package static let maximumWordLength = 32

  /// The maximum number of characters in all words together, for which there are enough codes.
  package static let maximumCharacters = 16_384

  /// Empty corrections.
  package init() {}

  /// Reads a table.
  ///
  /// - Parameter text: UTF-8.
  /// - Throws: `LocatedError` for the first line that is wrong.
  /// - Complexity: O(*n*), a few nanoseconds per byte.
  package init(_ text: UnsafeBufferPointer<UInt8>) throws(LocatedError) {
    entries.reserveCapacity(text.count / 16)
    characters.reserveCapacity(text.count / 8)
    readings.reserveCapacity(text.count / 8)
    var reader = CorrectionsReader(text)
    while reader.beginLine() { try readLine(&reader) }
  }

  /// Reads a table.
  ///
  /// - Throws: `LocatedError` for the first line that is wrong.
  package init(_ text: String) throws(LocatedError) {
    try self.init(Array(text.utf8))
  }

  init(_ bytes: [UInt8]) throws(LocatedError) {
    // A closure that throws would lose the type of the error.
    let result = bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(LocatedError) in try ReadingCorrections(bytes) }
    }
    self = try result.get()
  }

  /// Reads a line: spellings of a character or word, then its readings.
  private mutating func readLine(
    _ reader: inout CorrectionsReader
  ) throws(LocatedError) {
    let firstEntry = entries.count
    let firstReading = readings.count
    var length = 0
    while reader.skipSpaces() {
      if reader.isAtLetter {
        guard entries.count > firstEntry else {
          throw reader.error("a Han character or word must come first")
        }
        readings.append(try reader.readSyllable())
        continue
      }
      guard readings.count == firstReading else {
        throw reader.error("Han characters must come before the readings")
      }
      try readSpelling(&reader, &length)
    }
    guard entries.count > firstEntry else { return }
    let count = readings.count - firstReading
    if count == 0 { throw reader.error("the reading is missing") }
    if length > 1, count != length {
      throw reader.error(
        "a word of \(length) characters has \(count) reading\(count == 1 ? "" : "s")")
    }
    if count > Self.maximumReadings, length == 1 {
      throw reader.error("a character has at most \(Self.maximumReadings) readings")
    }
    for index in firstEntry..<entries.count {
      entries[index] = Entry(
        isAtStart: entries[index].isAtStart, characters: entries[index].characters,
        readings: firstReading..<readings.count)
    }
  }

  /// Reads a character or word as an entry that has no readings yet.
  ///
  /// - Parameter length: The number of characters of all spellings in the line; 0 before the first
  ///   one.
  private mutating func readSpelling(
    _ reader: inout CorrectionsReader, _ length: inout Int
  ) throws(LocatedError) {
    let start = reader.offset
    let isAtStart = reader.readStartMark()
    let first = characters.count
    while let character = try reader.readCharacter() { characters.append(character) }
    guard characters.count > first else {
      throw reader.error("a Han character or word must come first")
    }
    if length == 0 { length = characters.count - first }
    guard characters.count - first == length else {
      throw reader.error(
        "the spellings of a word must have the same number of characters", at: start)
    }
    guard length <= Self.maximumWordLength else {
      throw reader.error("a word has at most \(Self.maximumWordLength) characters", at: start)
    }
    guard length <= ReadingWords.longestName || !isAtStart else {
      throw reader.error(
        "the beginning of a name has at most \(ReadingWords.longestName) characters", at: start)
    }
    guard characters.count <= Self.maximumCharacters else {
      throw reader.error(
        "the table has more than \(Self.maximumCharacters) characters", at: start)
    }
    entries.append(
      Entry(isAtStart: isAtStart, characters: first..<characters.count, readings: 0..<0))
  }
}
