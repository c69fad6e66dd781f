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
    if list.filter == nil { list.filter = Filter(before: list.position, state.terms) }
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
    case .tab where settings.isPicking: perform(.mark)
    case .tab: list.select(list.selection + 1)
    case .backTab: list.select(list.selection - 1)
    case .pageDown: perform(.pageDown)
    case .pageUp: perform(.pageUp)
    case .control("o"): perform(.scope)
    case .control("e"): perform(.expression)
    case .control("t"): perform(.accents)
    case .control("r"): perform(.readings)
    case .control("l"): needsRedraw = true
    case .control("s"): save()
    case .mouse:
      mode = .list
      handle(key)
      mode = .filter
    case .backspace where list.filter?.line.isEmpty == true: endFilter()
    default: edit(with: key)
    }
  }

  /// Appends what is typed in the list to the filter, or erases what was typed last.
  ///
  /// - Returns: Whether the key is handled: it is text, or erases text.
  func takeText(_ key: Key) -> Bool {
    guard state.filtersByTyping else { return false }
    let isEmpty = list.filter?.line.isEmpty ?? true
    var text: Key
    switch key {
    case .character where isEmpty && state.keys.match([key]) != .none: return false
    case .character("\u{3000}"): text = " "
    case .character, .backspace, .control("w"), .control("u"), .meta("\u{7F}"): text = key
    case .paste(let pasted):
      if isEmpty, pasted.hasPrefix(":") {
        askForCommand(String(pasted.dropFirst()))
        return true
      }
      let lines = pasted.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline)
      let isEnd = pasted.last?.isNewline == true
      text = .paste(lines.joined(separator: " ") + (isEnd && !isEmpty ? " " : ""))
      if isEmpty, case .paste(let words) = text { text = .paste(String(words.drop { $0 == " " })) }
    // A key with Alt is ignored: it may have been Esc and a command.
    case .meta: return true
    default: return false
    }
    if isEmpty {
      guard text != .paste("") else { return true }
      switch text {
      case .character, .paste:
        list.filter = list.filter ?? Filter(before: list.position, state.terms)
      default: return true
      }
    }
    edit(with: text)
    if list.filter?.line.isEmpty == true { endFilter() }
    return true
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
    list.filter?.earlier = LineRecall()
    filterDidChange()
  }

  /// The maximum length of the text in bytes: searching for more would take long, in vain.
  static let longestFilter = 1 << 12

  /// Changes how texts are searched for, from now on.
  func changeTerms(_ change: (inout Filter.Terms) -> Void) {
    var terms = state.terms
    change(&terms)
    state.terms = terms
    list.filter?.terms = terms
    if list.filter == nil { say(state.terms.shown) } else { filterDidChange() }
  }

  /// The fields to search after the current ones: all fields, label, detail, and then each key of
  /// some entries. Looking at all entries would take longer than a key may.
  func scope(after scope: SearchedFields) -> SearchedFields {
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

  /// Leaves the line of the filter; the rows stay filtered.
  private func acceptFilter() {
    // What was typed last may not have been searched for yet.
    if list.filter?.status != .current { searchAgain() }
    mode = .list
    if list.filter?.line.isEmpty ?? true { endFilter() } else { keepFilter() }
  }

  /// Adds the text of the filter to the earlier searches.
  func keepFilter() {
    guard let text = list.filter?.line.text, !text.isEmpty, settings.searches.last != text else {
      return
    }
    settings.searches.append(text)
    keepSearch(text)
  }

  /// Shows earlier searches, to choose from.
  func chooseSearch() {
    var earlier: [String] = []
    for text in settings.searches.reversed() where !earlier.contains(text) { earlier.append(text) }
    if earlier.isEmpty { return complain("there was no search yet") }
    mode = .choice(
      ChoiceList(
        title: "Earlier searches",
        choices: earlier.map { text in
          ChoiceList.Choice(label: text) { $0.beginFilter(with: text) }
        }))
  }

  /// Shows all rows again, with the selection and the first row from before the filter.
  func endFilter() {
    guard list.filter != nil else { return }
    list.endFilter()
    state.terms = Filter.Terms()
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
    // While keys are waiting, even preparing a search would be in vain.
    if hasKeysWaiting() { list.filter?.status = .outdated } else { searchAgain() }
  }

  /// Opens or makes the index for filtering, so that the first key typed need not wait.
  ///
  /// Making it takes some tenths of a second at most, and ends when a key waits.
  package func prepareFilter() {
    if isPrepared { return }
    isPrepared = session.index.prepare(mostEntries: 100_000) { !self.hasKeysWaiting() }
  }

  /// Searches for the text of the filter; if more keys come, the last hits stay.
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

  /// Searches again if more was typed since the last search; to be called when no keys are waiting.
  package func catchUp() {
    if list.filter?.status == .outdated, mode.isFilter || state.filtersByTyping { searchAgain() }
  }

  /// The index of the first visible entry whose label matches, or else of the first entry.
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
    var entries = found.entries
    let hits = HitMatches(catalogue, search, showsMatches: false)
    entries.formUnion(hits.entries { [list] in list.all.builder.row(of: $0, depth: 0) })
    let rows = Rows(Sectioning(catalogue, found: entries))
    return FoundRows(rows, by: search, for: text, among: list.all)
  }
}
