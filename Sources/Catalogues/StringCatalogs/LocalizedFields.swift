import PropertyLists

/// Collects the fields of an entry of a String Catalog under their short names; see `LocalizedField`.
///
/// Data about a text comes after the text. A value that does not belong into such a catalogue has
/// its path as its name.
struct LocalizedFields {
  private typealias Key = LocalizedField.Key

  struct Field {
    let name: String
    let value: NodeIndex
    /// The field in a language; `nil` for a value that is outside of all languages, or does not
    /// belong there.
    let localized: LocalizedField?
  }

  private let document: PropertyListDocument
  private(set) var all: [Field] = []
  /// The keys that lead to the current value.
  private var path: [String] = []

  init(of entry: NodeIndex, in document: PropertyListDocument) {
    self.document = document
    guard document.kind(of: entry) == .dict else { return }
    forEachMember(of: entry) { fields, key, value in
      guard key == Key.localizations, fields.isFilled(value) else { return fields.addWhole(value) }
      fields.forEachMember(of: value) { fields, language, value in
        if LocalizedField.isLanguage(language), fields.isFilled(value) {
          fields.addTexts(in: value, named: language)
        } else {
          fields.addWhole(value)
        }
      }
    }
  }

  private func isFilled(_ value: NodeIndex) -> Bool {
    document.kind(of: value) == .dict && document.firstChild(of: value) < document.end(of: value)
  }

  private mutating func forEachMember(
    of dict: NodeIndex, _ body: (inout LocalizedFields, String, NodeIndex) -> Void
  ) {
    for (key, value) in document.members(of: dict) {
      let name = document.exactText(of: key)
      path.append(name)
      body(&self, name, value)
      path.removeLast()
    }
  }

  /// Adds a value under its path.
  private mutating func addWhole(_ value: NodeIndex) {
    all.append(Field(name: FieldPath(components: path).text, value: value, localized: nil))
  }

  private func field(_ name: String, _ value: NodeIndex) -> Field {
    Field(name: name, value: value, localized: LocalizedField(path: path))
  }

  /// Adds the texts of a language, or of a variation.
  private mutating func addTexts(in value: NodeIndex, named name: String) {
    forEachMember(of: value) { fields, key, value in
      switch key {
      case Key.unit where fields.isFilled(value): fields.addUnit(value, named: name)
      case Key.variations where fields.isFilled(value): fields.addVariations(value, of: name)
      case Key.substitutions where fields.isFilled(value):
        fields.forEachMember(of: value) { fields, substitution, value in
          let name = name + "." + key + "." + FieldPath.escaped(substitution)
          if fields.isFilled(value) {
            fields.addSubstitution(value, named: name)
          } else {
            fields.addWhole(value)
          }
        }
      default: fields.addWhole(value)
      }
    }
  }

  private mutating func addUnit(_ unit: NodeIndex, named name: String) {
    let start = all.count
    forEachMember(of: unit) { fields, key, value in
      if key == Key.value {
        fields.all.insert(fields.field(name, value), at: start)
      } else if Key.isOnPaths(key) {
        fields.addWhole(value)
      } else {
        fields.all.append(fields.field(name + "." + FieldPath.escaped(key), value))
      }
    }
  }

  private mutating func addVariations(_ variations: NodeIndex, of name: String) {
    forEachMember(of: variations) { fields, kind, value in
      guard Key.kinds.contains(kind), fields.isFilled(value) else { return fields.addWhole(value) }
      fields.forEachMember(of: value) { fields, category, value in
        if fields.isFilled(value) {
          let category = FieldPath.escaped(category)
          fields.addTexts(in: value, named: name + "." + kind + "." + category)
        } else {
          fields.addWhole(value)
        }
      }
    }
  }

  private mutating func addSubstitution(_ substitution: NodeIndex, named name: String) {
    forEachMember(of: substitution) { fields, key, value in
      if key == Key.variations, fields.isFilled(value) {
        fields.addVariations(value, of: name)
      } else if Key.kinds.contains(key) {
        fields.addWhole(value)
      } else {
        fields.all.append(fields.field(name + "." + FieldPath.escaped(key), value))
      }
    }
  }
}
