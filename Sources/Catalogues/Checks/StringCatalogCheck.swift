import ICUText
import PropertyLists

/// Texts of a String Catalog that are missing, need review, are no longer in the code, have format
/// specifiers other than the source text's, or plural categories other than their language's.
struct StringCatalogCheck: Check {
  private typealias Key = LocalizedField.Key

  func run(_ inspection: inout Inspection) {
    let (catalogue, document) = (inspection.catalogue, inspection.document)
    guard catalogue.shape.isStringCatalog, let source = catalogue.sourceLanguage else { return }
    inspection.remove(StringCatalogCheck.meaningless)
    let languages = catalogue.languages().filter { $0 != source }
    var plurals: [String: PluralRules] = [:]
    catalogue.forEachEntry(in: .root) { entry in
      let value = catalogue.value(of: entry)
      guard document.kind(of: value) == .dict else { return }
      if let state = document.value(of: "extractionState", in: value),
        isText(state, "stale", document)
      {
        inspection.add(
          .staleString, at: state, of: .entry(entry), "the string is no longer found in the code")
      }
      let isTranslated = document.value(of: "shouldTranslate", in: value).map(document.kind)
      if isTranslated == .false { return }
      let string = LocalizedString(entry, value, in: catalogue, source: source)
      let known = Set(string.texts.map(\.field.language))
      let missing = languages.filter { !known.contains($0) }
      if !missing.isEmpty, !catalogue.label(of: entry).isEmpty {
        inspection.add(
          .missingLanguage, at: document.key(before: value) ?? value, of: .entry(entry),
          "no text in \(missing.joined(separator: ", "))")
      }
      for text in string.texts {
        checkState(of: text, in: string, &inspection)
        if let objection = string.objection(to: text) {
          inspection.add(
            .formatSpecifier, at: text.node, of: .entry(entry), "'\(text.name)' \(objection)")
        }
      }
      for (key, node) in catalogue.localizations(of: value) {
        let language = document.text(of: key)
        let rules = plurals[language] ?? PluralRules(language)
        plurals[language] = rules
        checkPlurals(in: node, rules, entry, &inspection)
      }
    }
  }

  /// The kinds of findings that mean nothing here, where keys are texts or names in code, and
  /// fields are texts by language.
  private static let meaningless: Set<Finding.Code> = [
    .missingLabel, .similarLabel, .spaceAtEdge, .nearKey, .titleIsLabel, .changingType,
  ]

  private func checkState(
    of text: LocalizedString.Text, in string: LocalizedString, _ inspection: inout Inspection
  ) {
    guard let state = text.state else { return }
    let document = inspection.document
    if isText(state, "needs_review", document) {
      inspection.add(
        .needsReview, at: text.node, of: .entry(string.entry), "'\(text.name)' needs review")
    } else if isText(state, "new", document), text.field.language != string.sourceLanguage {
      inspection.add(
        .missingLanguage, at: text.node, of: .entry(string.entry),
        "'\(text.name)' is new, not translated")
    }
  }

  // MARK: Plurals

  private struct PluralRules {
    let language: String
    /// `nil` if the language is not known.
    let needed: Set<PluralCategory>?
    let known: Set<PluralCategory>?

    init(_ language: String) {
      self.language = language
      (needed, known) = (PluralCategory.ofCounts(in: language), PluralCategory.all(in: language))
    }
  }

  private func checkPlurals(
    in value: NodeIndex, _ rules: PluralRules, _ entry: Entry.ID, _ inspection: inout Inspection
  ) {
    let document = inspection.document
    for (key, inner) in document.members(ofDict: value) where document.kind(of: inner) == .dict {
      if document.hasText(key, "plural") {
        check(plural: inner, at: key, rules, entry, &inspection)
      }
      checkPlurals(in: inner, rules, entry, &inspection)
    }
  }

  private func check(
    plural: NodeIndex, at key: ScalarIndex, _ rules: PluralRules, _ entry: Entry.ID,
    _ inspection: inout Inspection
  ) {
    guard let needed = rules.needed, let known = rules.known else { return }
    let document = inspection.document
    var lacking = needed
    for (key, _) in document.members(of: plural) {
      let name = document.text(of: key)
      let category = PluralCategory(rawValue: name)
      if let category { lacking.remove(category) }
      // Any language may have a text for zero.
      if category != .zero, !(category.map(known.contains) ?? false) {
        inspection.add(
          .pluralCategory, at: key.node, of: .entry(entry),
          "'\(rules.language)' has no plural '\(name.excerpt())'")
      }
    }
    if lacking.isEmpty { return }
    let names = PluralCategory.allCases.filter(lacking.contains).map { "'\($0.rawValue)'" }
    inspection.add(
      .pluralCategory, at: key.node, of: .entry(entry),
      "'\(rules.language)' needs the plural \(names.joined(separator: ", "))")
  }
}

private func isText(_ node: NodeIndex, _ text: String, _ document: PropertyListDocument) -> Bool {
  document.scalar(node).map { document.hasText($0, text) } ?? false
}

/// The texts of an entry of a String Catalog.
private struct LocalizedString {
  struct Text {
    let name: String
    let field: LocalizedField
    let node: NodeIndex
    var state: NodeIndex?
  }

  let entry: Entry.ID
  let sourceLanguage: String
  private let document: PropertyListDocument
  private let value: NodeIndex
  /// The specifiers of the key, if the key may be the source text.
  private let keySpecifiers: FormatSpecifiers?
  private(set) var texts: [Text] = []
  /// Whether the key or a text in the source language has a `%`.
  private var hasSpecifiers: Bool

  init(_ entry: Entry.ID, _ value: NodeIndex, in catalogue: Catalogue, source: String) {
    (self.entry, self.value, sourceLanguage) = (entry, value, source)
    document = catalogue.document
    let key = catalogue.label(of: entry)
    let specifiers = FormatSpecifiers(in: key.utf8)
    // A key such as `main.title` or `okButton` is a text's name, not a text.
    let isName =
      !key.contains(" ") && (key.contains { "._".contains($0) } || key.first?.isLowercase == true)
    keySpecifiers = specifiers.isFormat || !isName ? specifiers : nil
    hasSpecifiers = key.contains("%")
    for field in LocalizedFields(of: value, in: document).all {
      guard let localized = field.localized else { continue }
      if localized.isText {
        texts.append(Text(name: field.name, field: localized, node: field.value))
        if localized.language == source, hasPercent(field.value) { hasSpecifiers = true }
      } else if let text = texts.last, field.name == text.name + "." + LocalizedField.Key.state {
        texts[texts.count - 1].state = field.value
      }
    }
  }

  private func hasPercent(_ node: NodeIndex) -> Bool {
    document.scalar(node).map {
      document.withExactText(of: $0) { $0.contains(UInt8(ascii: "%")) }
    } ?? false
  }

  /// What is wrong with the format specifiers of a text; `nil` if nothing is.
  func objection(to text: Text) -> String? {
    if !hasSpecifiers, !hasPercent(text.node) { return nil }
    let own = specifiers(of: text.node)
    let substitutions = text.field.path[..<2] + [LocalizedField.Key.substitutions]
    for name in own.substitutions.sorted()
    where document.value(at: substitutions + [name], in: value) == nil {
      return "has %#@\(name.excerpt())@, which is none of its substitutions"
    }
    if text.field.language == sourceLanguage, keySpecifiers == nil { return nil }
    let sources =
      [sourceText(of: text).map(specifiers)].compactMap(\.self)
      + (isOfSubstitution(text) ? [] : [keySpecifiers].compactMap(\.self))
    let mayLack = ["zero", "one", "two"].contains { category in
      text.field.path.dropLast(2).last == category
    }
    let objections = sources.map { own.objection(to: $0, mayLack: mayLack) }
    return objections.contains(nil) ? nil : objections.first ?? nil
  }

  private func specifiers(of node: NodeIndex) -> FormatSpecifiers {
    document.scalar(node).map { text in
      document.withExactText(of: text) { FormatSpecifiers(in: $0) }
    } ?? FormatSpecifiers(in: [])
  }

  private func isOfSubstitution(_ text: Text) -> Bool {
    text.field.path.dropFirst(2).first == LocalizedField.Key.substitutions
  }

  /// The source text of a translation: that of the same variation, or else the one without a
  /// variation or for `other`.
  private func sourceText(of text: Text) -> NodeIndex? {
    if text.field.language == sourceLanguage { return nil }
    let source = [LocalizedField.Key.localizations, sourceLanguage]
    var path = source + text.field.path.dropFirst(2)
    if let same = document.value(at: path, in: value) { return same }
    if let kind = path.lastIndex(where: LocalizedField.Key.kinds.contains) {
      path[kind + 1] = "other"
      if let usual = document.value(at: path, in: value) { return usual }
    }
    if isOfSubstitution(text) { return nil }
    return [sourceLanguage, sourceLanguage + ".plural.other", sourceLanguage + ".device.other"]
      .lazy.compactMap { LocalizedField(named: $0)?.path }
      .compactMap { document.value(at: $0, in: value) }.first
  }
}
