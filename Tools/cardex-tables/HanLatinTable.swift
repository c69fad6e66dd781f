import ICUText

/// The generator of `Data/han-latin` from ICU.
enum HanLatinTable {
  /// The characters in the part of the file that is always loaded; the rest follows an empty line.
  private static let common: ClosedRange<UInt32> = 0x3400...0x9FFF
  /// The other characters with readings. Compatibility forms are folded to their characters, except
  /// for the twelve that are not a form of another character.
  private static let rare: [ClosedRange<UInt32>] = [
    0x3007...0x3007, 0xFA0E...0xFA0F, 0xFA11...0xFA11, 0xFA13...0xFA14, 0xFA1F...0xFA1F,
    0xFA21...0xFA21, 0xFA23...0xFA24, 0xFA27...0xFA29, 0x20000...0x2F7FF, 0x30000...0x3FFFF,
  ]

  private static let heading = """
    # How Han characters are read: a syllable of pinyin without its tone, then the characters that are
    # read so. Those from U+3400 to U+9FFF come first, the others after an empty line. What is read in
    # several ways has its commonest reading here; Data/readings has the others.
    #
    # The readings are those of Unicode's Unihan database (kMandarin) as ICU \(icuVersion) has them in its
    # transliterator Han-Latin, the base of Han-Latin/Names. Its rules for surnames are in
    # Data/readings, as they depend on the characters around them. Han-Latin; Latin-ASCII would be the
    # same but for u in the place of ü.
    #
    # Made by: cardex-tables han-latin >Data/han-latin

    """

  static var icuVersion: String {
    CaseFolding.version.dropFirst().prefix(2).map(String.init).joined(separator: ".")
  }

  /// The file's text, or `nil` if ICU has no readings.
  static var text: String? {
    guard let reader = Transliterator("Han-Latin; NFD; [[:Mn:]-[\\u0308]] Remove; NFC") else {
      return nil
    }
    var commonLines: [String: String] = [:]
    for value in common { add(value, readBy: reader, to: &commonLines) }
    var rareLines: [String: String] = [:]
    for value in rare.joined() { add(value, readBy: reader, to: &rareLines) }
    // Syllables of rare characters only are listed, too, so that each has a number.
    for syllable in rareLines.keys where commonLines[syllable] == nil { commonLines[syllable] = "" }
    return heading + lines(of: commonLines) + "\n" + lines(of: rareLines)
  }

  private static func add(
    _ value: UInt32, readBy reader: Transliterator, to lines: inout [String: String]
  ) {
    guard let scalar = Unicode.Scalar(value) else { return }
    let character = String(Character(scalar))
    let reading = reader.transliterate(character).filter { $0 != " " }
    let isSyllable = reading.unicodeScalars.allSatisfy { ("a"..."z").contains($0) || $0 == "ü" }
    guard !reading.isEmpty, isSyllable else { return }
    lines[reading, default: ""] += character
  }

  private static func lines(of table: [String: String]) -> String {
    table.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { $0.value.isEmpty ? $0.key + "\n" : "\($0.key) \($0.value)\n" }
      .joined()
  }
}
