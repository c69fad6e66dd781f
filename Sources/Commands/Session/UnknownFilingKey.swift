package import Catalogues

/// The key of a field that entries are to be filed by and that none of them has.
package struct UnknownFilingKey: Error {
  package let key: String
  /// Those that they have.
  package let keys: [String]

  package var message: String { "no entry has a field '\(key)'" }

  package var hint: String {
    if keys.isEmpty { return "these entries have no fields, only labels" }
    let shown = keys.prefix(UnknownFilingKey.shownKeys).joined(separator: ", ")
    let list = "fields: \(shown)" + (keys.count > UnknownFilingKey.shownKeys ? ", …" : "")
    return Listing.suggestion(for: key, among: keys, otherwise: list)
  }

  private static let shownKeys = 12
}

extension Catalogue {
  /// Makes sure that entries can be filed by a field: one of them has it, or there are none.
  ///
  /// - Complexity: O(*n*) in the number of entries before the first that has it.
  package func checkFiling(by key: String?) throws(UnknownFilingKey) {
    guard let key, !hasField(key), !someEntries(1).isEmpty else { return }
    throw UnknownFilingKey(key: key, keys: fieldKeys())
  }
}
