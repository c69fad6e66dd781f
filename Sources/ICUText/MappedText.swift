/// Text in another form, with the origin of each of its bytes.
package struct MappedText: Sendable {
  package private(set) var utf8: [UInt8] = []
  /// For each byte, the range of the original from which it came.
  private var origins: [Range<Int>] = []

  /// The canonically composed form.
  package init(composing text: UnsafeBufferPointer<UInt8>) {
    for segment in text.segments(of: .nfc) {
      let scalars = UnsafeBufferPointer(rebasing: text[segment]).scalars.map(\.scalar)
      append(Normalizer.nfc.normalize(scalars), from: segment)
    }
  }

  /// The canonically composed form without accents, with the plain letters that people type.
  package init(removingAccentsFrom text: UnsafeBufferPointer<UInt8>) {
    for segment in text.segments(of: .nfc) {
      let scalars = UnsafeBufferPointer(rebasing: text[segment]).scalars.map(\.scalar)
      let plain = Normalizer.nfd.normalize(scalars).filter { !$0.isAccent }
      let typed = plain.flatMap { PlainLetters.letters(for: $0) ?? [$0] }
      append(Normalizer.nfc.normalize(typed), from: segment)
    }
  }

  private mutating func append(_ scalars: String.UnicodeScalarView, from segment: Range<Int>) {
    for byte in String(scalars).utf8 {
      utf8.append(byte)
      origins.append(segment)
    }
  }

  /// The range of the original text from which a range of this text came.
  package func original(of range: Range<Int>) -> Range<Int> {
    guard !range.isEmpty else {
      let offset = range.lowerBound < origins.count ? origins[range.lowerBound].lowerBound : end
      return offset..<offset
    }
    return origins[range.lowerBound].lowerBound..<origins[range.upperBound - 1].upperBound
  }

  private var end: Int { origins.last?.upperBound ?? 0 }
}
