/// A builder that adds corrections to a table.
struct ReadingTableBuilder {
  private let common: UnsafeMutablePointer<UInt16>
  private(set) var rare: [RareCharacter] = []
  private(set) var lists: ReadingLists
  private(set) var words: ReadingWords

  /// - Parameter common: The codes of `HanCharacters.common`, which refer to the first lists.
  init(common: UnsafeMutablePointer<UInt16>, lists: ReadingLists, words: ReadingWords) {
    self.common = common
    self.lists = lists
    self.words = words
  }

  /// Adds the corrections of characters that apply anywhere in a name.
  mutating func addCharacters(of corrections: ReadingCorrections) {
    for entry in corrections.entries where entry.isCharacter {
      let list = lists.index(of: entry.readings, in: corrections.readings)
      setEntry(
        ReadingCode.firstHan + UInt16(list),
        of: corrections.characters[entry.characters.lowerBound])
    }
  }

  /// Adds words and surnames. Corrections of characters must be added first.
  ///
  /// - Parameter stronger: Corrections of single characters that replace those of surnames of one
  ///   character.
  mutating func addWords(
    of corrections: ReadingCorrections, replacedBy stronger: ReadingCorrections = .init()
  ) {
    for entry in corrections.entries where !entry.isCharacter {
      let first = corrections.characters[entry.characters.lowerBound]
      let isAlone = entry.characters.count == 1
      if isAlone, stronger.hasCharacter(first) { continue }
      var reading = entry.readings.lowerBound
      for index in entry.characters {
        let character = corrections.characters[index]
        let range = isAlone ? entry.readings : reading..<(reading + 1)
        let code = code(of: character)
        let list = lists.index(
          of: range, in: corrections.readings,
          before: code == 0 ? nil : Int(code - ReadingCode.firstHan))
        words.add(character, code: ReadingCode.firstHan + UInt16(list))
        reading += 1
      }
      words.addWord(length: entry.characters.count, isAtStart: entry.isAtStart)
      setEntry(entryOf(first) | ReadingCode.beginsWord, of: first)
    }
  }

  private func code(of character: UInt32) -> UInt16 {
    let code = entryOf(character) & ~ReadingCode.beginsWord
    return code != 0 || HanCharacters.areCommon(character)
      ? code : HanLatinTable.rare.code(of: character)
  }

  private func entryOf(_ character: UInt32) -> UInt16 {
    HanCharacters.areCommon(character)
      ? common[Int(character - HanCharacters.common.lowerBound)] : rare.code(of: character)
  }

  private mutating func setEntry(_ entry: UInt16, of character: UInt32) {
    if HanCharacters.areCommon(character) {
      common[Int(character - HanCharacters.common.lowerBound)] = entry
      return
    }
    var entry = entry
    // A character without a correction of its own has its code in the table of rare characters.
    if entry == ReadingCode.beginsWord { entry |= HanLatinTable.rare.code(of: character) }
    let index = rare.firstIndex { $0.scalar >= character } ?? rare.count
    let isNew = index == rare.count || rare[index].scalar != character
    let new = RareCharacter(scalar: character, code: entry)
    rare.replaceSubrange(index..<(index + (isNew ? 0 : 1)), with: CollectionOfOne(new))
  }
}

extension ReadingCorrections.Entry {
  /// Whether the entry applies to a character anywhere in a name.
  var isCharacter: Bool { characters.count == 1 && !isAtStart }
}

extension ReadingCorrections {
  fileprivate func hasCharacter(_ character: UInt32) -> Bool {
    entries.contains { $0.isCharacter && characters[$0.characters.lowerBound] == character }
  }
}

/// A hash of the contents of tables, for `ReadingTable.version`.
struct TableHash {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Adds bytes and their number.
  mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    for byte in bytes { add(UInt64(byte)) }
    add(UInt64(bytes.count))
  }

  mutating func add(_ word: UInt64) {
    let product = (state ^ word) &* TableHash.factor
    state = product ^ product >> 29
  }

  var value: UInt64 { state ^ state >> 32 }
}

extension ReadingCorrections {
  /// Adds the contents of the corrections.
  func hash(into hash: inout TableHash) {
    for entry in entries {
      hash.add(entry.isAtStart ? 1 : 0)
      hash.add(UInt64(entry.characters.count) << 32 | UInt64(entry.readings.count))
      for character in characters[entry.characters] { hash.add(UInt64(character)) }
      for reading in readings[entry.readings] { hash.add(reading.bits) }
    }
  }
}
