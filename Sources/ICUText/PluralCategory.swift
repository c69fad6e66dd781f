import CICU

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
