package import PropertyLists

extension PropertyListDocument {
  /// The table of strings in Xcode's String Catalog, a JSON file with texts in several languages by
  /// key; `nil` for other files.
  var stringTable: NodeIndex? {
    guard source.format == .json, kind(of: root) == .dict,
      let language = value(of: LocalizedField.Key.sourceLanguage, in: root),
      kind(of: language) == .string,
      let table = value(of: LocalizedField.Key.strings, in: root), kind(of: table) == .dict
    else { return nil }
    // The values must be dictionaries, and `localizations` in them, too.
    let isTable = members(of: table).prefix(64).allSatisfy { _, entry in
      kind(of: entry) == .dict
        && (value(of: LocalizedField.Key.localizations, in: entry).map { kind(of: $0) == .dict }
          ?? true)
    }
    return isTable ? table : nil
  }
}

extension PropertyListDocument {
  /// The table of translations by original text in a file of Nextcloud's; `nil` for other files.
  var translations: NodeIndex? {
    guard source.format == .json, kind(of: root) == .dict,
      let table = value(of: "translations", in: root), kind(of: table) == .dict,
      let plural = value(of: "pluralForm", in: root), kind(of: plural) == .string
    else { return nil }
    return table
  }
}

extension Catalogue {
  /// The language in which a String Catalog's keys are written.
  package var sourceLanguage: String? {
    document.value(of: LocalizedField.Key.sourceLanguage, in: document.root)
      .flatMap(document.scalar).map(document.text)
  }

  /// The value in an entry's dictionary that a user's name means: a key or a path or, in a String
  /// Catalog, the short name of a text in a language.
  package func value(named name: String, in dict: NodeIndex) -> NodeIndex? {
    if let value = document.value(named: name, in: dict) { return value }
    guard shape.isStringCatalog, let field = LocalizedField(named: name) else { return nil }
    return document.value(at: field.path, in: dict)
  }

  /// The value under a key in an entry's value; in a String Catalog, the value with a short name.
  func fieldValue(_ key: String, in dict: NodeIndex) -> NodeIndex? {
    guard document.kind(of: dict) == .dict else { return nil }
    return shape.isStringCatalog ? value(named: key, in: dict) : document.value(of: key, in: dict)
  }

  /// The fields of an entry of a String Catalog under their short names; `nil` in other catalogues.
  ///
  /// - Parameter value: The entry's value.
  package func localizedFields(of value: NodeIndex) -> [(name: String, value: NodeIndex)]? {
    guard shape.isStringCatalog, document.kind(of: value) == .dict else { return nil }
    return LocalizedFields(of: value, in: document).all.map { ($0.name, $0.value) }
  }

  /// Calls the closure with each element of `namedMembers`, without making an array if possible.
  func forEachNamedMember(
    of dict: NodeIndex, _ body: (_ name: String, _ value: NodeIndex) -> Void
  ) {
    if shape.isStringCatalog {
      for (name, value) in namedMembers(of: dict) { body(name, value) }
    } else {
      for member in document.members(of: dict) {
        body(document.text(of: member.key), member.value)
      }
    }
  }

  /// The members of an entry's dictionary with their keys; in a String Catalog, its fields with
  /// their short names.
  package func namedMembers(of dict: NodeIndex) -> [(name: String, value: NodeIndex)] {
    localizedFields(of: dict)
      ?? document.members(of: dict).map { (document.text(of: $0.key), $0.value) }
  }

  /// The languages of a String Catalog, in order.
  ///
  /// - Complexity: O(*n*) in the number of texts.
  package func languages() -> [String] {
    var found: Set<String> = []
    forEachEntry(in: .root) { entry in
      for (key, _) in localizations(of: value(of: entry)) { found.insert(document.text(of: key)) }
    }
    return found.sorted()
  }

  /// The languages of an entry of a String Catalog, with their dictionaries.
  package func localizations(
    of value: NodeIndex
  ) -> [(key: ScalarIndex, value: NodeIndex)] {
    guard shape.isStringCatalog, document.kind(of: value) == .dict,
      let all = document.value(of: LocalizedField.Key.localizations, in: value)
    else { return [] }
    return document.members(ofDict: all)
  }

  /// The texts of an entry of a String Catalog in a language. In the source language an entry
  /// without a text has its key as the text.
  package func texts(
    of entry: Entry.ID, in language: String
  ) -> [(name: String, value: NodeIndex)] {
    let texts = LocalizedFields(of: value(of: entry), in: document).all.filter {
      $0.localized.map { $0.isText && $0.language == language } ?? false
    }.map { ($0.name, $0.value) }
    guard texts.isEmpty, language == sourceLanguage, let key = key(of: entry) else { return texts }
    return [(language, key.node)]
  }

  /// The texts and the comment of an entry of a String Catalog, without other data about texts;
  /// with names, the values that these mean. `nil` in other catalogues.
  func texts(of value: NodeIndex, named names: [String]?) -> [NodeIndex]? {
    guard shape.isStringCatalog, document.kind(of: value) == .dict else { return nil }
    guard let names else {
      return LocalizedFields(of: value, in: document).all.filter {
        $0.localized?.isText ?? ($0.name == LocalizedField.Key.comment)
      }.map(\.value)
    }
    var seen: Set<NodeIndex> = []
    return names.flatMap { localizedFields(named: $0, of: value) }.map(\.value)
      .filter { seen.insert($0).inserted }
  }

  /// The fields that a name means in an entry of a String Catalog. A language or a variation means
  /// all its texts.
  package func localizedFields(
    named name: String, of value: NodeIndex
  ) -> [(name: String, value: NodeIndex)] {
    if let own = document.value(named: name, in: value) { return [(name, own)] }
    guard let field = LocalizedField(named: name) else { return [] }
    // The name of a variation is the common beginning of its texts' names.
    let isSeveral = field.isText || field.path.last.map(LocalizedField.Key.kinds.contains) == true
    return LocalizedFields(of: value, in: document).all.filter { other in
      other.name == name
        || isSeveral && other.localized?.isText == true && other.name.hasPrefix(name + ".")
    }.map { ($0.name, $0.value) }
  }
}
