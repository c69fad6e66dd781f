import ICUText

/// The languages of texts, as far as their script tells.
enum TextLanguage {
  /// - Returns: `nil` for scripts of several languages. Han script without kana counts as Chinese,
  ///   as it does for readings.
  static func language(of text: String) -> String? {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return nil }
    let scripts = Set(text.unicodeScalars.lazy.filter { $0.value >= 0x370 }.map(\.script))
    return languages.first { scripts.contains($0.script) }?.name
  }

  /// Kana comes before Han, since Japanese has both.
  private static let languages: [(script: String, name: String)] = [
    ("Hira", "ja"), ("Kana", "ja"), ("Hang", "ko"), ("Hani", "zh"),
    ("Grek", "el"), ("Hebr", "he"), ("Arab", "ar"), ("Thai", "th"), ("Geor", "ka"),
    ("Armn", "hy"),
  ]

  /// The language of more than half of the texts.
  static func most(of texts: some Sequence<String>) -> String? {
    var (counts, total): ([String: Int], Int) = ([:], 0)
    for text in texts {
      total += 1
      if let name = language(of: text) { counts[name, default: 0] += 1 }
    }
    return counts.first { $0.value * 2 > total }?.key
  }
}
