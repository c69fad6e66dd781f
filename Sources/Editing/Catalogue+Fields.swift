package import Catalogues
import Grammar
package import Platform

extension ReportedError {
  /// No entry has the field by which entries are to be filed, searched or shown.
  ///
  /// - Parameter keys: The keys that the entries have.
  static func noField(_ key: String, among keys: [String]) -> ReportedError {
    let shown = keys.prefix(12).joined(separator: ", ") + (keys.count > 12 ? ", …" : "")
    return ReportedError(
      "no entry has a field '\(key)'",
      hint: keys.isEmpty
        ? "these entries have no fields, only labels"
        : Listing.suggestion(for: key, among: keys, otherwise: "fields: \(shown)"))
  }
}

extension Catalogue {
  /// Checks that entries can be filed by a field: at least one has it, or there are no entries.
  ///
  /// - Complexity: O(*n*) in the number of entries before the first one with the field.
  package func checkFiling(by key: String?) throws(ReportedError) {
    if let key { try checkField(key) }
  }

  /// Checks that at least one entry has a field, or that there are no entries.
  ///
  /// - Parameter followsPaths: Whether `key` may also be a path to a value inside a field.
  package func checkField(_ key: String, followsPaths: Bool = false) throws(ReportedError) {
    guard !hasField(key, followsPaths: followsPaths), !someEntries(1).isEmpty else { return }
    throw .noField(key, among: fieldKeys())
  }
}
