package import PropertyLists

extension PropertyListDocument {
  /// The table of strings in a String Catalog of Xcode, JSON in which keys have texts in several languages;
  /// `nil` for anything else.
  var stringTable: NodeIndex? {
    guard source.format == .json, kind(of: root) == .dict,
      let language = value(of: LocalizedField.Key.sourceLanguage, in: root),
      kind(of: language) == .string,
      let table = value(of: LocalizedField.Key.strings, in: root), kind(of: table) == .dict
    else { return nil }
    // Its values are dictionaries, which say nothing but what such files do.
    let isTable = members(of: table).prefix(64).allSatisfy { _, entry in
      kind(of: entry) == .dict
        && (value(of: LocalizedField.Key.localizations, in: entry).map { kind(of: $0) == .dict }
          ?? true)
    }
    return isTable ? table : nil
  }
}

extension PropertyListDocument {
  /// The texts of a file of translations as Nextcloud has them, by their originals.
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

  /// The value that a user calls by a name in an entry's dictionary: what has that key, or else is at
  /// that path, or in a String Catalog is that text in a language.
  package func value(named name: String, in dict: NodeIndex) -> NodeIndex? {
    if let value = document.value(named: name, in: dict) { return value }
    guard shape.isStringCatalog, let field = LocalizedField(named: name) else { return nil }
    return document.value(at: field.path, in: dict)
  }

  /// The value of a field in an entry's value: what has that key or, in a String Catalog, that name.
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

  /// Calls the closure with the members of an entry's dictionary by their names, as `namedMembers` has them.
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

  /// The members of an entry's dictionary by their names: in a String Catalog, its fields.
  package func namedMembers(of dict: NodeIndex) -> [(name: String, value: NodeIndex)] {
    localizedFields(of: dict)
      ?? document.members(of: dict).map { (document.text(of: $0.key), $0.value) }
  }

  /// The languages of a String Catalog, in order.
  ///
  /// - Complexity: O(*n*) in the number of its texts.
  package func languages() -> [String] {
    var found: Set<String> = []
    forEachEntry(in: .root) { entry in
      for (key, _) in localizations(of: value(of: entry)) { found.insert(document.text(of: key)) }
    }
    return found.sorted()
  }

  /// The languages of an entry of a String Catalog, with what they hold.
  package func localizations(
    of value: NodeIndex
  ) -> [(key: ScalarIndex, value: NodeIndex)] {
    guard shape.isStringCatalog, document.kind(of: value) == .dict,
      let all = document.value(of: LocalizedField.Key.localizations, in: value)
    else { return [] }
    return document.members(ofDict: all)
  }

  /// The texts of an entry of a String Catalog in a language; the key for one that has none in the
  /// source language.
  package func texts(
    of entry: Entry.ID, in language: String
  ) -> [(name: String, value: NodeIndex)] {
    let texts = LocalizedFields(of: value(of: entry), in: document).all.filter {
      $0.localized.map { $0.isText && $0.language == language } ?? false
    }.map { ($0.name, $0.value) }
    guard texts.isEmpty, language == sourceLanguage, let key = key(of: entry) else { return texts }
    return [(language, key.node)]
  }

  /// What is text in an entry of a String Catalog, and not said about one, or what some names mean;
  /// `nil` in other catalogues.
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

  /// The fields that a name means in an entry of a String Catalog: of a language, all its texts.
  package func localizedFields(
    named name: String, of value: NodeIndex
  ) -> [(name: String, value: NodeIndex)] {
    if let own = document.value(named: name, in: value) { return [(name, own)] }
    guard let field = LocalizedField(named: name) else { return [] }
    // A variation is named by what its texts have in common.
    let isSeveral = field.isText || field.path.last.map(LocalizedField.Key.kinds.contains) == true
    return LocalizedFields(of: value, in: document).all.filter { other in
      other.name == name
        || isSeveral && other.localized?.isText == true && other.name.hasPrefix(name + ".")
    }.map { ($0.name, $0.value) }
  }
}
