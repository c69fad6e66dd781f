package import ICUText
package import Readings

/// How names are filed in a language: under which letter of its alphabetic index, and in which
/// order. Everything that files or sorts names uses this class, so that all agree. Not safe for
/// concurrent use.
///
/// Names in Han script are filed by their reading, unless the language files them in another way.
/// Ties between readings are broken by the language's order.
package final class NameFiling {
  package let index: AlphabeticIndex
  private let collator: Collator
  private let table: () -> ReadingTable
  private lazy var reader = NameReader(table())

  /// - Parameter table: The readings of Han characters; evaluated at the first name that has one.
  /// - Complexity: 1 to 2 ms.
  package init(
    _ locale: LocaleIdentifier, table: @escaping @autoclosure () -> ReadingTable = .shared
  ) {
    index = AlphabeticIndex(locale)
    collator = Collator(locale: locale.name)
    self.table = table
  }

  package var locale: LocaleIdentifier { index.locale }

  /// A name's position in the index.
  package struct Position: Comparable, Sendable {
    package let letter: Letter
    /// Bytes that sort in the order of the names.
    package let key: [UInt8]

    package static func < (one: Position, other: Position) -> Bool {
      one.letter == other.letter
        ? one.key.lexicographicallyPrecedes(other.key) : one.letter < other.letter
    }
  }

  /// - Complexity: O(*n*), some microseconds.
  package func position(of name: String) -> Position {
    var key: [UInt8] = []
    let letter = file(name, appendingTo: &key)
    return Position(letter: letter, key: key)
  }

  /// The letter that a name is filed under.
  package func letter(of name: String) -> Letter { index.letter(of: reading(of: name) ?? name) }

  /// The letter whose label a user typed, or else the letter that the typed text is filed under.
  package func letter(named text: String) -> Letter {
    index.letter(named: reading(of: text) ?? text)
  }

  /// A name with its Han characters replaced by their readings; `nil` if the name is not filed by a
  /// reading.
  package func reading(of name: String) -> String? {
    guard index.filesHanByReading else { return nil }
    var name = name
    return name.withUTF8 { text in
      guard NameReader.hasReadings(text) else { return nil }
      let reading = reader.reading(of: text)
      guard reading.hasHan else { return nil }
      return String(decoding: reading.filingKey(of: text, table: reader.table), as: UTF8.self)
    }
  }

  /// Appends the bytes by which a name is sorted.
  ///
  /// - Returns: The name's letter.
  func file(_ name: String, appendingTo keys: inout [UInt8]) -> Letter {
    let reading = reading(of: name)
    if let reading { collator.appendSortKey(of: reading, to: &keys) }
    collator.appendSortKey(of: name, to: &keys)
    return index.letter(of: reading ?? name)
  }
}

/// Entries under the letters of a language, as in a telephone book.
package struct AlphabeticListing: Sendable {
  /// The entries under one letter.
  package struct Group: Equatable, Sendable {
    package let letter: Letter
    /// The entries, sorted.
    package let entries: [Entry.ID]
  }

  package let index: AlphabeticIndex
  /// The letters that have entries, in order.
  package let groups: [Group]

  /// Files entries by their names and sorts them in the locale's order. The sort is stable.
  ///
  /// - Parameters:
  ///   - name: Returns an entry's name; entries without one come last.
  ///   - value: Returns the value that an entry is sorted by under its letter; `nil` for its name.
  ///   - label: Returns the label by which entries without a name are sorted.
  /// - Complexity: O(*n* log *n*), some microseconds per entry.
  package init<Failure: Error>(
    _ entries: some Sequence<Entry.ID>, filing: NameFiling,
    name: (_ entry: Entry.ID) throws(Failure) -> String?,
    value: (_ entry: Entry.ID) -> SortValue? = { _ in nil },
    label: (_ entry: Entry.ID) -> String = { _ in "" }
  ) throws(Failure) {
    index = filing.index
    var filed = FiledNames(filing)
    var all: [Entry.ID] = []
    for entry in entries {
      all.append(entry)
      if let name = try name(entry) {
        filed.append(value(entry) ?? .text(name), filedAs: name)
      } else {
        filed.appendNameless(label(entry))
      }
    }
    let order = filed.order()
    var groups: [Group] = []
    var rest = order[...]
    while let first = rest.first {
      let letter = filed.letter(at: first)
      let members = rest.prefix { filed.letter(at: $0) == letter }
      groups.append(Group(letter: letter, entries: members.map { all[$0] }))
      rest = rest.dropFirst(members.count)
    }
    self.groups = groups
  }

  package func label(of group: Group) -> AlphabeticIndex.Label { index[group.letter] }
}
