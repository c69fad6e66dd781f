import CText
import ICUText
import Platform

/// The readings of Han characters in `Data/han-latin`, which is part of the program.
enum HanLatinTable {
  static var text: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: cardex_han_latin(), count: cardex_han_latin_size())
  }

  /// Loads the part with common characters.
  ///
  /// - Parameters:
  ///   - codes: Has an element for each of `HanCharacters.common`, which is set to the code of the
  ///     character's list.
  ///   - expected: How many lists there will be, including those that are added later.
  /// - Returns: A list for each syllable.
  static func load(
    into codes: UnsafeMutablePointer<UInt16>, expected: Int
  ) -> ReadingLists {
    var lists = ReadingLists(expected: expected)
    var reader = LineReader(text)
    while let syllable = reader.readSyllable() {
      lists.append(syllable)
      let code = ReadingCode.firstHan + UInt16(lists.endList())
      reader.readCommon(code, into: codes)
    }
    return lists
  }

  /// The codes of rare characters, sorted by character; created in a millisecond when a rare
  /// character first occurs.
  static let rare: [RareCharacter] = {
    var syllables: [Syllable: UInt16] = [:]
    var first = LineReader(text)
    while let syllable = first.readSyllable() {
      syllables[syllable] = ReadingCode.firstHan + UInt16(syllables.count)
      first.skipLine()
    }
    var characters: [RareCharacter] = []
    var reader = LineReader(text, from: first.offset + 1)
    while let syllable = reader.readSyllable() {
      guard let code = syllables[syllable] else { continue }
      reader.readRare { characters.append(RareCharacter(scalar: $0, code: code)) }
    }
    characters.sort { $0.scalar < $1.scalar }
    return characters
  }()
}

/// A character outside `HanCharacters.common`, and its code.
struct RareCharacter: Sendable {
  let scalar: UInt32
  let code: UInt16
}

extension [RareCharacter] {
  /// The code of a character in a sorted array, or 0.
  func code(of scalar: UInt32) -> UInt16 {
    let index = partitionPoint { $0.scalar >= scalar }
    return index < count && self[index].scalar == scalar ? self[index].code : 0
  }
}

/// A reader of lines, each a syllable and its characters, up to an empty line.
private struct LineReader {
  private let text: UnsafeBufferPointer<UInt8>
  private(set) var offset: Int

  init(_ text: UnsafeBufferPointer<UInt8>, from offset: Int = 0) {
    self.text = text
    self.offset = offset
    while self.offset < text.count, text[self.offset] == UInt8(ascii: "#") {
      while self.offset < text.count, text[self.offset] != UInt8(ascii: "\n") { self.offset += 1 }
      self.offset += 1
    }
  }

  /// The syllable at the start of the line, or `nil` at the end of the part.
  mutating func readSyllable() -> Syllable? {
    var bits: UInt64 = 0
    var shift: UInt64 = 0
    while offset < text.count, text[offset] != UInt8(ascii: "\n"), text[offset] != UInt8(ascii: " ")
    {
      let isUmlaut = text[offset] == 0xC3
      bits |= UInt64(isUmlaut ? Syllable.umlaut : text[offset]) << shift
      shift += 8
      offset += isUmlaut ? 2 : 1
    }
    guard shift > 0 else { return nil }
    offset += 1
    return Syllable(bits: bits)
  }

  /// Assigns a code to the characters up to the end of the line.
  mutating func readCommon(_ code: UInt16, into codes: UnsafeMutablePointer<UInt16>) {
    guard text[offset - 1] != UInt8(ascii: "\n"), let start = text.baseAddress else { return }
    offset += cardex_set_codes(start + offset, text.count - offset, code, codes) + 1
  }

  mutating func skipLine() {
    guard text[offset - 1] != UInt8(ascii: "\n") else { return }
    while offset < text.count, text[offset] != UInt8(ascii: "\n") { offset += 1 }
    offset += 1
  }

  /// Calls the closure with each character up to the end of the line.
  mutating func readRare(_ body: (UInt32) -> Void) {
    while offset < text.count, text[offset] != UInt8(ascii: "\n") {
      let (scalar, length) = text.scalarValue(at: offset)
      body(scalar)
      offset += max(length, 1)
    }
    offset += 1
  }
}
