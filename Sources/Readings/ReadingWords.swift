/// Words whose characters are read differently from the same characters alone, and surnames.
struct ReadingWords: Sendable {
  struct Word: BitwiseCopyable {
    /// The index of the word's first character, and of that character's code.
    let start: UInt16
    /// The number of the next word with the same first character, plus 1; 0 if there is none.
    let next: UInt16
    let length: UInt8
    /// Whether it applies only at the start of a name.
    let isAtStart: Bool
  }

  private(set) var words: [Word] = []
  /// The characters of all words, and the code of each character.
  private(set) var characters: [UInt32] = []
  private(set) var codes: [UInt16] = []
  /// The slots of a hash table with open addressing, by first character: the number of the last
  /// word added, plus 1; 0 in free slots.
  private(set) var slots: [UInt16]

  /// The maximum number of consecutive Han characters in a name with a surname.
  static let longestName = 4

  /// - Parameters:
  ///   - count: The maximum number of words.
  ///   - characterCount: The total number of characters in the words.
  init(count: Int, characterCount: Int) {
    var size = 4096
    while size < count * 2 { size *= 2 }
    slots = [UInt16](repeating: 0, count: size)
    words.reserveCapacity(count)
    characters.reserveCapacity(characterCount)
    codes.reserveCapacity(characterCount)
  }

  init(_ table: EmbeddedReadingTable) {
    words = Array(table.words)
    characters = Array(table.characters)
    codes = Array(table.wordCodes)
    slots = Array(table.slots)
  }

  /// Adds a character to the word that the next call of `addWord` ends.
  mutating func add(_ character: UInt32, code: UInt16) {
    characters.append(character)
    codes.append(code)
  }

  /// Makes a word of the characters added last. It takes precedence over words of the same length
  /// that were added before.
  ///
  /// - Parameter isAtStart: Whether it applies only at the start of a name.
  mutating func addWord(length: Int, isAtStart: Bool) {
    let start = characters.count - length
    let slot = slot(of: characters[start])
    // The numbers are small enough: see `ReadingCorrections.maximumCharacters`.
    words.append(
      Word(
        start: UInt16(start), next: slots[slot], length: UInt8(length), isAtStart: isAtStart))
    slots[slot] = UInt16(words.count)
  }

  /// The range of the codes of the longest word that begins at an index of a text.
  @inline(never)
  func match(in text: UnsafeBufferPointer<UInt32>, at index: Int) -> Range<Int>? {
    var (start, length) = (0, 0)
    var next = slots[slot(of: text[index])]
    while next != 0 {
      let word = words[Int(next - 1)]
      next = word.next
      if word.length > length, matches(word, text, index) {
        (start, length) = (Int(word.start), Int(word.length))
      }
    }
    return length > 0 ? start..<(start + length) : nil
  }

  /// The code at an index in a range returned by `match`.
  func code(at index: Int) -> UInt16 { codes[index] }

  private func matches(
    _ word: Word, _ text: UnsafeBufferPointer<UInt32>, _ index: Int
  ) -> Bool {
    let (start, length) = (Int(word.start), Int(word.length))
    guard index + length <= text.count else { return false }
    for offset in 0..<length where characters[start + offset] != text[index + offset] {
      return false
    }
    return !word.isAtStart || isNameStart(text, index)
  }

  /// Whether a run of Han characters that is short enough to be a name begins here.
  private func isNameStart(_ text: UnsafeBufferPointer<UInt32>, _ index: Int) -> Bool {
    if index > 0, HanCharacters.contain(text[index - 1]) { return false }
    var end = index
    while end < text.count, end - index <= Self.longestName, HanCharacters.contain(text[end]) {
      end += 1
    }
    return end - index <= Self.longestName
  }

  private func slot(of character: UInt32) -> Int {
    var slot = Int(character &* 0x9E37) & (slots.count - 1)
    while slots[slot] != 0 {
      if characters[Int(words[Int(slots[slot] - 1)].start)] == character { return slot }
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }
}
