/// The generator of `Data/han-variants` from ICU.
package enum HanVariantsTable {
  private static let heading = """
    # Han characters that are forms of each other, the simplified ones before the traditional ones, as
    # ICU \(HanLatinTable.icuVersion) has them in its transliterators between both.
    #
    # Made by: cardex-tables han-variants >Data/han-variants

    """

  /// The file's text, or `nil` if ICU has no such transliterators.
  package static var text: String? {
    guard let simplifier = Transliterator("Traditional-Simplified"),
      let complicator = Transliterator("Simplified-Traditional")
    else { return nil }
    var groups: [String: Set<String>] = [:]
    for value in [0x3400...0x9FFF, 0x20000...0x2F7FF, 0x30000...0x3FFFF].joined() {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      let character = String(Character(scalar))
      let forms = [
        character, simplifier.transliterate(character), complicator.transliterate(character),
      ]
      .filter { $0.unicodeScalars.count == 1 }
      if Set(forms).count == 1 { continue }
      let group = forms.reduce(into: Set(forms)) { $0.formUnion(groups[$1] ?? []) }
      for form in group { groups[form] = group }
    }
    let lines = Set(groups.values).map { group in
      let (simplified, traditional) = (
        group.filter { simplifier.transliterate($0) == $0 },
        group.filter { simplifier.transliterate($0) != $0 }
      )
      return (simplified.sorted() + traditional.sorted()).joined()
    }
    return heading + lines.sorted().map { $0 + "\n" }.joined()
  }
}
