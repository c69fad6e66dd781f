package import Catalogues
import Forms
package import Grammar

/// A command whose words have been resolved by the session that it is run in.
package struct ResolvedCommand {
  package let editing: EditingSession
  package let parsed: ParsedCommand
  /// The items at `parsed.addresses`.
  package let items: [Item]
  private let itemsByColumn: [Int: Item]
  /// The entries that its query has found.
  let found: [Entry.ID]
  /// What entries are filed by, unless the command says so.
  private let usualFiling: FilingOrder
  private let matching: NameMatching
  /// The version of commands that were run before and are being run again; `nil` if none are.
  package let version: Int?
  /// Marks of the items that the addresses must lead to, if the command was recorded.
  private let recordedMarks: TargetMarks?

  /// - Parameters:
  ///   - items: The items at `parsed.addresses`.
  ///   - found: The entries that its query has found.
  ///   - filing: What entries are filed by, unless the command says so.
  ///   - matching: How names are compared, unless an older version did so otherwise.
  package init(
    _ parsed: ParsedCommand, _ items: [Item], found: [Entry.ID] = [], marks: TargetMarks?,
    filing: FilingOrder, _ matching: NameMatching, version: Int?, in editing: EditingSession
  ) {
    (self.editing, self.parsed, self.items, self.found) = (editing, parsed, items, found)
    (usualFiling, self.matching, self.version) = (filing, matching, version)
    recordedMarks = marks
    itemsByColumn = Dictionary(
      uniqueKeysWithValues: zip(parsed.addresses.map(\.columns.lowerBound), items))
  }

  /// The marks of what an operation of the command changes.
  ///
  /// - Throws: `SessionError` if the command was recorded with others.
  package func marks(of operation: Operation) throws(SessionError) -> TargetMarks {
    let marks = TargetMarks(of: operation, items, in: editing)
    if let recordedMarks, recordedMarks != marks { throw .targetChanged }
    return marks
  }

  /// The item that an address of the command leads to.
  func item(_ word: Word) -> Item {
    guard let item = itemsByColumn[word.columns.lowerBound] else {
      preconditionFailure("'\(word.text)' is not an address of the command")
    }
    return item
  }

  func items(_ words: [Word]) -> [Item] { words.map(item) }

  func section(_ word: Word) throws(SessionError) -> Section.ID {
    let item = item(word)
    guard case .section(let section) = item else {
      throw .notASection(editing.book.address(of: item))
    }
    return section
  }

  func sections(_ words: [Word]) throws(SessionError) -> [Section.ID] {
    var sections: [Section.ID] = []
    for word in words { sections.append(try section(word)) }
    return sections
  }

  /// Beside or in a section; `nil` is the root.
  func destination(
    section word: Word?, _ placement: Placement?
  ) throws(SessionError) -> Destination {
    Destination(.section(try word.map(section) ?? .root), placement)
  }

  /// What entries are filed by, as usual unless something else was given.
  func filing(_ given: GivenFiling, usesKey: Bool = true) -> FilingOrder {
    FilingOrder(
      given.locale ?? usualFiling.locale, by: usesKey ? given.key ?? usualFiling.key : nil)
  }

  /// A text that is entered in a row, as it is recorded: if the row has choices, the title of the one
  /// that is meant.
  ///
  /// - Throws: `SessionError` where edits name things exactly and the title is written otherwise.
  func choice(_ text: String, at item: Item, isFilledIn: Bool) throws(SessionError) -> String {
    guard
      let nearest = editing.operations.choice(
        nearestTo: text, at: item, isFilledIn: isFilledIn)
    else {
      return text
    }
    // Choices are exact since version 4.
    if version.map({ $0 >= 4 }) ?? (matching == .exact) {
      throw .form(.inexact(text, meant: nearest))
    }
    return nearest
  }
}
