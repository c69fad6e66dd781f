import Catalogues
import Editing
import Presentation
import PropertyLists
import Searching

/// The mutable state of a catalogue, which only one task at a time uses.
final class CatalogueState {
  let session: EditingSession
  /// How the file is read.
  let options: ParseOptions
  var entries: ItemNumbers
  var sections: ItemNumbers
  /// What tables show, by their numbers.
  var views: [Int: RowsView] = [:]
  var nextView = 0
  /// Where each edit that can be undone begins in the session's history.
  var undoable: [Int] = []
  /// Where each edit that can be redone ends in the session's history.
  var redoable: [Int] = []

  /// The number of changes so far, of the catalogue or of what tables show, plus 1: 0 means that a
  /// table has not shown anything yet.
  private(set) var version = 1
  /// The rows edited by each of the last changes, with the numbers of `Row.ID`; `nil` for all rows.
  private var log: [Set<Presentation.Row.ID>?] = []
  /// The least number of changes that the log keeps. A table that has missed more changes reloads all
  /// its rows.
  private static let longestLog = 1000

  /// The save that is in progress.
  var saving: (session: EditingSession.Saving, version: Int)?

  init(
    _ catalogue: Catalogues.Catalogue, _ file: CatalogueFile, _ options: ParseOptions,
    locale: String
  ) {
    self.options = options
    session = EditingSession(catalogue, file: file, locale: locale)
    entries = ItemNumbers(count: catalogue.entryCount)
    sections = ItemNumbers(count: catalogue.sections.count)
  }

  var catalogue: Catalogues.Catalogue { session.catalogue }

  // MARK: Items

  func id(_ item: Item) -> Row.ID {
    switch item {
    case .entry(let entry): Row.ID(kind: .entry, number: entries.number(of: entry.rawValue))
    case .section(let section):
      Row.ID(kind: .section, number: sections.number(of: section.rawValue))
    }
  }

  /// - Throws: `CatalogueError.notFound` for an item that is gone.
  func item(_ id: Row.ID) throws(CatalogueError) -> Item {
    let item: Item? =
      switch id.kind {
      case .entry: entries.item(id.number).map { .entry(Catalogues.Entry.ID(rawValue: $0)) }
      case .section:
        sections.item(id.number).map { .section(Catalogues.Section.ID(rawValue: $0)) }
      case .footer: nil
      }
    guard let item, catalogue.contains(item) else {
      throw .notFound(
        id.kind == .footer ? "a text is not an entry" : "the entry or section has been deleted")
    }
    return item
  }

  func id(at address: String) throws(CatalogueError) -> Row.ID {
    do throws(AddressError) {
      return id(try session.book.item(at: address))
    } catch {
      throw .notFound("\(error)")
    }
  }

  func entry(_ id: Row.ID) throws(CatalogueError) -> Entry {
    guard case .entry(let entry) = try item(id) else {
      throw .notFound("a section is not an entry")
    }
    return Entry(
      id: id, label: catalogue.label(of: entry),
      address: session.book.fullAddress(of: .entry(entry)),
      value: Value(catalogue.value(of: entry), in: catalogue.document))
  }

  // MARK: Searching

  func prepareSearch() -> Bool { session.index.prepare(mostEntries: .max) { !Task.isCancelled } }

  func search(_ query: Query) throws(CatalogueError) -> [Row.ID] {
    let found = try found(query.search(in: session))
    return catalogue.inOutline(found.entries.entries).map { id(.entry($0)) }
  }

  func found(_ search: SearchQuery) throws(CatalogueError) -> Found {
    guard let found = session.index.search(search, while: { !Task.isCancelled }) else {
      throw .cancelled
    }
    if let message = found.messageOfUndecided(session.book) { throw .refused(message) }
    return found
  }

  // MARK: Undoing

  /// Runs a closure that may replace the session's catalogue, and then adapts numbers and views.
  func noting<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    let old = catalogue
    defer { if catalogue !== old { didReplace(old) } }
    try body()
  }

  func undo() throws(CatalogueError) -> Bool {
    guard let start = undoable.last else { return false }
    redoable.append(try moveHistory(to: start))
    undoable.removeLast()
    return true
  }

  func redo() throws(CatalogueError) -> Bool {
    guard let end = redoable.last else { return false }
    undoable.append(try moveHistory(to: end))
    redoable.removeLast()
    return true
  }

  /// Undoes or redoes steps until `count` of them are in force, as a whole or not at all.
  ///
  /// - Returns: How many steps were in force before.
  private func moveHistory(to count: Int) throws(CatalogueError) -> Int {
    let start = session.history.count
    try moveHistory { () throws(SessionError) in
      do throws(SessionError) {
        try go(to: count)
      } catch {
        try? go(to: start)
        throw error
      }
    }
    noteSteps(min(start, count)..<max(start, count))
    return start
  }

  /// Undoes or redoes steps until `count` steps are in force. A step that the session has attached to
  /// another step is undone and redone with that step.
  func go(to count: Int) throws(SessionError) {
    while session.history.count > count { _ = try session.undo() }
    while session.history.count < count { _ = try session.redo() }
  }

  /// Joins all steps in force to one edit that can be undone, and the undone steps among the first
  /// `count` steps to one edit that can be redone.
  func joinEdits(among count: Int) {
    let history = session.history
    let end = min(count, history.steps.count)
    undoable = history.count > 0 ? [0] : []
    redoable = history.count < end ? [end] : []
  }

  func moveHistory(_ body: () throws(SessionError) -> Void) throws(CatalogueError) {
    do throws(SessionError) { try noting(body) } catch { throw CatalogueError(error) }
  }

  // MARK: Noting what has changed

  /// Notes the rows that steps of the history have changed by being made or undone.
  func noteSteps(_ steps: Range<Int>) {
    var edited: Set<Presentation.Row.ID>? = []
    for step in session.history.steps[steps] {
      if let items = step.items, edited != nil {
        edited?.formUnion(rows(of: items))
      } else {
        edited = nil
      }
    }
    note(edited)
  }

  /// Notes a change, and wakes those who wait for one.
  func note(_ edited: Set<Presentation.Row.ID>?) {
    log.append(edited)
    if log.count > 2 * CatalogueState.longestLog {
      log.removeFirst(CatalogueState.longestLog)
    }
    version += 1
    for view in views.values { view.signal?.yield() }
  }

  /// The rows edited since a version; `nil` for all.
  func edited(since version: Int) -> Set<Presentation.Row.ID>? {
    let count = self.version - version
    guard count <= log.count else { return nil }
    var all: Set<Presentation.Row.ID> = []
    for edited in log.suffix(count) {
      guard let edited else { return nil }
      all.formUnion(edited)
    }
    return all
  }

  /// The rows of items and of the sections around them, with the numbers of `Row.ID`.
  private func rows(of items: [Item]) -> Set<Presentation.Row.ID> {
    var result: Set<Presentation.Row.ID> = []
    var seen: Set<Catalogues.Section.ID> = []
    func add(around section: Catalogues.Section.ID) {
      guard seen.insert(section).inserted else { return }
      for outer in catalogue.path(to: section) {
        let number = Catalogues.Section.ID(rawValue: sections.number(of: outer.rawValue))
        result.formUnion([.heading(.section(number)), .footer(of: .section(number))])
      }
      // What a row of a form shows depends on the rows that belong to it.
      if catalogue.shape.isForm { catalogue.formSection(section).entries.forEach(add) }
    }
    func add(_ entry: Catalogues.Entry.ID) {
      result.insert(
        .entry(Catalogues.Entry.ID(rawValue: entries.number(of: entry.rawValue))))
    }
    for item in items {
      switch item {
      case .entry(let entry):
        add(entry)
        add(around: catalogue.section(of: entry))
      case .section(let section):
        add(around: section)
        // In search results, the titles of inner sections begin with the title of this section.
        if section != .root, views.values.contains(where: \.isFiltered) {
          catalogue.sections(in: section).forEach(add(around:))
        }
      }
    }
    return result
  }

  /// Continues with a catalogue that has replaced another.
  private func didReplace(_ old: Catalogues.Catalogue) {
    let all = old.entries.map { Item.entry($0) } + old.sections.indices.map { .section($0) }
    var successors = session.successors(of: Set(all.filter(old.contains)), from: old)
    successors[.section(.root)] = .section(.root)
    var (newEntries, newSections) = (ItemNumbers(count: 0), ItemNumbers(count: 0))
    for (item, successor) in successors {
      let number = id(item).number
      switch successor {
      case .entry(let entry): newEntries.set(number, of: entry.rawValue)
      case .section(let section): newSections.set(number, of: section.rawValue)
      }
    }
    (entries, sections) = (newEntries, newSections)
    for view in views.values { view.refresh(session, successors: successors) }
    note(nil)
  }
}
