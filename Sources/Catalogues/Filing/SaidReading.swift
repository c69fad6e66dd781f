import PropertyLists

/// How a name in Han script is read, as fields beside it say: `yomi`, `phoneticName`, or
/// `X-PHONETIC-LAST-NAME` and `X-PHONETIC-FIRST-NAME`.
struct SaidReading {
  private enum NamePart {
    case whole, family, given
  }

  private var parts: [NamePart: String] = [:]

  /// The reading of a name; `nil` if no field says it, or if the name has no Han characters.
  ///
  /// - Parameter fields: Keys with the texts under them.
  static func reading(
    of name: String, _ fields: some Sequence<(key: String, text: String?)>
  ) -> String? {
    guard mayBeSaid(of: name) else { return nil }
    var said = SaidReading()
    for (key, text) in fields {
      guard let part = part(of: key), said.parts[part] == nil, let text,
        !text.allSatisfy(\.isWhitespace)
      else { continue }
      said.parts[part] = text
    }
    if let whole = said.parts[.whole] { return whole }
    // What is read first is what is filed.
    return said.parts[.family].map { family in
      said.parts[.given].map { family + " " + $0 } ?? family
    }
  }

  /// Whether a name has Han characters, whose readings are not seen.
  static func mayBeSaid(of name: String) -> Bool {
    name.unicodeScalars.contains(where: \.properties.isIdeographic)
  }

  /// Which part of a name a key is about, if it is about how that is read.
  private static func part(of key: String) -> NamePart? {
    let name = FieldNames.normalized(key)
    guard let mark = marks.first(where: name.contains) else { return nil }
    let rest = name.replacing(mark, with: "", maxReplacements: 1)
    return subjects[rest.hasPrefix("x") ? String(rest.dropFirst()) : rest]
  }

  /// Words for a reading, longer ones first.
  private static let marks = [
    "phonetic", "yomigana", "yomikata", "furigana", "yomi", "kana", "よみがな", "ふりがな", "フリガナ",
    "よみ",
  ]

  private static let subjects: [String: NamePart] = [
    "": .whole, "name": .whole, "fullname": .whole, "displayname": .whole,
    "lastname": .family, "familyname": .family, "surname": .family, "last": .family,
    "family": .family, "sei": .family,
    "firstname": .given, "givenname": .given, "first": .given, "given": .given, "mei": .given,
  ]
}

extension Catalogue {
  /// The name that an item is filed by: of an entry with a name in Han script, how a field says that it
  /// is read.
  ///
  /// - Complexity: O(*m*) in the fields of an entry with such a name.
  package func filedName(of item: Item) -> String {
    let name = name(of: item)
    // Most names need no look at the entry itself.
    guard case .entry(let entry) = item, SaidReading.mayBeSaid(of: name) else { return name }
    let value = value(of: entry)
    guard document.kind(of: value) == .dict else { return name }
    let fields = document.members(of: value).lazy.map { key, value in
      (
        key: self.document.text(of: key),
        text: self.document.kind(of: value) == .string
          ? self.document.scalar(value).map(self.document.text) : nil
      )
    }
    return SaidReading.reading(of: name, fields) ?? name
  }
}

extension NewEntry {
  /// The name that the entry will be filed by, if it is called so.
  package func filedName(_ label: String) -> String {
    SaidReading.reading(of: label, fields.lazy.map { ($0.key, $0.value) }) ?? label
  }
}
