import CText

/// Han characters that are forms of each other, simplified and traditional ones, from
/// `Data/han-variants`.
package struct HanVariants: Sendable {
  /// Made when it is first needed, in about a millisecond.
  private static let shared = HanVariants(
    UnsafeBufferPointer(start: cardex_han_variants(), count: cardex_han_variants_size()))

  /// All forms of each character that has more than one, the simplified one first.
  private let forms: [Unicode.Scalar: [Unicode.Scalar]]

  private init(_ text: UnsafeBufferPointer<UInt8>) {
    var forms: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    for line in text.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#") {
      let own = Array(String(decoding: line, as: UTF8.self).unicodeScalars)
      for scalar in own { forms[scalar] = own }
    }
    self.forms = forms
  }

  /// The forms of a character, the simplified one first; only itself if it has no others.
  package static func forms(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    if scalar.value < HanCharacters.common.lowerBound { return [scalar] }
    return shared.forms[scalar] ?? [scalar]
  }
}
