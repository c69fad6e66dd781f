import PropertyLists

/// The fields of the entries that are dictionaries, with keys as small numbers: comparing a key
/// with the expected one takes less time than making a string of it.
final class FieldWalk {
  /// The keys found so far, by their numbers, and their names as normalized by `FieldNames`.
  private(set) var keys: [String] = []
  private(set) var names: [String] = []
  private var numbers: [String: Int] = [:]
  private let catalogue: Catalogue

  init(_ catalogue: Catalogue) { self.catalogue = catalogue }

  /// Calls the closure with each field, entry by entry in the order of the catalogue.
  func forEachField(_ body: (_ entry: Entry.ID, _ key: Int, _ value: NodeIndex) -> Void) {
    forEachEntry { entry, dict in forEachField(of: dict) { body(entry, $0, $1) } }
  }

  func forEachEntry(_ body: (_ entry: Entry.ID, _ dict: NodeIndex) -> Void) {
    catalogue.forEachEntry(in: .root) { entry in
      let value = catalogue.value(of: entry)
      if catalogue.document.kind(of: value) == .dict { body(entry, value) }
    }
  }

  func forEachField(of dict: NodeIndex, _ body: (_ key: Int, _ value: NodeIndex) -> Void) {
    let document = catalogue.document
    // Most entries have the same keys in the same order.
    var expected = 0
    for (keyNode, value) in document.members(of: dict) {
      if expected >= keys.count || !document.hasText(keyNode, keys[expected]) {
        expected = number(of: document.text(of: keyNode))
      }
      body(expected, value)
      expected += 1
    }
  }

  private func number(of key: String) -> Int {
    if let number = numbers[key] { return number }
    keys.append(key)
    names.append(FieldNames.normalized(key))
    numbers[key] = keys.count - 1
    return keys.count - 1
  }
}
