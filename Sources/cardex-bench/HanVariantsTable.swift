/// The generator of `Data/han-variants` from ICU.
package enum HanVariantsTable {
  private static let heading = """
    # Simplified Han characters, each with the traditional ones that are written so in simplified
    # texts, as ICU \(HanLatinTable.icuVersion) has them in its transliterators between both.
    #
    # Made by: cardex-bench han-variants >Data/han-variants

    """

  /// The file's text, or `nil` if ICU has no such transliterators.
  package static var text: String? {
    guard let simplifier = Transliterator("Simplified-Traditional; Traditional-Simplified") else {
      return nil
    }
    var traditional: [String: String] = [:]
    for value in [0x3400...0x9FFF, 0x20000...0x2F7FF, 0x30000...0x3FFFF].joined() {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      let character = String(Character(scalar))
      let simplified = simplifier.transliterate(character)
      guard simplified != character, simplified.unicodeScalars.count == 1 else { continue }
      traditional[simplified, default: ""] += character
    }
    return heading
      + traditional.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { "\($0.key)\($0.value)\n" }.joined()
  }
}
