import Platform

/// A text that is equal only to one with the same bytes in UTF-8, unlike a `String`.
struct ExactText: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (one: ExactText, other: ExactText) -> Bool {
    var (one, other) = (one.text, other.text)
    return one.withUTF8 { one in
      other.withUTF8 { other in
        guard one.count == other.count else { return false }
        guard let bytes = one.baseAddress, let others = other.baseAddress else { return true }
        return memcmp(bytes, others, one.count) == 0
      }
    }
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(KeyedHash.hash($0)) }
  }
}

extension Sequence where Element: Hashable {
  /// The elements without duplicates, in order of first occurrence.
  package func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
