import Catalogues
import Editing
import ICUText
import Language
import Presentation
import Searching
import Terminal

/// The filter, in which each key searches.
extension Browser {
  // MARK: Keys

  func beginFilter() {
    if list.filter == nil { list.filter = Filter(before: list.position) }
    mode = .filter
  }

  /// Shows only what matches a text from the start.
  package func beginFilter(with text: String) {
    beginFilter()
    list.filter?.line = InputLine(text)
    filterDidChange()
    mode = .list
  }

  func handleInFilter(_ key: Key) {
    switch key {
    case _ where list.filter?.line.isQuoting == true: edit(with: key)
    case .escape, .control("c"): return endFilter()
    case .enter: return acceptFilter()
    case .up: return recall(1)
    case .down: return recall(-1)
    case .tab: list.select(list.selection + 1)
    case .backTab: list.select(list.selection - 1)
    case .pageDown: list.select(list.selection + view.layout.list.count)
    case .pageUp: list.select(list.selection - view.layout.list.count)
    case .control("o"): changeTerms { $0.fields = self.scope(after: $0.fields) }
    case .control("e"): changeTerms { $0.isExpression.toggle() }
    case .control("t"): changeTerms { $0.isAccentSensitive.toggle() }
    case .control("r"): changeTerms { $0.findsReadings.toggle() }
    case .control("l"): needsRedraw = true
    case .mouse:
      mode = .list
      handle(key)
      mode = .filter
    case .backspace where list.filter?.line.isEmpty == true: endFilter()
    default: edit(with: key)
    }
  }

  private func edit(with key: Key) {
    guard var line = list.filter?.line else { return }
    let before = line.text
    line.take(key)
    let length = line.text.utf8.count
    if length > Browser.longestFilter, length > before.utf8.count {
      return complain("what is searched for may have at most \(Browser.longestFilter) bytes")
    }
    list.filter?.line = line
    if line.text == before { return }
    list.filter?.earlier = EarlierLines()
    filterDidChange()
  }

  /// More would be searched for in vain, and for long.
  static let longestFilter = 1 << 12

  private func changeTerms(_ change: (inout Filter.Terms) -> Void) {
    guard var terms = list.filter?.terms else { return }
    change(&terms)
    list.filter?.terms = terms
    filterDidChange()
  }

  /// All fields, label, detail, and then each key of some entries: looking at all of them would take
  /// longer than a key may.
  private func scope(after scope: SearchedFields) -> SearchedFields {
    var scopes: [SearchedFields] = catalogue.hasDetails ? [.all, .label, .detail] : [.all, .label]
    for field in catalogue.someEntries(256).flatMap(catalogue.fields) {
      if let key = field.key, !scopes.contains(.keys([key])) { scopes.append(.keys([key])) }
    }
    let index = scopes.firstIndex(of: scope) ?? -1
    return scopes[(index + 1) % scopes.count]
  }

  private func recall(_ step: Int) {
    guard var filter = list.filter,
      filter.earlier.step(step, in: settings.searches.reversed(), &filter.line)
    else { return }
    list.filter = filter
    filterDidChange()
  }

  /// Leaves the field; the rows stay filtered.
  private func acceptFilter() {
    // What was typed last may not have been searched for yet.
    if list.filter?.status != .current { searchAgain() }
    mode = .list
    guard let text = list.filter?.line.text, !text.isEmpty else { return endFilter() }
    if settings.searches.last != text {
      settings.searches.append(text)
      keepSearch(text)
    }
  }

  /// Shows all rows again, where they were before the filter, whatever was selected in it.
  func endFilter() {
    guard list.filter != nil else { return }
    list.endFilter()
    mode = .list
  }

  // MARK: Searching

  private func filterDidChange() {
    guard let filter = list.filter else { return }
    if filter.line.isEmpty {
      list.filter?.found = nil
      list.filter?.status = .current
      list.position = filter.before
      return list.settle()
    }
    // Even making a search would be in vain.
    if hasKeysWaiting() { list.filter?.status = .outdated } else { searchAgain() }
  }

  /// Opens the index for filtering, or makes it in some tenths of a second at most, until a key
  /// waits, so that the first one typed need not wait.
  package func prepareFilter() {
    if isPrepared { return }
    isPrepared = session.index.prepare(mostEntries: 100_000) { !self.hasKeysWaiting() }
  }

  /// Searches for the text of the field; if more keys come, the last hits stay.
  func searchAgain() {
    guard let filter = list.filter, !filter.line.isEmpty else { return }
    list.filter?.status = .outdated
    do throws(SessionError) {
      guard let found = try find(filter.line.text, filter.terms) else { return }
      list.filter?.found = found
      list.filter?.status = .current
      lastSearch = found
      list.position.top = 0
      list.select(firstHit)
    } catch {
      // What is half typed need not be an expression yet.
      if case .expression = error { list.filter?.status = .unfinished } else { report(error) }
    }
  }

  /// Searches again if keys made the last search void; to be called when none are waiting.
  package func catchUp() {
    if list.filter?.status == .outdated, mode.isFilter { searchAgain() }
  }

  /// The first entry that is seen whose label matches, or else the first one.
  private var firstHit: Int {
    let (rows, builder) = (list.rows, list.builder)
    for index in 0..<min(rows.count, view.layout.list.count) {
      guard case .entry(let entry) = rows.id(at: index) else { continue }
      if !builder.row(of: entry, depth: 0).label.matches.isEmpty { return index }
    }
    if rows.count > 1, case .heading = rows.id(at: 0) { return 1 }
    return 0
  }

  /// - Returns: `nil` if keys were waiting before everything was found.
  func find(_ text: String, _ terms: Filter.Terms) throws(SessionError) -> FoundRows? {
    let search = try session.entrySearch.query(
      for: text, in: terms.fields, isExpression: terms.isExpression,
      isAccentSensitive: terms.isAccentSensitive, findsReadings: terms.findsReadings)
    // Showing where an expression matches must not keep a key waiting, either.
    search.matcher.budget.limit { [unowned self] in !hasKeysWaiting() }
    guard let found = session.index.search(search, while: { !self.hasKeysWaiting() })
    else { return nil }
    if let message = found.messageOfUndecided(session.book) {
      complain(VisibleText.shown(message))
    }
    let rows = Rows(Sectioning(catalogue, found: found.entries))
    return FoundRows(rows, by: search, for: text, among: list.all)
  }
}
