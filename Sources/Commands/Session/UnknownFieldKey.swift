package import Catalogues

/// The key of a field that is asked for, to file entries by or to show of them, and that none of them
/// has.
package struct UnknownFieldKey: Error {
  package let key: String
  /// Those that they have.
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
  /// Makes sure that entries can be filed by a field: one of them has it, or there are none.
  ///
  /// - Complexity: O(*n*) in the number of entries before the first that has it.
  package func checkFiling(by key: String?) throws(UnknownFieldKey) {
    if let key { try checkField(key) }
  }

  /// Makes sure of each field that a template names that an entry has it, or that there are none.
  ///
  /// - Complexity: O(*n*) in the number of entries before the first that has it, for each field.
  package func checkFields(of template: Template) throws(UnknownFieldKey) {
    for name in template.placeholders where TemplateValues.isKey(name) { try checkField(name) }
  }

  private func checkField(_ key: String) throws(UnknownFieldKey) {
    guard !hasField(key), !someEntries(1).isEmpty else { return }
    throw UnknownFieldKey(key: key, keys: fieldKeys())
  }
}
