import Platform

/// The rows of a catalogue as the data source of a table: sections, rows and the strip of titles
/// beside them.
///
/// The outermost sections of the catalogue are those of the table; entries that are in no section are
/// in one without a header. Sections inside others are rows, as are the entries in them.
///
/// Rows are a snapshot until ``update()``: edits, wherever they are made, show only after that, or with
/// the next of ``changes``. So a table never asks for a row that it does not know of. Contents are
/// always those of the moment.
///
/// Belongs to one task or actor, such as the main actor, where all that is not `async` takes
/// microseconds. Waits while another task searches, refreshes, or saves a folder or under another name.
///
/// ```swift
/// let rows = catalogue.rows()
/// for section in 0..<rows.numberOfSections {
///   for row in 0..<rows.numberOfRows(inSection: section) {
///     print(rows.row(at: Rows.Position(section: section, row: row)).title)
///   }
/// }
/// ```
public final class Rows {
  /// Where a row is, as an index path says it.
  public struct Position: Hashable, Sendable {
    /// The index of the section, from 0.
    public var section: Int
    /// The index of the row in its section, from 0.
    public var row: Int

    /// Makes a position.
    public init(section: Int, row: Int) { (self.section, self.row) = (section, row) }
  }

  private let catalogue: Catalogue
  private let view: Int
  private var list = RowList()
  /// How many changes of the catalogue and of what is shown are in the list.
  private var version = 0

  init(of catalogue: Catalogue) {
    self.catalogue = catalogue
    view = catalogue.state.withLock { $0.openView() }
    _ = update()
  }

  deinit { catalogue.state.withLock { [view] in $0.closeView(view) } }

  // MARK: What a table asks for

  /// The number of sections.
  public var numberOfSections: Int { list.sections.count }

  /// The number of rows that are shown in a section; 0 if it is closed.
  ///
  /// - Precondition: There is such a section.
  public func numberOfRows(inSection section: Int) -> Int { list.sections[section].count }

  /// The row at a position.
  ///
  /// - Complexity: O(log *r*) in the number of runs of entries, apart from what the row shows.
  /// - Precondition: There is such a row.
  public func row(at position: Position) -> Row {
    let (run, offset) = list.sections[position.section].run(of: position.row)
    let outer = list.sections[position.section].number == nil ? 0 : 1
    return catalogue.state.withLock { [view] in
      $0.row(run, at: offset, outdentedBy: outer, in: view)
    }
  }

  /// What a row is about: its identity for a diffable data source.
  ///
  /// - Complexity: O(log *r*) in the number of runs of entries.
  /// - Precondition: There is such a row.
  public func id(at position: Position) -> Row.ID {
    list.sections[position.section].id(at: position.row)
  }

  /// Where a row is; `nil` if it is not shown.
  ///
  /// - Complexity: O(*r*) in the number of runs of entries.
  public func position(of id: Row.ID) -> Position? { list.position(of: id) }

  /// What is above a section; `nil` for entries that are in none.
  ///
  /// - Precondition: There is such a section.
  public func header(ofSection section: Int) -> Row? {
    let section = list.sections[section]
    guard let number = section.number else { return nil }
    return catalogue.state.withLock { [view] in
      $0.header(number, isExpanded: section.isExpanded, in: view)
    }
  }

  /// The text below a section, if it has one.
  ///
  /// - Precondition: There is such a section.
  public func footer(ofSection section: Int) -> String? {
    guard let number = list.sections[section].footer else { return nil }
    return catalogue.state.withLock { $0.footer(number) }
  }

  /// The titles of the strip beside the table, one for each section with a title.
  public var indexTitles: [String] { indexedSections.map(\.title) }

  /// The section that a title of the strip leads to.
  ///
  /// - Precondition: There is such a title.
  public func section(forIndexTitle index: Int) -> Int { indexedSections[index].section }

  private var indexedSections: [(title: String, section: Int)] {
    let numbers = list.sections.map(\.number)
    let titles = catalogue.state.withLock { $0.titles(numbers) }
    return zip(titles, titles.indices).compactMap { title, index in title.map { ($0, index) } }
  }

  // MARK: What changes

  /// Opens or closes a section, or a row of a form that others belong to. The file stays as it is.
  ///
  /// - Returns: What has become of the rows since the last update, with this.
  public func toggle(_ id: Row.ID) -> RowChanges {
    catalogue.state.withLock { [view] in $0.toggle(id, in: view) }
    return update()
  }

  /// Shows only what a query finds, with its sections, or everything again. The search runs off the
  /// actor.
  ///
  /// What is edited later is searched, too.
  ///
  /// - Parameters:
  ///   - query: `nil` for all entries.
  ///   - isolation: The actor that has the rows.
  /// - Returns: What has become of the rows since the last update, with this.
  /// - Throws: `CatalogueError.refused` if the text is not a regular expression; `cancelled`.
  public func show(
    _ query: Query?, isolation: isolated (any Actor)? = #isolation
  ) async throws(CatalogueError) -> RowChanges {
    try await catalogue.show(query, in: view)
    return update()
  }

  /// Catches up with what has been edited since the last time.
  ///
  /// - Returns: What has become of the rows.
  /// - Complexity: O(*r* log *r* + *k*) in the numbers *r* of runs of entries and *k* of changed rows,
  ///   and O(*n*) if a query is shown and the catalogue was edited.
  public func update() -> RowChanges {
    let now = catalogue.state.withLock { [view, version] in $0.list(in: view, since: version) }
    guard let now else { return RowChanges() }
    defer { (list, version) = (now.list, now.version) }
    return now.list.changes(from: list, edited: now.edited)
  }

  /// What becomes of the rows, as soon as it is edited. Each element is told once: together with
  /// those that `update` and others return, they lead from what the rows were to what they are.
  ///
  /// Edits that follow each other quickly are in one element. It ends with its task. Of several
  /// loops over it, the last one goes on.
  ///
  /// ```swift
  /// for await changes in rows.changes { apply(changes) }
  /// ```
  public var changes: some AsyncSequence<RowChanges, Never> { Updates(rows: self) }

  private struct Updates: AsyncSequence, AsyncIteratorProtocol {
    let rows: Rows
    private var signals: AsyncStream<Void>.Iterator

    init(rows: Rows) {
      self.rows = rows
      signals = rows.catalogue.state.withLock { [view = rows.view] in $0.signals(of: view) }
        .makeAsyncIterator()
    }

    func makeAsyncIterator() -> Updates { self }

    mutating func next(isolation actor: isolated (any Actor)?) async -> RowChanges? {
      while true {
        let changes = rows.update()
        if !changes.isEmpty { return changes }
        guard await signals.next(isolation: actor) != nil else { return nil }
      }
    }

    mutating func next() async -> RowChanges? { await next(isolation: nil) }
  }
}
