import PropertyLists

/// The reading of a name in Han script that is given by other fields of the entry: `yomi`,
/// `phoneticName`, or `X-PHONETIC-LAST-NAME` and `X-PHONETIC-FIRST-NAME`.
struct GivenReading {
  private enum NamePart {
    case whole, family, given
  }

  private var parts: [NamePart: String] = [:]

  /// The given reading of a name; `nil` if no field has it, or the name has no Han characters.
  ///
  /// - Parameter fields: Keys with the texts under them.
  static func reading(
    of name: String, _ fields: some Sequence<(key: String, text: String?)>
  ) -> String? {
    guard mayBeSaid(of: name) else { return nil }
    var said = GivenReading()
    for (key, text) in fields {
      guard let part = part(of: key), said.parts[part] == nil, let text,
        !text.allSatisfy(\.isWhitespace)
      else { continue }
      said.parts[part] = text
    }
    if let whole = said.parts[.whole] { return whole }
    // Names are filed by the family name, so it comes first.
    return said.parts[.family].map { family in
      said.parts[.given].map { family + " " + $0 } ?? family
    }
  }

  /// Whether a name has Han characters, so that its reading cannot be seen.
  static func mayBeSaid(of name: String) -> Bool {
    name.unicodeScalars.contains(where: \.properties.isIdeographic)
  }

  /// The part of a name whose reading a key has; `nil` for a key that is not about readings.
  private static func part(of key: String) -> NamePart? {
    let name = FieldNames.normalized(key)
    guard let mark = marks.first(where: name.contains) else { return nil }
    let rest = name.replacing(mark, with: "", maxReplacements: 1)
    return subjects[rest.hasPrefix("x") ? String(rest.dropFirst()) : rest]
  }

  /// Words that mark the key of a reading, longer words first.
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
  /// The name that an item is filed by: for an entry with a name in Han script the given reading,
  /// otherwise the name itself.
  ///
  /// - Complexity: O(*m*) in the fields of an entry with such a name.
  package func filedName(of item: Item) -> String {
    let name = name(of: item)
    // For most names the entry's fields need not be looked at.
    guard case .entry(let entry) = item, GivenReading.mayBeSaid(of: name) else { return name }
    let value = value(of: entry)
    guard document.kind(of: value) == .dict else { return name }
    let fields = document.members(of: value).lazy.map { key, value in
      (
        key: self.document.text(of: key),
        text: self.document.kind(of: value) == .string
          ? self.document.scalar(value).map(self.document.text) : nil
      )
    }
    return GivenReading.reading(of: name, fields) ?? name
  }
}

extension NewEntry {
  /// The name that the entry will be filed by with a label.
  package func filedName(_ label: String) -> String {
    GivenReading.reading(of: label, fields.lazy.map { ($0.key, $0.value) }) ?? label
  }
}
