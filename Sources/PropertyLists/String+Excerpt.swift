extension String {
  /// The beginning of the text as it is quoted in a message, with an ellipsis if that is not all.
  ///
  /// - Parameter count: The most characters that it has; it has at most four times as many bytes.
  /// - Complexity: O(`count`).
  package func excerpt(_ count: Int = 40) -> String {
    var length = 0
    let scalars = unicodeScalars.prefix {
      length += UTF8.width($0)
      return length <= 4 * count
    }
    let start = Substring(scalars).prefix(count)
    return start.endIndex == endIndex ? self : start + "…"
  }

  /// The same of a name or an address, of which more is quoted since it may have to be typed.
  package var nameExcerpt: String { excerpt(120) }
}

extension Collection<UInt8> {
  /// The beginning of the text, as `String.excerpt` has it.
  func excerpt(_ count: Int = 40) -> String {
    // No character that begins within the length ends after four more bytes.
    String(decoding: prefix(4 * count + 4), as: UTF8.self).excerpt(count)
  }
}

extension Unicode.Scalar {
  /// Its code point as the Unicode Standard writes it: `U+` and four or more digits.
  package var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
  }
}
