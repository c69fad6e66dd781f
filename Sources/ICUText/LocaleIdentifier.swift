import CICU

/// The name of a locale, which determines the order of texts.
package struct LocaleIdentifier: Equatable, Sendable {
  /// ICU's name, such as `sv`, `zh_TW` or `de@collation=phonebook`.
  package let name: String

  package static let english = LocaleIdentifier(name: "en")

  private init(name: String) { self.name = name }

  /// Reads a name as people write it: a BCP 47 tag (`zh-TW`, `zh-u-co-zhuyin`), a POSIX name
  /// (`zh_TW.UTF-8@stroke`) or an ICU name (`zh@collation=stroke`). `C` and `POSIX` mean English,
  /// whose order is the root collation.
  ///
  /// - Throws: `LocaleError` if ICU knows no such language, or there is no such script, region,
  ///   variant or collation.
  package init(_ text: String) throws(LocaleError) {
    let base = text.prefix { $0 != "." && $0 != "@" }
    if ["C", "POSIX", "en_US_POSIX"].contains(base) {
      self = .english
      return
    }
    guard text.utf8.count <= LocaleIdentifier.longest, text.utf8.allSatisfy({ (0x21..<0x7F) ~= $0 })
    else { throw .unknown(text) }
    let isTag = !text.contains { "_.@".contains($0) }
    let read = isTag ? LocaleIdentifier.name(ofTag: text) : LocaleIdentifier.name(ofPOSIX: text)
    guard let read, let name = canonicalLocale(read), cardex_locale_is_known(name) else {
      throw .unknown(text)
    }
    self.init(name: name)
    if let asked = askedCollation {
      guard collations.contains(asked) else {
        throw .unknownCollation(asked, of: text, known: collations)
      }
    }
  }

  /// The locale of the environment, by the first of `LC_ALL`, the variable of a category and `LANG`
  /// that is not empty; English if there is none, or if the locale is unknown.
  package init(_ category: String = "LC_COLLATE", environment value: (String) -> String?) {
    let names = ["LC_ALL", category, "LANG"].lazy.compactMap(value)
    let text = names.first { !$0.isEmpty } ?? ""
    // The name may be known even if the suffix after it is not.
    let base = String(text.prefix { $0 != "." && $0 != "@" })
    if let locale = try? LocaleIdentifier(text) {
      self = locale
    } else {
      self = (try? LocaleIdentifier(base)) ?? .english
    }
  }

  /// Whether `ı` is the small letter of `I`, and `İ` the capital of `i`, as in Turkish and Azeri.
  package var pairsDottedI: Bool { ["tr", "az"].contains(name.prefix { $0 != "_" && $0 != "@" }) }

  /// The collations that the locale has, such as `pinyin`, the default one first.
  package var collations: [String] {
    guard let names = cardex_collations_open(name) else { return [] }
    defer { cardex_collations_close(names) }
    var result: [String] = []
    while let next = cardex_collations_next(names) { result.append(String(cString: next)) }
    return result
  }

  /// The collation that is used.
  package var collation: String { askedCollation ?? collations.first ?? "standard" }

  private var askedCollation: String? {
    localeName { cardex_locale_collation(name, $0, $1) }
  }
}

extension LocaleIdentifier {
  /// The maximum length of a name, in bytes; ICU's limit is slightly higher.
  private static let longest = 150

  private static func name(ofTag tag: String) -> String? {
    localeName { cardex_locale_of_tag(tag, $0, $1) }
  }

  /// `LANGUAGE[_REGION][.ENCODING][@MODIFIER]`.
  private static func name(ofPOSIX text: String) -> String? {
    let base = text.prefix { $0 != "." && $0 != "@" }
    guard let at = text.firstIndex(of: "@") else { return String(base) }
    let modifier = String(text[text.index(after: at)...])
    if modifier.contains("=") { return base + "@" + modifier }
    if meaningless.contains(modifier) { return String(base) }
    if let script = scripts[modifier] {
      let language = base.prefix { $0 != "_" }
      return language + "_" + script + base.dropFirst(language.count)
    }
    return base + "@collation=" + (collationNames[modifier] ?? modifier)
  }

  /// Modifiers of the C library's locales that do not affect the order.
  private static let meaningless = ["euro", "valencia", "saaho", "abegede"]

  private static let scripts = ["latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva"]

  /// ICU's names of collations by their names in POSIX locales.
  private static let collationNames = ["radical": "unihan"]
}

private func canonicalLocale(_ identifier: String) -> String? {
  localeName { cardex_locale_canonical(identifier, $0, $1) }
}

/// The name that a function writes into a buffer large enough for ICU's names; `nil` if it returns
/// 0.
private func localeName(
  _ write: (UnsafeMutablePointer<CChar>?, Int32) -> Int32
) -> String? {
  let capacity = 256
  let name = String(unsafeUninitializedCapacity: capacity) { buffer in
    buffer.withMemoryRebound(to: CChar.self) { Int(write($0.baseAddress, Int32(capacity))) }
  }
  return name.isEmpty ? nil : name
}

/// Why a text does not name a locale.
package enum LocaleError: Error, Equatable, Sendable, CustomStringConvertible {
  case unknown(String)
  /// The locale is known, but does not have this collation.
  case unknownCollation(String, of: String, known: [String])

  package var description: String {
    switch self {
    case .unknown(let text): "unknown locale '\(text)'"
    case .unknownCollation(let collation, let text, _):
      "the locale '\(text)' has no collation '\(collation)'"
    }
  }

  /// What the user can do about it.
  package var hint: String? {
    switch self {
    case .unknown: "locales have names such as 'sv', 'zh-TW' or 'de_AT@collation=phonebook'"
    case .unknownCollation(_, _, let known): "it has \(known.joined(separator: ", "))"
    }
  }
}

extension LocaleIdentifier {
  /// The possible names of the language in bundles of Apple's systems, the closest one first,
  /// followed by those for no language and for English. They are the names of folders such as
  /// `de-AT.lproj`.
  package var bundleNames: [String] {
    let parts = name.prefix { $0 != "@" }.split(separator: "_").map { String($0) }
    let language = parts.first ?? "en"
    let region = parts.dropFirst().last { (2...3).contains($0.count) }
    var script = parts.dropFirst().first { $0.count == 4 }
    if language == "zh", script == nil {
      script = ["TW", "HK", "MO"].contains(region) ? "Hant" : "Hans"
    }
    let tags: [[String?]] = [[language, script, region], [language, region], [language, script]]
    var names = tags.map { $0.compactMap(\.self) }.filter { $0.count > 1 }
      .flatMap { [$0.joined(separator: "-"), $0.joined(separator: "_")] }
    if language == "es", region != "ES" { names.append("es-419") }
    names.append(language)
    names += LocaleIdentifier.oldNames[language].map { [$0] } ?? []
    let others = ["Base", "en", "English"]
    var seen: Set<String> = []
    return (names + others).filter { seen.insert($0).inserted }
  }

  /// The names of languages in the first bundles.
  private static let oldNames = [
    "de": "German", "en": "English", "es": "Spanish", "fr": "French", "it": "Italian",
    "ja": "Japanese", "nl": "Dutch",
  ]
}

/// A category of numbers for which languages may have texts of their own (Unicode CLDR, plural
/// rules of cardinal numbers).
package enum PluralCategory: String, CaseIterable, Sendable {
  case zero, one, two, few, many, other

  /// The categories of counts in a language, and `other`; `nil` for an unknown language.
  ///
  /// Categories that only millions have, as in French, or only fractions, are not included.
  package static func ofCounts(in language: String) -> Set<PluralCategory>? {
    categories(in: language, upTo: 200)?.union([.other])
  }

  /// All categories that a language has; `nil` for an unknown language.
  package static func all(in language: String) -> Set<PluralCategory>? {
    categories(in: language, upTo: -1)
  }

  private static func categories(in language: String, upTo limit: Int32) -> Set<PluralCategory>? {
    let set = cardex_plural_categories(language, limit)
    if set == 0 { return nil }
    return Set(
      PluralCategory.allCases.enumerated().filter { set >> $0.offset & 1 == 1 }.map(\.element))
  }
}
