import ICUText

/// A field as written in a command: `KEY[:TYPE]=VALUE`.
package struct FieldWord: Equatable, Sendable {
  package let key: String
  package let type: String?
  package let value: String

  package init(key: String, type: String?, value: String) {
    (self.key, self.type, self.value) = (key, type, value)
  }

  /// Reads a field; `nil` for a word without `=`.
  ///
  /// The first `=` that is neither quoted nor escaped by a backslash ends the key or, if there is
  /// none, the first in quotes. The same holds for a `:` before the type. A full-width `＝` and a
  /// full-width `：` before a type mean the same.
  ///
  /// - Parameter types: The names of types, which may be abbreviated.
  /// - Throws: `CommandError` for an unknown type.
  package init?(_ word: Word, types: [String]) throws(CommandError) {
    guard let separator = FieldWord.separator(in: word) else { return nil }
    let writing = word.marks[separator].writing
    let head = word.prefix(separator)
    let colons = zip(head.text.unicodeScalars, head.marks).enumerated().reversed()
      .filter { $0.element.0.halfWidth == ":" && $0.element.1.writing == writing }
    // A full-width colon is a character of the key unless a type follows.
    let colon = colons.first {
      $0.element.0 == ":" || types.contains(head.dropping($0.offset + 1).text.halfWidth)
    }?.offset
    key = FieldWord.key(colon.map(head.prefix) ?? head)
    type = try colon.map { colon throws(CommandError) in
      try FieldWord.type(head.dropping(colon + 1), among: types)
    }
    value = word.dropping(separator + 1).text
  }

  /// The index of the `=` after the key among the word's Unicode scalars. In quotes, a full-width
  /// sign does not count.
  package static func separator(in word: Word) -> Int? {
    let signs = zip(word.text.unicodeScalars, word.marks).enumerated()
    return signs.first { $0.element.0.halfWidth == "=" && $0.element.1.writing == .plain }?.offset
      ?? signs.first { $0.element.0 == "=" && $0.element.1.writing == .quoted }?.offset
  }

  /// The key that a word gives: in ASCII if it was typed in full width. A key with other letters
  /// keeps its full-width punctuation.
  package static func key(_ word: Word) -> String {
    let key = word.text.halfWidth
    return !word.isQuoted && key.utf8.allSatisfy { $0 < 0x80 } ? key : word.text
  }

  private static func type(_ word: Word, among types: [String]) throws(CommandError) -> String {
    switch NameMatch(word.text.halfWidth, among: types) {
    case .one(let name): return name
    case .several(let names):
      throw CommandError(
        "the type '\(word.text)' is ambiguous: \(names.joined(separator: ", "))",
        columns: word.columns)
    case .none:
      throw CommandError(
        "'\(word.text)' is not a type", columns: word.columns,
        hint: "types are \(types.joined(separator: ", ")); a ':' in a key is written '\\:'")
    }
  }

  /// The field as one word.
  package var canonicalText: String {
    Quoting.quotedKey(key) + (type.map { ":" + $0 } ?? "") + "=" + Quoting.quotedTail(value)
  }
}
