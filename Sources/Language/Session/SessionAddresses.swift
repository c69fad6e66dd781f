import Catalogues
import Editing
import Forms
import Grammar
import Platform

/// The items that words name in the present state of a session.
struct SessionAddresses {
  let editing: EditingSession
  /// The items on the lines of the last listing, whose numbers name them.
  let lines: [Item]
  /// The entry that `.` names.
  let current: Entry.ID?

  private var catalogue: Catalogue { editing.catalogue }
  private var book: AddressBook { editing.book }

  func items(
    at words: [Word], _ matching: NameMatching = .lenient
  ) throws(SessionError) -> [Item] {
    var items: [Item] = []
    for word in words { items.append(try item(at: word, matching)) }
    return items
  }

  /// The items at addresses of an edit.
  ///
  /// - Throws: `SessionError`. If the only errors are names that are not exact, it has all of them,
  ///   so that they can be asked about at once.
  func targets(at words: [Word], _ matching: NameMatching) throws(SessionError) -> [Item] {
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
    case .last: return try item(onLine: lines.count, writtenAs: "0")
    case .current:
      guard let current else { throw .noCurrentEntry }
      return .entry(current)
    case .address(let text):
      do throws(AddressError) {
        return try book.item(at: text, matching)
      } catch {
        if let row = row(shownAs: text, matching) { return .entry(row) }
        throw .address(error)
      }
    case .path(let text):
      return try rethrowing(editing.item(atPath: text), as: SessionError.address)
    }
  }

  /// The only row of a form that has no label but shows a name; `nil` if there are several.
  private func row(shownAs name: String, _ matching: NameMatching) -> Entry.ID? {
    guard let form = editing.form else { return nil }
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
    guard number > 0, number <= lines.count else {
      throw .noSuchLine(text, lineCount: lines.count)
    }
    let item = lines[number - 1]
    guard catalogue.contains(item) else { throw .lineIsGone(number) }
    return item
  }

  /// A word as an address that means the same in every session: the full address of its item,
  /// whatever is beside the item.
  ///
  /// - Parameter manySiblings: In a section with more items, an exact address is left as typed.
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
