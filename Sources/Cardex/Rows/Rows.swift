import Platform

/// The rows of a catalogue as the data source of a table: sections, rows and the strip of titles
/// beside them.
///
/// The outermost sections of the catalogue are the sections of the table; entries outside any
/// section are in a table section without a header. Nested sections are rows, as are the entries in
/// them.
///
/// Rows are a snapshot until ``update()``: edits, wherever they are made, show only after that, or
/// with the next of ``changes``. So a table never asks for a row that it does not know of. What a
/// row shows is always current.
///
/// Rows belong to one task or actor, such as the main actor. Calls that are not `async` take
/// microseconds, but wait while another task searches, refreshes, saves a folder, or saves under
/// another name.
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
  /// The position of a row, like an index path.
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
  /// The `CatalogueState.version` that the list shows.
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
  /// - Precondition: The section exists.
  public func numberOfRows(inSection section: Int) -> Int { list.sections[section].count }

  /// The row at a position.
  ///
  /// - Complexity: O(log *r*) in the number of runs of entries, apart from what the row shows.
  /// - Precondition: The row exists.
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
  /// - Precondition: The row exists.
  public func id(at position: Position) -> Row.ID {
    list.sections[position.section].id(at: position.row)
  }

  /// Where a row is; `nil` if it is not shown.
  ///
  /// - Complexity: O(*r*) in the number of runs of entries.
  public func position(of id: Row.ID) -> Position? { list.position(of: id) }

  /// The header of a section; `nil` for entries outside any section.
  ///
  /// - Precondition: The section exists.
  public func header(ofSection section: Int) -> Row? {
    let section = list.sections[section]
    guard let number = section.number else { return nil }
    return catalogue.state.withLock { [view] in
      $0.header(number, isExpanded: section.isExpanded, in: view)
    }
  }

  /// The text below a section, if it has one.
  ///
  /// - Precondition: The section exists.
  public func footer(ofSection section: Int) -> String? {
    guard let number = list.sections[section].footer else { return nil }
    return catalogue.state.withLock { $0.footer(number) }
  }

  /// The titles of the strip beside the table, one for each section with a title.
  public var indexTitles: [String] { indexedSections.map(\.title) }

  /// The section that a title of the strip leads to.
  ///
  /// - Precondition: The title exists.
  public func section(forIndexTitle index: Int) -> Int { indexedSections[index].section }

  private var indexedSections: [(title: String, section: Int)] {
    let numbers = list.sections.map(\.number)
    let titles = catalogue.state.withLock { $0.titles(numbers) }
    return zip(titles, titles.indices).compactMap { title, index in title.map { ($0, index) } }
  }

  // MARK: What changes

  /// Opens or closes a section, or a row of a form that other rows belong to. The file stays as it
  /// is.
  ///
  /// - Returns: The changes of the rows since the last update, including this one.
  public func toggle(_ id: Row.ID) -> RowChanges {
    catalogue.state.withLock { [view] in $0.toggle(id, in: view) }
    return update()
  }

  /// Shows only what a query finds, with its sections, or everything again. The search runs off the
  /// actor.
  ///
  /// Entries that are edited later are searched, too.
  ///
  /// - Parameters:
  ///   - query: `nil` for all entries.
  ///   - isolation: The actor that the rows belong to.
  /// - Returns: The changes of the rows since the last update, including this one.
  /// - Throws: `CatalogueError.refused` if the text is not a regular expression; `cancelled`.
  public func show(
    _ query: Query?, isolation: isolated (any Actor)? = #isolation
  ) async throws(CatalogueError) -> RowChanges {
    try await catalogue.show(query, in: view)
    return update()
  }

  /// Updates the snapshot with what has been edited since the last update.
  ///
  /// - Returns: The changes of the rows.
  /// - Complexity: O(*r* log *r* + *k*) in the numbers *r* of runs of entries and *k* of changed rows,
  ///   and O(*n*) if a query is shown and the catalogue was edited.
  public func update() -> RowChanges {
    let now = catalogue.state.withLock { [view, version] in $0.list(in: view, since: version) }
    guard let now else { return RowChanges() }
    defer { (list, version) = (now.list, now.version) }
    return now.list.changes(from: list, edited: now.edited)
  }

  /// The changes of the rows, as soon as something is edited. Each change is reported only once,
  /// either here or as the result of `update`, `toggle` or `show`.
  ///
  /// Edits that follow each other quickly are in one element. The sequence ends with its task. If
  /// several loops run over it, only the last one goes on.
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
