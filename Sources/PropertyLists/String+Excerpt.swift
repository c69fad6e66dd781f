extension String {
  /// The beginning of the text for quoting in a message, with an ellipsis if the text is longer.
  ///
  /// - Parameter count: The maximum number of characters; the maximum number of bytes is four times
  ///   as high.
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

  /// A longer excerpt, for a name or an address, because it may have to be typed.
  package var nameExcerpt: String { excerpt(120) }
}

extension Collection<UInt8> {
  /// The beginning of the text, like `String.excerpt`.
  func excerpt(_ count: Int = 40) -> String {
    // A character that begins within the length ends at most four bytes later.
    String(decoding: prefix(4 * count + 4), as: UTF8.self).excerpt(count)
  }
}

extension Unicode.Scalar {
  /// The code point in the notation of the Unicode Standard: `U+` and four or more digits.
  package var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
  }
}
