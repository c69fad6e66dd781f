import Catalogues
import Forms
import ICUText
import Language
import Platform
import Presentation
import Searching
import Terminal

extension Browser {
  /// What is filtered by, and what it has found.
  struct Filter {
    var line = InputLine()
    var terms = Terms()
    /// What was found last; `nil` before anything was.
    var found: FoundHits?
    /// Whether what was found is not for the line as it is, since more was typed or the expression
    /// is unfinished.
    var isBehind = false
    /// Whether that is since the expression is unfinished.
    var isUnfinished = false
    /// What was selected and shown before.
    let selection: Int
    var selected: Row.ID?
    let top: Int
    var earlier = EarlierLines()
  }

  /// How a text is searched for.
  struct Terms: Equatable {
    var scope = Scope.all
    var isExpression = false
    var isAccentSensitive = false
    var findsReadings = true

    /// In words, for the end of the field.
    var shown: String {
      let accents = isAccentSensitive ? "exact accents" : "accents"
      let kind = isExpression ? "expression" : accents + (findsReadings ? " · readings" : "")
      return scope.shown + " · " + kind
    }
  }

  /// Which fields are searched.
  enum Scope: Equatable {
    case all, label, detail
    case key(String)

    var shown: String {
      switch self {
      case .all: "all fields"
      case .label: "label"
      case .detail: "detail"
      case .key(let key): VisibleText.shown(key)
      }
    }

    var fields: SearchedFields {
      switch self {
      case .all: .all
      case .label: .label
      case .detail: .detail
      case .key(let key): .keys([key])
      }
    }
  }

  /// What a search has found, as rows.
  struct FoundHits {
    let text: String
    let terms: Terms
    let search: SearchQuery
    let records: RecordSet
    let rows: Rows
    /// How many entries were found.
    let count: Int
  }

  // MARK: Keys

  func beginFilter() {
    if filter == nil {
      filter = Filter(selection: selection, selected: selected, top: top)
    }
    mode = .filter
  }

  /// Shows only what matches a text from the start.
  package func beginFilter(with text: String) {
    beginFilter()
    filter?.line = InputLine(text)
    filterDidChange()
    mode = .list
  }

  func handleInFilter(_ key: Key) {
    switch key {
    case _ where filter?.line.isQuoting == true: edit(with: key)
    case .escape, .control("c"): return endFilter()
    case .enter: return acceptFilter()
    case .up: return recall(1)
    case .down: return recall(-1)
    case .tab, .pageDown: select(selection + (key == .tab ? 1 : layout.listRows))
    case .backTab, .pageUp: select(selection - (key == .backTab ? 1 : layout.listRows))
    case .control("o"): changeTerms { $0.scope = self.scope(after: $0.scope) }
    case .control("e"): changeTerms { $0.isExpression.toggle() }
    case .control("t"): changeTerms { $0.isAccentSensitive.toggle() }
    case .control("r"): changeTerms { $0.findsReadings.toggle() }
    case .control("l"): needsRedraw = true
    case .mouse:
      mode = .list
      handle(key)
      mode = .filter
    case .backspace where filter?.line.isEmpty == true: endFilter()
    default: edit(with: key)
    }
  }

  private func edit(with key: Key) {
    guard var line = filter?.line, let before = filter?.line.text else { return }
    line.take(key)
    let length = line.text.utf8.count
    if length > Browser.longestFilter, length > before.utf8.count {
      return complain("what is searched for may have at most \(Browser.longestFilter) bytes")
    }
    filter?.line = line
    if line.text == before { return }
    filter?.earlier = EarlierLines()
    filterDidChange()
  }

  /// More would be searched for in vain, and for long.
  static let longestFilter = 1 << 12

  private func changeTerms(_ change: (inout Terms) -> Void) {
    guard var terms = filter?.terms else { return }
    change(&terms)
    filter?.terms = terms
    filterDidChange()
  }

  /// All fields, label, detail, and then each key.
  private func scope(after scope: Scope) -> Scope {
    var scopes: [Scope] = [.all, .label]
    if catalogue.hasDetails { scopes.append(.detail) }
    scopes += keysOfSample.map { .key($0) }
    let place = scopes.firstIndex(of: scope) ?? -1
    return scopes[(place + 1) % scopes.count]
  }

  /// The keys of some entries: looking at all would take longer than a key may.
  private var keysOfSample: [String] {
    var keys: [String] = []
    for entry in catalogue.someEntries(256) {
      for field in catalogue.fields(of: entry) {
        if let key = field.key, !keys.contains(key) { keys.append(key) }
      }
    }
    return keys
  }

  private func recall(_ step: Int) {
    guard var filter else { return }
    guard filter.earlier.step(step, in: settings.searches.reversed(), &filter.line) else { return }
    self.filter = filter
    filterDidChange()
  }

  /// Leaves the field; the rows stay filtered.
  private func acceptFilter() {
    // What was typed last may not have been searched for yet.
    if filter?.isBehind == true { searchAgain() }
    mode = .list
    guard let text = filter?.line.text, !text.isEmpty else { return endFilter() }
    if settings.searches.last != text {
      settings.searches.append(text)
      keepSearch(text)
    }
  }

  /// Shows all rows again, where they were before the filter, whatever was selected in it.
  func endFilter() {
    guard let old = filter else { return }
    filter = nil
    filledTitles = nil
    mode = .list
    (selected, selection, top) = (old.selected, old.selection, old.top)
    settle()
  }

  // MARK: Searching

  private func filterDidChange() {
    guard let filter else { return }
    if filter.line.isEmpty {
      self.filter?.found = nil
      self.filter?.isBehind = false
      filledTitles = nil
      (selected, selection, top) = (filter.selected, filter.selection, filter.top)
      return settle()
    }
    // Even making a search would be in vain.
    if hasKeysWaiting() {
      self.filter?.isBehind = true
      self.filter?.isUnfinished = false
    } else {
      searchAgain()
    }
  }

  /// Opens the index for filtering, or makes it in some tenths of a second at most, until a key
  /// waits, so that the first one typed need not wait.
  package func prepareFilter() {
    if isPrepared { return }
    isPrepared = session.index.prepare(mostEntries: 100_000) { !self.hasKeysWaiting() }
  }

  /// Searches for the text of the field; if more keys come, the last hits stay.
  func searchAgain() {
    guard let filter, !filter.line.isEmpty else { return }
    self.filter?.isUnfinished = false
    do throws(SessionError) {
      guard let found = try find(filter.line.text, filter.terms) else {
        self.filter?.isBehind = true
        return
      }
      self.filter?.found = found
      self.filter?.isBehind = false
      lastSearch = found
      (filledTitles, builders.found) = (nil, nil)
      top = 0
      select(firstHit)
    } catch {
      self.filter?.isBehind = true
      // What is half typed need not be an expression yet.
      if case .expression = error { self.filter?.isUnfinished = true } else { report(error) }
    }
  }

  /// Searches again if keys made the last search void; to be called when none are waiting.
  package func catchUp() {
    if filter?.isBehind == true, mode.isFilter, filter?.isUnfinished == false {
      searchAgain()
    }
  }

  /// The first entry that is seen whose label matches, or else the first one.
  private var firstHit: Int {
    let builder = builder
    for index in 0..<min(rows.count, layout.listRows) {
      guard case .entry(let entry) = rows.id(at: index) else { continue }
      if !builder.row(of: entry, depth: 0).label.matches.isEmpty { return index }
    }
    if rows.count > 1, case .heading = rows.id(at: 0) { return 1 }
    return 0
  }

  /// - Returns: `nil` if keys were waiting before everything was found.
  private func find(_ text: String, _ terms: Terms) throws(SessionError) -> FoundHits? {
    let search = try session.search(
      for: text, in: terms.scope.fields, isExpression: terms.isExpression,
      isAccentSensitive: terms.isAccentSensitive, findsReadings: terms.findsReadings)
    // Showing where an expression matches must not keep a key waiting, either.
    search.matcher.budget.limit { [unowned self] in !hasKeysWaiting() }
    guard let found = session.index.search(search, while: { !self.hasKeysWaiting() })
    else { return nil }
    if let message = found.messageOfUndecided(session.book) {
      complain(VisibleText.shown(message))
    }
    let rows = Rows(Sectioning(catalogue, found: found.entries))
    let headings = rows.sectioning.headings
    let count =
      headings.isEmpty
      ? rows.sectioning.entryCount(under: .top)
      : headings.reduce(0) { $0 + rows.sectioning.entryCount(under: $1) }
    return FoundHits(
      text: text, terms: terms, search: search, records: found.entries, rows: rows, count: count)
  }

  // MARK: From hit to hit

  func goToHit(forward: Bool) {
    do throws(SessionError) {
      if filter?.found != nil {
        return goToHitInFilter(forward: forward)
      }
      if lastSearch == nil, let text = settings.searches.last {
        lastSearch = try find(text, Terms())
      }
      guard let lastSearch else { return complain("there was no search yet") }
      let hits = lastSearch.rows
      guard lastSearch.count > 0 else { return complain("nothing found: \(lastSearch.text)") }
      let place = hitPlace(in: hits, forward: forward)
      guard let entry = nearestEntry(in: hits, from: place, forward: forward) else { return }
      select(.entry(entry))
    } catch {
      report(error)
    }
  }

  private func goToHitInFilter(forward: Bool) {
    let count = rows.count
    for distance in 0..<count {
      let step = forward ? distance + 1 : count - distance - 1
      let index = (selection + step) % count
      if case .entry = rows.id(at: index) { return select(index) }
    }
  }

  /// The first index among hits that comes after the selected row, or the last one before it.
  private func hitPlace(in hits: Rows, forward: Bool) -> Int {
    if let own = selected.flatMap(hits.index(of:)) { return forward ? own + 1 : own - 1 }
    // Hits are in the order of the outline, so that the first one after the row can be bisected.
    let next = (0..<hits.count).partitionPoint { isAfterSelection(hits.id(at: $0)) }
    return forward ? next : next - 1
  }

  private func isAfterSelection(_ id: Row.ID) -> Bool {
    guard let selected, let own = item(selected), let other = item(id) else { return true }
    return catalogue.outlinePath(of: own).lexicographicallyPrecedes(
      catalogue.outlinePath(of: other))
  }

  private func nearestEntry(in hits: Rows, from start: Int, forward: Bool) -> Entry.ID? {
    let count = hits.count
    for distance in 0..<count {
      let index = (start + (forward ? distance : -distance) + 2 * count) % count
      if case .entry(let entry) = hits.id(at: index) { return entry }
    }
    return nil
  }
}

extension Browser.Mode {
  var isFilter: Bool { if case .filter = self { true } else { false } }
}

extension Catalogue {
  /// Where an item is in the outline: positions from the outermost section on.
  func outlinePath(of item: Item) -> [Int] {
    var path: [Int] = []
    var item = item
    while item != .section(.root) {
      path.append(position(of: item))
      item = .section(parent(of: item))
    }
    return path.reversed()
  }
}
