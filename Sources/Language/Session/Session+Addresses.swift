import Catalogues
import Editing
import Forms
import Grammar
import Platform

extension Operation {
  /// Whether the text that is entered in a row is the one that was typed.
  func hasChoice(asTypedIn parsed: ParsedCommand) -> Bool {
    switch self {
    case .fill(_, let text, _), .choose(let text?, _, _): parsed.operands.last?.word.text == text
    default: true
    }
  }
}

/// Resolving words to items.
extension Session {
  func items(
    at words: [Word], _ matching: NameMatching = .lenient
  ) throws(SessionError) -> [Item] {
    var items: [Item] = []
    for word in words { items.append(try item(at: word, matching)) }
    return items
  }

  /// Resolves the words of a command.
  ///
  /// - Parameter found: The entries that its query has found.
  /// - Throws: `SessionError` if an address leads nowhere.
  func resolve(
    _ request: CommandRequest, found: [Entry.ID] = []
  ) throws(SessionError) -> ResolvedCommand {
    let parsed = request.parsed
    let items = try rethrowing(targets(at: parsed.addresses)) { (error: SessionError) in
      error.explained(by: parsed, isFlat: catalogue.isFlat)
    }
    return ResolvedCommand(
      parsed, items, found: found, marks: request.marks,
      filing: FilingOrder(view.locale, by: view.key), editMatching, version: replayedVersion,
      in: editing)
  }

  /// The items at addresses of an edit.
  ///
  /// - Throws: `SessionError`; for names that are not exact only if that is all that is wrong, with
  ///   all of them, so that they can be asked about at once.
  private func targets(at words: [Word]) throws(SessionError) -> [Item] {
    let matching = replayedVersion.map(JournalOrigin.matching) ?? editMatching
    var items: [Item] = []
    var inexact: [AddressError] = []
    for word in words {
      do throws(SessionError) {
        items.append(try item(at: word, matching))
      } catch {
        guard case .address(let problem) = error, case .inexact = problem else { throw error }
        if !inexact.contains(problem) { inexact.append(problem) }
      }
    }
    if inexact.count > 1 { throw .inexact(inexact) }
    if let only = inexact.first { throw .address(only) }
    return items
  }

  func item(at word: Word, _ matching: NameMatching = .lenient) throws(SessionError) -> Item {
    switch word.reference {
    case .line(let number): return try item(onLine: number, writtenAs: word.text)
    case .last: return try item(onLine: listing.items.count, writtenAs: "0")
    case .current:
      guard let currentEntry else { throw .noCurrentEntry }
      return .entry(currentEntry)
    case .address(let text):
      do throws(AddressError) {
        return try book.item(at: text, matching)
      } catch {
        if let row = row(shownAs: text, matching) { return .entry(row) }
        throw .address(error)
      }
    }
  }

  /// The one row of a form that has no name, but is shown by this one, which says what it is.
  private func row(shownAs name: String, _ matching: NameMatching) -> Entry.ID? {
    guard let form else { return nil }
    func written(_ title: String) -> String { matching == .exact ? title : title.lowercased() }
    let wanted = written(name)
    var rows: [Entry.ID] = []
    catalogue.forEachEntry(in: .root) { entry in
      guard catalogue.label(of: entry).isEmpty else { return }
      if written(form.row(entry).title) == wanted { rows.append(entry) }
    }
    return rows.count == 1 ? rows[0] : nil
  }

  private func item(onLine number: Int, writtenAs text: String) throws(SessionError) -> Item {
    guard number > 0, number <= listing.items.count else {
      throw .noSuchLine(text, lineCount: listing.items.count)
    }
    let item = listing.items[number - 1]
    guard catalogue.contains(item) else { throw .lineIsGone(number) }
    return item
  }

  /// A word as an address that means the same in every session: the full name of the item that it
  /// leads to, whatever is next to that item.
  ///
  /// - Parameter manySiblings: An address in a section of more items is left as it was typed if
  ///   that is exact.
  func absoluteAddress(of word: Word, _ item: Item, manySiblings: Int = 10_000) -> String {
    if item == .section(.root) { return "/" }
    // Determining whether a name is unique requires looking at all siblings.
    let siblings = catalogue.sections[catalogue.parent(of: item)].itemCount
    if case .address(let text) = word.reference, siblings > manySiblings,
      catalogue.givenTitles.titles.isEmpty, (try? book.item(at: text, .exact)) == item
    {
      return text
    }
    return book.recordedAddress(of: item)
  }
}

extension SessionError {
  /// The error with the command that adds what was not found, if the command is one that gives
  /// values; with its usage if a word that is like no name may have been meant as a label.
  ///
  /// - Parameter isFlat: Whether entries are in no section.
  fileprivate func explained(by parsed: ParsedCommand, isFlat: Bool) -> SessionError {
    guard case .address(let error) = self, case .notFound(let name, let inside, let nearest) = error
    else { return self }
    let definition = parsed.definition
    let takesLabel = definition.forms.contains { $0.operands.contains { $0.kind == .label } }
    let hasLabel = parsed.operands.contains { $0.operand.kind == .label }
    let mayAdd =
      definition.name == .insert && !hasLabel || definition.name == .set && nearest == []
    if mayAdd, let section = inside ?? (isFlat && !takesLabel ? "/" : nil) {
      let words = [section, name].map { Quoting.quoted($0) }.joined(separator: " ")
      return .notAnAddress(error, hint: "to add it: insert \(words)")
    }
    return takesLabel && inside == nil && nearest.isEmpty
      ? .notAnAddress(error, hint: [definition].usage) : self
  }
}
