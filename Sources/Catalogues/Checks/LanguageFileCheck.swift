import PropertyLists

/// Texts of a strings file (`de.lproj/Localizable.strings`) whose format specifiers differ from
/// those of the development language, and `.stringsdict` files without a key or a plural form that
/// programs need.
package struct LanguageFileCheck: Check {
  /// Whether the file is a strings file by its name.
  private let holdsStrings: Bool
  /// The specifiers of the texts in the development language, by key.
  private var sources: [String: FormatSpecifiers] = [:]

  /// - Parameter source: The same file in the development language, if there is one.
  package init(holdsStrings: Bool, source: Catalogue? = nil) {
    self.holdsStrings = holdsStrings
    guard let source else { return }
    LanguageFileCheck.forEachText(of: source) { key, value, _ in
      sources[key] = source.document.withExactText(of: value) { FormatSpecifiers(in: $0) }
    }
  }

  /// Calls the closure with the key of each entry that is a string, and the string.
  private static func forEachText(
    of catalogue: Catalogue, _ body: (String, ScalarIndex, Entry.ID) -> Void
  ) {
    catalogue.forEachEntry(in: .root) { entry in
      guard let key = catalogue.key(of: entry).map(catalogue.document.exactText),
        let value = catalogue.document.string(catalogue.value(of: entry))
      else { return }
      body(key, value, entry)
    }
  }

  package func run(_ inspection: inout Inspection) {
    let document = inspection.document
    if holdsStrings || document.source.format == .strings { checkTexts(&inspection) }
    guard document.kind(of: document.root) == .dict else { return }
    for (_, value) in document.members(of: document.root) where document.kind(of: value) == .dict {
      guard let format = document.value(of: "NSStringLocalizedFormatKey", in: value) else {
        continue
      }
      checkPlurals(of: value, format, &inspection)
    }
  }

  private func checkTexts(_ inspection: inout Inspection) {
    let document = inspection.document
    LanguageFileCheck.forEachText(of: inspection.catalogue) { key, value, entry in
      let own = document.withExactText(of: value) { FormatSpecifiers(in: $0) }
      // A key that is a format is itself the source text.
      let ofKey = FormatSpecifiers(in: key.utf8)
      guard let source = sources[key] ?? (ofKey.isFormat ? ofKey : nil),
        let objection = own.objection(to: source, mayLack: false)
      else { return }
      inspection.add(.formatSpecifier, at: value.node, of: .entry(entry), "the text \(objection)")
    }
  }

  /// Checks the variables of a format: `%#@files@`.
  private func checkPlurals(
    of dict: NodeIndex, _ format: NodeIndex, _ inspection: inout Inspection
  ) {
    let document = inspection.document
    let names = document.plainText(of: format).map { FormatSpecifiers(in: $0.utf8).substitutions }
    for name in (names ?? []).sorted() where document.value(of: name, in: dict) == nil {
      inspection.add(
        .formatSpecifier, at: format, of: nil,
        "the format has %#@\(name.excerpt())@, but there is no '\(name.excerpt())'")
    }
    for (key, variable) in document.members(of: dict) where document.kind(of: variable) == .dict {
      let name = document.text(of: key).excerpt()
      let type = document.value(of: "NSStringFormatValueTypeKey", in: variable)
        .flatMap(document.plainText)
      if type == nil {
        inspection.add(
          .formatSpecifier, at: key.node, of: nil,
          "'\(name)' lacks NSStringFormatValueTypeKey, such as 'd'")
      }
      if document.value(of: "other", in: variable) == nil {
        inspection.add(.pluralCategory, at: key.node, of: nil, "'\(name)' needs the plural 'other'")
      }
      guard let type, let wanted = FormatSpecifiers(in: "%\(type)".utf8).arguments[1] else {
        continue
      }
      for (category, text) in document.members(of: variable) {
        let category = document.text(of: category)
        guard !category.hasPrefix("NSString"), let text = document.scalar(text) else { continue }
        let first = document.withExactText(of: text) { FormatSpecifiers(in: $0).arguments[1] }
        if let first, first != wanted, "l" + first != wanted {
          inspection.add(
            .formatSpecifier, at: text.node, of: nil,
            "'\(category.excerpt())' has %\(first), but NSStringFormatValueTypeKey is '\(type)'")
        }
      }
    }
  }
}
