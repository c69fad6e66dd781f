import Catalogues
import Editing
import Grammar
import ICUText
import Platform

/// A command whose addresses have been resolved, each once.
struct ResolvedCommand {
  let session: Session
  let request: CommandRequest
  /// The items at `request.parsed.addresses`.
  let items: [Item]
  private let itemsByColumn: [Int: Item]

  /// - Throws: `SessionError` if an address leads nowhere.
  init(_ request: CommandRequest, in session: Session) throws(SessionError) {
    let words = request.parsed.addresses
    let items = try rethrowing(session.targets(at: words)) { (error: SessionError) in
      error.explained(by: request.parsed, isFlat: session.catalogue.isFlat)
    }
    (self.session, self.request, self.items) = (session, request, items)
    itemsByColumn = Dictionary(
      uniqueKeysWithValues: zip(words.map(\.columns.lowerBound), items))
  }

  /// The marks of what an operation of the command changes.
  ///
  /// - Throws: `SessionError` if the command was recorded with others.
  func marks(of operation: Operation) throws(SessionError) -> TargetMarks {
    let marks = TargetMarks(of: operation, items, in: session.editing)
    if let recorded = request.marks, recorded != marks { throw .editing(.targetChanged) }
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
      throw .notASection(session.book.address(of: item))
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

  /// What entries are filed by, as the session does unless something else was given.
  func filing(_ given: GivenFiling, usesKey: Bool = true) -> FilingOrder {
    let view = session.view
    return FilingOrder(given.locale ?? view.locale, by: usesKey ? given.key ?? view.key : nil)
  }

  func insertion(_ insertion: Insertion) throws(SessionError) -> Operation {
    switch insertion {
    case .at(let word, let placement, let label, let fields):
      let new = NewEntry(label: label, fields: fields)
      // Before version 3, an insertion meant a new entry, whatever was there.
      if placement != nil || (session.replayedVersion ?? 3) < 3 {
        return .insert(new, at: Destination(item(word), placement))
      }
      return try session.attempt(session.editing.insertion(of: new, at: item(word)))
    case .byLetter(let label, let fields, let given):
      let locale =
        if let given { given } else { try session.attempt(session.editing.letterLocale()) }
      return .insertByLetter(label: label, fields: fields, locale)
    }
  }

  /// The operation that merges the entries of another file.
  func merging(_ path: FilePath, _ options: ImportOptions) throws(SessionError) -> Operation {
    let source = try session.attempt(
      ImportedEntries(reading: path, for: session.catalogue, options))
    return .merge(source, options)
  }

  /// The operation that deletes entries; `nil` if none are found.
  func deletion(of entries: NamedEntries, isForced: Bool) throws(SessionError) -> Operation? {
    switch entries {
    case .named(let words): return .delete(items(words), isForced: isForced)
    case .found(let query):
      let found = try session.allEntries(found: query)
      if found.isEmpty {
        try session.write(line: "nothing found")
        return nil
      }
      return .delete(found.map { .entry($0) }, isForced: isForced)
    }
  }
}
