import Catalogues
import ICUText
import Outlines

/// Looking at the entries under the labels of an alphabetic index.
extension Session {
  /// The entries under the labels as they are now.
  func letterListing() throws(SessionError) -> AlphabeticListing {
    if let listing = view.listing { return listing }
    let listing = try view.entryFiling().listing(of: catalogue) { () throws(SessionError) in
      try checkInterrupt()
    }
    view.listing = listing
    return listing
  }

  /// What an address leads to while the index is on.
  private enum LetterTarget: Equatable {
    case label(group: Int)
    case item(Item)
  }

  /// Shows labels with their entries, and other addresses as they are shown without an index.
  func showByLetter(_ words: [Word], paging: Paging?, isCollapsed: Bool) throws(SessionError) {
    var targets: [LetterTarget] = []
    for word in words { targets.append(try target(at: word)) }
    guard let first = targets.first, targets != [.item(.section(.root))] else {
      return try showLetters(isWhole: !targets.isEmpty, paging: paging, isCollapsed: isCollapsed)
    }
    if targets.count == 1 { return try show(first, paging: paging, isCollapsed: isCollapsed) }
    // Several targets share one listing, which then has no pages.
    listing = SessionListing()
    for target in targets {
      try show(target, paging: .all, isCollapsed: isCollapsed, after: listing.items)
    }
  }

  /// The target of a word: the label that equals the word, even if it has no entries; otherwise,
  /// the word is an address.
  private func target(at word: Word) throws(SessionError) -> LetterTarget {
    guard case .address(let text) = word.reference else { return .item(try item(at: word)) }
    let listing = try letterListing()
    guard let place = listing.index.labels.firstIndex(where: { $0.text == text }) else {
      return .item(try item(at: word))
    }
    guard let group = listing.groups.firstIndex(where: { $0.place == place }) else {
      throw .noSuchLabel(text)
    }
    return .label(group: group)
  }

  private func show(
    _ target: LetterTarget, paging: Paging?, isCollapsed: Bool, after known: [Item] = []
  ) throws(SessionError) {
    switch target {
    case .item(let item):
      try show(item, paging: paging, isCollapsed: isCollapsed, after: known)
    case .label(let group):
      if !isCollapsed {
        let place = try letterListing().groups[group].place
        if view.isClosed(place) { view.open(place, closesOthers: outlineState.isAccordion) }
      }
      let source = SessionListing.Source.letters(LetterCursor(group), closesAll: isCollapsed)
      try list(source, paging: paging, after: known)
    }
  }

  /// Lists the index from the current label onwards, or all of it.
  private func showLetters(isWhole: Bool, paging: Paging?, isCollapsed: Bool) throws(SessionError) {
    let listing = try letterListing()
    let start = isWhole ? nil : view.current.flatMap(listing.group)
    let cursor = LetterCursor(from: start ?? 0)
    try list(.letters(cursor, closesAll: isCollapsed), paging: paging)
  }

  func listLabels() throws(SessionError) {
    let listing = try nonEmptyLetters()
    try list(.labels(listing.groups.map(\.place)))
  }

  private func nonEmptyLetters() throws(SessionError) -> AlphabeticListing {
    let listing = try letterListing()
    if listing.groups.isEmpty { throw .noEntries }
    return listing
  }

  /// The current label; empty if there is none.
  var currentLabel: String {
    view.current.map { view.entryFiling().names.index.labels[$0].text } ?? ""
  }

  /// The labels that completion knows: those with entries, if the index has been listed.
  var labels: [String] {
    if let listing = view.listing { return listing.groups.map { listing.label(of: $0).text } }
    return view.entryFiling().names.index.labels.filter(\.isOwn).map(\.text)
  }

  // MARK: Jumping

  func jumpByLetter(to title: String) throws(SessionError) {
    let listing = try nonEmptyLetters()
    let place = view.entryFiling().names.place(named: title)
    guard let group = listing.group(nearest: place) else { throw .noEntries }
    if listing.groups[group].place != place {
      let nearest = listing.label(of: listing.groups[group]).text
      let title = VisibleText.shown(title)
      try write(line: "no entries under '\(title)'; the nearest is \(nearest)")
    }
    try go(toGroup: group, of: listing)
  }

  func stepByLetter(by distance: Int) throws(SessionError) {
    let listing = try nonEmptyLetters()
    let count = listing.groups.count
    let current = view.current.flatMap(listing.group) ?? (distance > 0 ? -1 : count)
    let next = min(max(current + distance, 0), count - 1)
    if next == current {
      try write(line: distance > 0 ? "this is the last label" : "this is the first label")
    }
    try go(toGroup: next, of: listing)
  }

  private func go(toGroup group: Int, of listing: AlphabeticListing) throws(SessionError) {
    let place = listing.groups[group].place
    view.current = place
    currentEntry = nil
    view.open(place, closesOthers: outlineState.isAccordion)
    try list(.letters(LetterCursor(from: group), closesAll: false))
  }

  // MARK: Opening and closing

  /// Opens or closes labels.
  func changeLetters(
    _ part: OutlinePart, _ disclosure: Disclosure
  ) throws(SessionError) {
    let listing = try nonEmptyLetters()
    let groups = try self.groups(of: part, in: listing)
    var places = groups.map { listing.groups[$0].place }
    // Labels that are empty now may get entries.
    let isAccordion = outlineState.isAccordion || disclosure == .accordion
    if part == .all, !isAccordion { places = Array(listing.index.labels.indices) }
    for place in places {
      if disclosure.opens(isClosed: view.isClosed(place)) {
        view.open(place, closesOthers: isAccordion)
      } else {
        view.close(place)
      }
    }
    if case .all = part { return }
    self.listing = SessionListing()
    for group in groups { try write(heading: listing.groups[group], of: listing) }
  }

  private func groups(
    of part: OutlinePart, in listing: AlphabeticListing
  ) throws(SessionError) -> [Int] {
    let all = Array(listing.groups.indices)
    switch part {
    case .all: return all
    case .current: return view.current.flatMap(listing.group).map { [$0] } ?? all
    case .sections(let words):
      var groups: [Int] = []
      for word in words { groups.append(try group(at: word, in: listing)) }
      return groups
    }
  }

  /// The group of the label that a word names, or of the entry that it leads to.
  private func group(
    at word: Word, in listing: AlphabeticListing
  ) throws(SessionError) -> Int {
    guard case .address(let text) = word.reference else {
      return try group(of: try item(at: word), in: listing)
    }
    if let place = listing.index.labels.firstIndex(where: { $0.text == text }),
      let group = listing.groups.firstIndex(where: { $0.place == place })
    {
      return group
    }
    if let address = try? Address(text), let item = try? book.item(at: address), item.isEntry {
      return try group(of: item, in: listing)
    }
    let place = view.entryFiling().names.place(named: text)
    guard let group = listing.groups.firstIndex(where: { $0.place == place }) else {
      throw .noSuchLabel(text)
    }
    return group
  }

  private func group(
    of item: Item, in listing: AlphabeticListing
  ) throws(SessionError) -> Int {
    guard case .entry(let entry) = item else { throw .noSuchLabel(book.address(of: item)) }
    let place = view.entryFiling().place(of: entry, in: catalogue)
    guard let group = listing.groups.firstIndex(where: { $0.place == place }) else {
      throw .noSuchLabel(book.address(of: item))
    }
    return group
  }

  /// Opens the label that an entry is filed under, so that the entry can be seen.
  func revealByLetter(_ entry: Entry.ID) {
    let place = view.entryFiling().place(of: entry, in: catalogue)
    if view.isClosed(place) { view.open(place, closesOthers: outlineState.isAccordion) }
  }

  /// Closes all labels but the current one.
  func closeOtherLabels() throws(SessionError) {
    let listing = try letterListing()
    if let group = view.current.flatMap(listing.group) ?? listing.groups.indices.first {
      view.open(listing.groups[group].place, closesOthers: true)
    }
  }

  // MARK: Printing

  /// Writes a label's line, which has no number: a label is not an item.
  func write(
    heading group: AlphabeticListing.Group, of listing: AlphabeticListing, isClosed: Bool? = nil
  ) throws(SessionError) {
    let isClosed = isClosed ?? view.isClosed(group.place)
    let row = LetterRows(listing).heading(group, isClosed: isClosed)
    try write(unnumbered: numberedOutline.line(for: row))
  }

  func printLetters(_ cursor: LetterCursor, closesAll: Bool, rows: Int) throws(SessionError) {
    let listing = try letterListing()
    var cursor = cursor
    let isClosed = isLabelClosed(closesAll)
    var items = itemRows
    items.setsRowsIn = false
    var entries: [Entry.ID] = []
    var isBelowHeading = false
    func flush(endsGroup: Bool) throws(SessionError) {
      try write(
        entries.map { (items.entry($0, depth: 1), $0) }, begins: isBelowHeading, ends: endsGroup)
      entries = []
      isBelowHeading = false
    }
    var count = 0
    while count < rows, let row = cursor.next(in: listing, isClosed: isClosed) {
      count += 1
      switch row {
      case .heading(let group):
        try flush(endsGroup: true)
        try write(heading: group, of: listing, isClosed: isClosed(group.place))
        isBelowHeading = true
      case .entry(let entry):
        // Without pages, rows are printed in batches as they come.
        if entries.count == 4096 {
          try checkInterrupt()
          try flush(endsGroup: false)
        }
        if count == 1 { isBelowHeading = isFirst(entry, in: listing) }
        entries.append(entry)
      }
    }
    var next = cursor
    let shouldContinue =
      if case .entry? = next.next(in: listing, isClosed: isClosed) { true } else { false }
    try flush(endsGroup: !shouldContinue)
    var rest = cursor
    let left = rest.skip(in: listing, isClosed: isClosed)
    cursor.keepPlace(in: listing)
    self.listing.source = left > 0 ? .letters(cursor, closesAll: closesAll) : .nothing
    try write(rowsLeft: left)
  }

  /// Whether an entry is directly below its label.
  private func isFirst(_ entry: Entry.ID, in listing: AlphabeticListing) -> Bool {
    let place = view.entryFiling().place(of: entry, in: catalogue)
    return listing.groups.first { $0.place == place }?.entries.first == entry
  }

  func printLabels(_ places: [Int], rows: Int) throws(SessionError) {
    let listing = try letterListing()
    let groups = listing.groups.filter { places.contains($0.place) }
    for group in groups.prefix(rows) { try write(heading: group, of: listing) }
    let rest = groups.dropFirst(rows)
    self.listing.source = rest.isEmpty ? .nothing : .labels(rest.map(\.place))
    try write(rowsLeft: rest.count)
  }
}
