import CICU

/// The letters under which a language files names, as in a telephone book: Å, Ä and Ö after Z in
/// Swedish, the numbers of strokes in Taiwan.
///
/// The labels of the locale's own script come first, then those of other scripts in the locale's
/// order, then `#` for texts that do not begin with a letter that has a label. Immutable, so that
/// it may be used from any thread. Creating one takes 1 to 2 ms.
package final class AlphabeticIndex: @unchecked Sendable {
  package struct Label: Equatable, Sendable {
    package let text: String
    /// Whether the label is one of the locale's own, which are shown even if nothing is filed under
    /// them.
    package let isOwn: Bool
  }

  package let locale: LocaleIdentifier
  /// All labels in order; the last is `#`.
  package let labels: [Label]
  /// Whether names in Han script are filed by their reading, not by the collation. This is so
  /// unless a collation other than Pinyin orders Han characters itself.
  package let filesHanByReading: Bool

  private let buckets: OpaquePointer?
  /// The letter of each of ICU's buckets.
  private let lettersOfBuckets: [Letter]
  /// The letters by the texts of their labels, by these in capitals, and by the numbers in numbered
  /// labels.
  private let lettersOfTitles: [String: Letter]

  package init(_ locale: LocaleIdentifier) {
    self.locale = locale
    var status: Int32 = 0
    let alphabet = cardex_alphabet_open(locale.name, &status)
    defer { if let alphabet { cardex_alphabet_close(alphabet) } }
    let ordersHan = alphabet.map(cardex_alphabet_orders_han) ?? false
    filesHanByReading = !ordersHan || locale.collation == "pinyin"

    let own = alphabet.map(AlphabeticIndex.ownLabels) ?? []
    let ownScripts = Set(own.compactMap(script(ofLabel:)))
    for other in OtherAlphabet.all where other.isAdded(to: ownScripts) {
      if let alphabet { cardex_alphabet_add(alphabet, other.locale, &status) }
    }
    let buckets = alphabet.flatMap { cardex_buckets_open($0, &status) }
    self.buckets = buckets
    (labels, lettersOfBuckets) = AlphabeticIndex.order(
      buckets.map(bucketLabels) ?? [], own: Set(own), ownScripts)
    let texts = labels.map(\.text)
    let titles = texts + texts.map { $0.uppercased() } + texts.map { String(digits(of: $0)) }
    lettersOfTitles = Dictionary(
      zip(titles, titles.indices.lazy.map { Letter(rawValue: $0 % texts.count) }),
      uniquingKeysWith: { first, _ in first })
  }

  deinit { if let buckets { cardex_buckets_close(buckets) } }

  private static func ownLabels(of alphabet: OpaquePointer) -> [String] {
    var status: Int32 = 0
    guard let buckets = cardex_buckets_open(alphabet, &status) else { return [] }
    defer { cardex_buckets_close(buckets) }
    return bucketLabels(buckets).compactMap { $0 }
  }

  /// The labels in order, and the letter of each bucket.
  private static func order(
    _ buckets: [String?], own: Set<String>, _ ownScripts: Set<String>
  ) -> (labels: [Label], letters: [Letter]) {
    let labelled = buckets.indices.filter { buckets[$0] != nil }
    let isFirst = { (bucket: Int) in
      buckets[bucket].flatMap(script(ofLabel:)).map(ownScripts.contains) ?? false
    }
    let order = labelled.filter(isFirst) + labelled.filter { !isFirst($0) }
    var letters = [Letter](repeating: Letter(rawValue: order.count), count: buckets.count)
    for (position, bucket) in order.enumerated() { letters[bucket] = Letter(rawValue: position) }
    let labels = order.compactMap { buckets[$0] }.map { Label(text: $0, isOwn: own.contains($0)) }
    return (labels + [Label(text: "#", isOwn: true)], letters)
  }

  /// The label of a letter.
  package subscript(letter: Letter) -> Label { labels[letter.rawValue] }

  /// All letters in order.
  package var letters: [Letter] { labels.indices.map { Letter(rawValue: $0) } }

  /// The letter with the label `#`, for texts that no other label takes.
  package var rest: Letter { Letter(rawValue: labels.count - 1) }

  /// The code of a letter's script, such as `Latn`; `nil` if the label belongs to no script, such
  /// as `#`.
  package func script(of letter: Letter) -> String? { ICUText.script(ofLabel: self[letter].text) }

  /// The letter under which a text is filed. Leading white space does not count.
  ///
  /// - Complexity: A few comparisons of the text's beginning, 2 to 3 µs.
  package func letter(of text: some StringProtocol) -> Letter {
    guard let buckets else { return rest }
    let start = Array(text.drop(while: \.isWhitespace).utf16.prefix(AlphabeticIndex.longestStart))
    let bucket = Int(cardex_bucket_of(buckets, start, Int32(start.count)))
    return lettersOfBuckets.indices.contains(bucket) ? lettersOfBuckets[bucket] : rest
  }

  /// How many UTF-16 units of a text are looked at for its label. More would matter only after a
  /// run of ignorable marks.
  private static let longestStart = 256

  /// The letter whose label was typed, or under which the typed text is filed.
  ///
  /// Numeric labels are also found by the number alone (`5` and `5画` find `5劃`), and a number
  /// without a label finds the label before it.
  package func letter(named name: String) -> Letter {
    letter(labelled: name) ?? letter(numbered: name) ?? letter(of: name)
  }

  package func letter(labelled label: String) -> Letter? {
    labels.firstIndex { $0.text == label }.map { Letter(rawValue: $0) }
  }

  /// The letter whose label equals a title, in upper or lower case. A number may be followed by any
  /// character (`5画` equals `5劃`).
  ///
  /// - Complexity: O(1).
  package func letter(ofTitle title: String) -> Letter? {
    let title = title.drop(while: \.isWhitespace)
    let number = digits(of: title)
    if title.isEmpty { return nil }
    if !number.isEmpty {
      return title.dropFirst(number.count).count <= 1 ? lettersOfTitles[String(number)] : nil
    }
    return lettersOfTitles[String(title)] ?? lettersOfTitles[title.uppercased()]
  }

  private func letter(numbered name: String) -> Letter? {
    guard let number = leadingNumber(of: name), name.drop(while: \.isASCIIDigit).count <= 1 else {
      return nil
    }
    let numbered = letters.filter { leadingNumber(of: self[$0].text) != nil }
    return numbered.last { leadingNumber(of: self[$0].text).map { $0 <= number } ?? false }
      ?? numbered.first
  }
}

private func leadingNumber(of text: String) -> Int? { Int(digits(of: text)) }

private func digits(of text: some StringProtocol) -> Substring {
  Substring(text).prefix(while: \.isASCIIDigit)
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

/// The labels of all buckets; `nil` for buckets without one.
private func bucketLabels(_ buckets: OpaquePointer) -> [String?] {
  (0..<cardex_bucket_count(buckets)).map { bucket in
    var length: Int32 = 0
    guard let text = cardex_bucket_label(buckets, bucket, &length) else { return nil }
    return String(decoding: UnsafeBufferPointer(start: text, count: Int(length)), as: UTF16.self)
  }
}

/// The script of the first character of a label that belongs to a script: Han for `5劃`.
private func script(ofLabel label: String) -> String? {
  label.unicodeScalars.lazy
    .map { $0.script }
    .first { $0 != "Zyyy" && $0 != "Zinh" }
}

/// A locale whose labels are added to those of other locales, and the script of these labels.
private struct OtherAlphabet {
  let script: String
  let locale: String

  /// Whether the labels are added. Added labels of a locale's own script would take names away from
  /// its own labels: Russian files Ґ under Г. English labels are always added, because a language
  /// may lack letters: Vietnamese has no F.
  func isAdded(to ownScripts: Set<String>) -> Bool {
    script == "Latn" || !ownScripts.contains(script)
  }

  static let all: [OtherAlphabet] = [
    ("Latn", ["en"]), ("Grek", ["el"]), ("Cyrl", ["ru", "uk", "sr"]), ("Armn", ["hy"]),
    ("Geor", ["ka"]), ("Hebr", ["he"]), ("Arab", ["ar", "fa"]), ("Ethi", ["am"]), ("Deva", ["hi"]),
    ("Beng", ["bn"]), ("Guru", ["pa"]), ("Gujr", ["gu"]), ("Orya", ["or"]), ("Taml", ["ta"]),
    ("Telu", ["te"]), ("Knda", ["kn"]), ("Mlym", ["ml"]), ("Sinh", ["si"]), ("Thai", ["th"]),
    ("Laoo", ["lo"]), ("Tibt", ["bo"]), ("Mymr", ["my"]), ("Khmr", ["km"]), ("Hang", ["ko"]),
    ("Hira", ["ja"]),
  ].flatMap { script, locales in locales.map { OtherAlphabet(script: script, locale: $0) } }
}

/// A letter of an alphabetic index, by the position of its label.
///
/// Written out and inlinable in other modules, as `NodeIndex` is.
package struct Letter: Hashable, Comparable, BitwiseCopyable, Sendable {
  /// The position of the letter's label in the index.
  @usableFromInline package let rawValue: Int

  @inlinable package init(rawValue: Int) { self.rawValue = rawValue }

  @inlinable package static func == (one: Letter, other: Letter) -> Bool {
    one.rawValue == other.rawValue
  }

  @inlinable package static func < (one: Letter, other: Letter) -> Bool {
    one.rawValue < other.rawValue
  }

  @inlinable package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
