import Catalogues
import Editing
import Forms
import Platform
import Presentation
import Searching

/// What a table shows of a session's catalogue: which rows, and how they are made.
final class RowsView {
  private(set) var rows: Presentation.Rows
  private(set) var builder: RowBuilder
  /// Wakes the task that waits for changes.
  var signal: AsyncStream<Void>.Continuation?
  /// The rows of the whole catalogue, while only search results are shown.
  private var whole: (rows: Presentation.Rows, builder: RowBuilder)?
  private var query: Query?
  /// Whether only search results are shown.
  var isFiltered: Bool { query != nil }
  /// The revision of the catalogue that was searched last.
  private var revision = 0

  init(_ session: EditingSession) {
    let sectioning = Sectioning(session.catalogue)
    rows = Presentation.Rows(sectioning, state: OutlineState(startingIn: session.catalogue))
    builder = RowsView.builder(session, sectioning)
  }

  private static func builder(_ session: EditingSession, _ sectioning: Sectioning) -> RowBuilder {
    let contents = EntryContents(
      session.catalogue, form: session.form, book: session.book, fileName: "")
    return RowBuilder(sectioning, contents: contents, form: session.form)
  }

  /// Opens or closes a section or a row of a form.
  func toggle(_ item: Item, _ session: EditingSession) {
    switch item {
    case .section(let section): rows.apply(.toggle, to: .section(section))
    case .entry(let entry):
      guard let form = session.form, rows.sectioning.isOwn else { return }
      let row = form.row(entry)
      guard row.isDisclosable else { return }
      rows.apply(.toggle, to: row, of: form)
      builder.openRows = rows.state.rows
    }
  }

  /// Shows what a query finds, or everything again.
  func show(_ query: Query?, _ state: CatalogueState) throws(CatalogueError) {
    guard let query else {
      if let whole { (rows, builder) = whole }
      (whole, self.query) = (nil, nil)
      return
    }
    try search(query, state)
    self.query = query
  }

  /// Searches again if the catalogue has been edited since.
  func searchAgain(_ state: CatalogueState) {
    guard let query, revision != state.session.catalogue.revision else { return }
    // If the search is no longer possible, the last results stay.
    try? search(query, state)
  }

  private func search(_ query: Query, _ state: CatalogueState) throws(CatalogueError) {
    let session = state.session
    let search = try query.search(in: session)
    let found = Sectioning(session.catalogue, found: try state.found(search).entries)
    let all = whole ?? (rows, builder)
    whole = all
    let isFirst = self.query == nil
    rows = Presentation.Rows(found, state: isFirst ? OutlineState() : rows.state)
    builder = all.builder.showing(
      found, hits: HitMatches(session.catalogue, search, showsMatches: true), book: session.book)
    revision = session.catalogue.revision
  }

  /// Shows the catalogue that has replaced another.
  func refresh(_ session: EditingSession, successors: [Item: Item]) {
    let sectioning = Sectioning(session.catalogue)
    let new = RowsView.builder(session, sectioning)
    if let whole {
      whole.rows.refresh(sectioning, successors: successors)
      self.whole = (whole.rows, new)
      // Rows are searched again as soon as they are asked for.
      revision = -1
    } else {
      rows.refresh(sectioning, successors: successors)
      builder = new
    }
  }
}
