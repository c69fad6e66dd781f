package import Catalogues
import Forms
package import Grammar

/// A command whose addresses have been looked up by the session that runs it.
package struct ResolvedCommand {
  package let editing: EditingSession
  package let parsed: ParsedCommand
  /// The items at `parsed.addresses`.
  package let items: [Item]
  private let itemsByColumn: [Int: Item]
  /// The entries that the command's query has found.
  let found: [Entry.ID]
  /// The filing order where the command does not give one.
  private let usualFiling: FilingOrder
  private let matching: NameMatching
  /// The version of a recorded command that is repeated; `nil` for a new command.
  package let version: Int?
  /// Marks of the items that the addresses must lead to, if the command was recorded.
  private let recordedMarks: TargetMarks?

  /// - Parameters:
  ///   - items: The items at `parsed.addresses`.
  ///   - found: The entries that the command's query has found.
  ///   - filing: The filing order where the command does not give one.
  ///   - matching: How names are compared, unless the command is a recorded one.
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

  /// The marks of the items that an operation of the command changes.
  ///
  /// - Throws: `SessionError` if the command was recorded with other marks, since the items have
  ///   changed.
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

  /// The destination beside or in a section; `nil` means the root.
  func destination(
    section word: Word?, _ placement: Placement?
  ) throws(SessionError) -> Destination {
    Destination(.section(try word.map(section) ?? .root), placement)
  }

  /// The filing order, as given by the command or else as usual.
  func filing(_ given: GivenFiling, usesKey: Bool = true) -> FilingOrder {
    FilingOrder(
      given.locale ?? usualFiling.locale, by: usesKey ? given.key ?? usualFiling.key : nil)
  }

  /// The text to record when it is entered in a row: if the row has choices, the exact title of the
  /// choice that is meant.
  ///
  /// - Throws: `SessionError` if names must be exact and the title is not.
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
