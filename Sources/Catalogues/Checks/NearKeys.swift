import Platform

/// Tells pairs of keys in which one is probably misspelt or abbreviated, such as `phonenum` and
/// `phonenumber`, from keys that are only related, such as `name1` and `name2`, or `title` and
/// `titleEn`.
enum NearKeys {
  /// Whether a key is near to another: not the same, but probably the same misspelt.
  ///
  /// - Complexity: O(*nm*) in their lengths.
  static func areNear(_ one: String, _ other: String) -> Bool { areNear(Key(one), Key(other)) }

  /// A key with its words, the words joined (`plain`), and the numbers in these.
  struct Key {
    let text: String
    fileprivate let words: [String]
    fileprivate let plain: String
    let numbers: [Substring]

    init(_ text: String) {
      self.text = text
      words = NearKeys.words(of: text)
      plain = words.joined()
      numbers = NearKeys.numbers(in: plain)
    }
  }

  static func areNear(_ one: Key, _ other: Key) -> Bool {
    if one.text == other.text { return false }
    let (first, second) = (one.words, other.words)
    let (plain, otherPlain) = (one.plain, other.plain)
    if plain == otherPlain { return !plain.isEmpty }
    // Keys that differ in a number or have a further word are only related.
    if one.numbers != other.numbers { return false }
    if first.count != second.count {
      let (short, long) = first.count < second.count ? (first, second) : (second, first)
      if long.starts(with: short) || long.suffix(short.count).elementsEqual(short) { return false }
      return isTypo(plain, otherPlain)
    }
    let different = zip(first, second).filter { $0 != $1 }
    return different.count == 1 && isTypo(different[0].0, different[0].1)
  }

  /// Whether a new key probably means an existing one: it is near to that key, is its beginning, as
  /// `phone` for `phoneNum`, or is a usual name of the same field, as `telephone`.
  ///
  /// - Complexity: O(*nm*) in their lengths.
  static func isProbably(_ new: String, meaning key: String) -> Bool {
    isProbably(Key(new), meaning: Key(key))
  }

  static func isProbably(_ new: Key, meaning key: Key) -> Bool {
    if areNear(new, key) || UsualNames.mean(new.text, key.text) { return true }
    let (first, second) = (new.words, key.words)
    return !first.isEmpty && first.count < second.count && second.starts(with: first)
      && !key.text.contains(".")
  }

  /// Whether a key is probably a misspelling of a known key: with other case, or one or two wrong
  /// letters.
  static func isMisspelt(_ key: String, for known: String) -> Bool {
    guard key.utf8.count >= 5, abs(key.utf8.count - known.utf8.count) <= 2 else { return false }
    let (plain, other) = (key.lowercased(), known.lowercased())
    if plain == other { return key != known }
    // With a prefix it is a key of another framework.
    if plain.hasSuffix(other) || other.hasSuffix(plain) { return false }
    let limit = other.utf8.count < 12 ? 1 : 2
    return numbers(in: plain) == numbers(in: other)
      && editDistance(Array(plain), Array(other), limit: limit) <= limit
  }

  private static func isTypo(_ one: String, _ other: String) -> Bool {
    let (short, long) = one.count < other.count ? (one, other) : (other, one)
    guard short.count >= 3, long.count >= 4 else { return false }
    if long.count - short.count <= 3, long.count >= 6, long.hasPrefix(short) { return true }
    let limit = long.count / 4
    // The first letters of short words tell them apart: name and game.
    if long.count < 6, short.first != long.first { return false }
    return editDistance(Array(short), Array(long), limit: limit) <= limit
  }

  fileprivate static func numbers(in text: String) -> [Substring] { text.split { !$0.isNumber } }

  /// The words of a key in lower case: `phone` and `number` of `phoneNumber` and `phone_number`.
  fileprivate static func words(of key: String) -> [String] {
    var words: [String] = []
    var wasLower = false
    var begins = true
    for character in key {
      guard character.isLetter || character.isNumber else {
        begins = true
        continue
      }
      if begins || wasLower && character.isUppercase { words.append("") }
      words[words.count - 1] += character.lowercased()
      (begins, wasLower) = (false, character.isLowercase || character.isNumber)
    }
    return words
  }
}
