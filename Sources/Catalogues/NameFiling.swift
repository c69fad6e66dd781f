package import ICUText

/// How names are filed in a language: under which label of its alphabetic index, and in which order
/// there. Everything that files or sorts names uses it, so that all agree. For one thread.
package final class NameFiling {
  package let index: AlphabeticIndex
  private let collator: Collator

  /// - Complexity: 1 to 2 ms.
  package convenience init(_ locale: LocaleIdentifier) { self.init(AlphabeticIndex(locale)) }

  package init(_ index: AlphabeticIndex) {
    self.index = index
    collator = Collator(locale: index.locale.name)
  }

  package var locale: LocaleIdentifier { index.locale }

  /// Where a name stands in the index.
  package struct Position: Comparable, Sendable {
    /// The place among the labels of the index.
    package let label: Int
    /// Bytes whose order is that of the names.
    package let key: [UInt8]

    package static func < (one: Position, other: Position) -> Bool {
      one.label == other.label
        ? one.key.lexicographicallyPrecedes(other.key) : one.label < other.label
    }
  }

  /// - Complexity: O(*n*), some microseconds.
  package func position(of name: String) -> Position {
    var key: [UInt8] = []
    let label = file(name, appendingTo: &key)
    return Position(label: label, key: key)
  }

  /// The place among the labels of the one under which a name is filed.
  package func label(of name: String) -> Int { index.place(of: name) }

  /// The place among the labels of the one that somebody typed, or of the one under which what was
  /// typed is filed.
  package func label(named text: String) -> Int { index.place(named: text) }

  /// Appends the bytes by which a name is sorted.
  ///
  /// - Returns: The place of its label.
  func file(_ name: String, appendingTo keys: inout [UInt8]) -> Int {
    collator.appendSortKey(of: name, to: &keys)
    return index.place(of: name)
  }
}
