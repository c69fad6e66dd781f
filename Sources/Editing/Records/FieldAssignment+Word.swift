package import Catalogues

/// A field as written in a command: `KEY[:TYPE]=VALUE`.
extension FieldAssignment {
  /// Reads a field; `nil` for a word without `=`.
  ///
  /// The first `=` that is neither quoted nor escaped by a backslash ends the key or, if there is
  /// none, the first in quotes. The same holds for a `:` before the type.
  ///
  /// - Throws: `CommandError` for an unknown type.
  package init?(_ word: Word) throws(CommandError) {
    guard let separator = FieldAssignment.separator(in: word) else { return nil }
    let writing = word.marks[separator].writing
    let head = word.prefix(separator)
    let colon = zip(head.text.unicodeScalars, head.marks).enumerated().reversed()
      .first { $0.element.0 == ":" && $0.element.1.writing == writing }?.offset
    self.init(
      key: colon.map { head.prefix($0).text } ?? head.text,
      type: try colon.map { colon throws(CommandError) in
        try FieldAssignment.type(head.dropping(colon + 1))
      },
      value: word.dropping(separator + 1).text)
  }

  /// The index of the `=` after the key among the word's Unicode scalars.
  package static func separator(in word: Word) -> Int? {
    let signs = zip(word.text.unicodeScalars, word.marks).enumerated()
      .filter { $0.element.0 == "=" }
    for writing in [Word.Writing.plain, .quoted] {
      if let sign = signs.first(where: { $0.element.1.writing == writing }) { return sign.offset }
    }
    return nil
  }

  private static func type(_ word: Word) throws(CommandError) -> FieldType {
    let names = FieldType.allCases.map(\.rawValue)
    switch NameMatch(word.text, among: names) {
    case .one(let name):
      if let type = FieldType(rawValue: name) { return type }
      preconditionFailure("\(name) is not a type")
    case .several(let names):
      throw CommandError(
        "the type '\(word.text)' is ambiguous: \(names.joined(separator: ", "))",
        columns: word.columns)
    case .none:
      throw CommandError(
        "'\(word.text)' is not a type", columns: word.columns,
        hint: "types are \(names.joined(separator: ", ")); a ':' in a key is written '\\:'")
    }
  }

  /// The field as one word.
  package var canonicalText: String {
    Quoting.quotedKey(key) + (type.map { ":" + $0.rawValue } ?? "") + "="
      + Quoting.quotedTail(value)
  }
}
