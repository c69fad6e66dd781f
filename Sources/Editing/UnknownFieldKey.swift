package import Catalogues
import Grammar

/// The key of a field by which entries are to be filed, or which is to be searched or shown, but
/// which none of them has.
package struct UnknownFieldKey: Error {
  package let key: String
  /// The keys that the entries have.
  package let keys: [String]

  package var message: String { "no entry has a field '\(key)'" }

  package var hint: String {
    if keys.isEmpty { return "these entries have no fields, only labels" }
    let shown = keys.prefix(UnknownFieldKey.shownKeys).joined(separator: ", ")
    let list = "fields: \(shown)" + (keys.count > UnknownFieldKey.shownKeys ? ", …" : "")
    return Listing.suggestion(for: key, among: keys, otherwise: list)
  }

  private static let shownKeys = 12
}

extension Catalogue {
  /// Checks that entries can be filed by a field: at least one has it, or there are no entries.
  ///
  /// - Complexity: O(*n*) in the number of entries before the first that has it.
  package func checkFiling(by key: String?) throws(UnknownFieldKey) {
    if let key { try checkField(key) }
  }

  /// Checks that an entry has a field, or that there are no entries.
  package func checkField(_ key: String, followsPaths: Bool = false) throws(UnknownFieldKey) {
    guard !hasField(key, followsPaths: followsPaths), !someEntries(1).isEmpty else { return }
    throw UnknownFieldKey(key: key, keys: fieldKeys())
  }
}
