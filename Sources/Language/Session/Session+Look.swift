import Catalogues
import Editing
import Forms
import Grammar
import ICUText
import Outlines
import Platform
import Presentation
import PropertyLists
import Terminal

/// Viewing the outline and moving around in it.
extension Session {
  func show(
    _ addresses: [Word], paging: Paging?, as shown: ListedRows.Shown
  ) throws(SessionError) {
    var members: [Sectioning.Member] = []
    for word in addresses { members.append(try member(at: word)) }
    guard let first = members.first else {
      var listed = ListedRows(top: .top)
      (listed.start, listed.shown) = (currentHeading(in: try sectioning()), shown)
      return try list(listed, paging: paging)
    }
    if members.count == 1 { return try show(first, paging: paging, as: shown) }
    // Several members share one listing without pages.
    listing = SessionListing()
    for member in members {
      try show(member, paging: .all, as: shown, after: listing.items)
    }
  }

  /// The heading or entry that a word names. While entries are listed by letter, a letter takes
  /// precedence over an address.
  private func member(at word: Word) throws(SessionError) -> Sectioning.Member {
    if view.isOn, case .address(let text) = word.reference, let letter = letter(named: text) {
      guard try sectioning().contains(letter) else { throw .noSuchLabel(text) }
      return .heading(letter)
    }
    let item = try addresses.item(at: word)
    switch item {
    case .entry(let entry): return .entry(entry)
    case .section: return .heading(item.heading ?? .top)
    }
  }

  private func show(
    _ member: Sectioning.Member, paging: Paging?, as shown: ListedRows.Shown,
    after known: [Item] = []
  ) throws(SessionError) {
    switch member {
    case .heading(let heading):
      let sectioning = try sectioning(of: heading)
      if shown == .asIs { state.outline.reveal(sectioning.path(to: heading), in: sectioning) }
      var listed = ListedRows(top: heading)
      listed.shown = shown
      try list(listed, paging: paging, after: known)
    case .entry(let entry):
      if case .page(let page, _) = paging, page > 1 {
        throw .reported(.noPage(page, of: 1))
      }
      currentEntry = entry
      reveal(.entry(entry))
      listing = SessionListing(items: known)
      try writeFields(of: .entry(entry))
    }
  }

  /// Prints the present values at paths.
  func print(_ values: PrintedValues, at paths: [ValuePath]) throws(SessionError) {
    let tree = EditedTree(try editing.currentDocument())
    for path in paths {
      let texts = try rethrowing(values.texts(at: path, in: tree), as: SessionError.path)
      for text in texts {
        try output.write(text)
        try output.write(end: values.end)
      }
    }
  }

  /// Prints all fields of items, or of the catalogue.
  func showFields(_ addresses: [Word]) throws(SessionError) {
    let items = try addresses.isEmpty ? [.section(.root)] : self.addresses.items(at: addresses)
    listing = SessionListing()
    for item in items {
      if case .entry(let entry) = item { currentEntry = entry }
      try writeFields(of: item)
    }
  }

  private func writeFields(of item: Item) throws(SessionError) {
    let address = VisibleText.shown(book.fullAddress(of: item))
    try listing.write(numbered: StyledText(address), item, to: output)
    let builder = rowBuilder(Sectioning(catalogue))
    let fields =
      switch item {
      case .entry(let entry): builder.fields(of: entry)
      case .section(let section): builder.allFields(of: section)
      }
    try listing.write(unnumbered: numberedOutline.lines(of: fields), to: output)
  }

  func listSections() throws(SessionError) {
    listing = SessionListing(source: .headings(try headings(in: sectioning())))
    try printPage()
  }

  /// All headings; it is an error if there are none.
  private func headings(in sectioning: Sectioning) throws(SessionError) -> [Heading] {
    let headings = sectioning.headings
    if headings.isEmpty { throw view.isOn ? .noEntries : .noSections }
    return headings
  }

  // MARK: Jumping

  /// The heading that was visited last; `nil` before the first visit and after its deletion.
  var currentHeading: Heading? {
    if view.isOn { return view.current }
    return currentSection == .root ? nil : .section(currentSection)
  }

  /// The heading that was visited last or, if it is a letter without entries, the nearest one
  /// before it.
  private func currentHeading(in sectioning: Sectioning) -> Heading? {
    currentHeading.flatMap { $0.letter == nil ? $0 : sectioning.letter(nearest: $0) }
  }

  func jump(to title: String) throws(SessionError) {
    let sectioning = try sectioning()
    let headings = try headings(in: sectioning)
    let shown = VisibleText.shown(title)
    if view.isOn {
      let wanted = Heading.letter(view.entryFiling().names.letter(named: title))
      let nearest = sectioning.letter(nearest: wanted) ?? headings[0]
      if nearest != wanted {
        try output.write(line: "no entries under '\(shown)'; the nearest is \(name(of: nearest))")
      }
      return try go(to: nearest, in: sectioning)
    }
    let index = SectionIndex(catalogue, filing: filing)
    guard let target = index.section(titled: title, book: book) else { throw .noSections }
    let heading = Heading.section(target.section)
    if case .nearest = target {
      let nearest = VisibleText.shown(name(of: heading))
      try output.write(line: "no section '\(shown)'; the nearest is \(nearest)")
    }
    try go(to: heading, in: sectioning)
  }

  /// A section's address, or a letter.
  func name(of heading: Heading) -> String {
    switch heading {
    case .section(let section): book.address(of: .section(section))
    case .letter(let letter): view.entryFiling().names.index[letter].text
    case .top, .news, .sectionNews, .letterNews: ""
    }
  }

  func step(by distance: Int) throws(SessionError) {
    let sectioning = try sectioning()
    let headings = try headings(in: sectioning)
    let current =
      currentHeading(in: sectioning).flatMap(headings.firstIndex)
      ?? (distance > 0 ? -1 : headings.count)
    let next = min(max(current + distance, 0), headings.count - 1)
    if next == current {
      let place = distance > 0 ? "last" : "first"
      try output.write(line: "this is the \(place) \(view.isOn ? "label" : "section")")
    }
    try go(to: headings[next], in: sectioning)
  }

  private func go(to heading: Heading, in sectioning: Sectioning) throws(SessionError) {
    switch heading {
    case .section(let section): currentSection = section
    default: view.current = heading
    }
    currentEntry = nil
    state.outline.reveal(sectioning.path(to: heading), in: sectioning)
    if state.outline.isAccordion { state.outline.open(heading, in: sectioning) }
    var listed = ListedRows(top: .top)
    listed.start = heading
    try list(listed)
  }

  // MARK: Opening and closing

  /// Opens all headings around an item, so that it is visible.
  func reveal(_ item: Item) {
    let sectioning = Sectioning(catalogue)
    state.outline.reveal(sectioning.path(to: item) ?? [], in: sectioning)
    if view.isOn, case .entry(let entry) = item { reveal(letter(of: entry)) }
  }

  /// Opens a letter, without filing the entries.
  func reveal(_ letter: Heading) {
    guard state.outline.isClosed(letter) else { return }
    let letters = view.entryFiling().names.index
    state.outline.open(letter, in: Sectioning(catalogue, groups: [], letters: letters))
  }

  private func isClosed(_ heading: Heading) -> Bool {
    state.outline.isClosed(heading, in: Sectioning(catalogue))
  }

  /// Opens or closes headings, and prints their rows: those of one heading by pages.
  func changeOutline(
    _ part: OutlinePart, _ disclosure: Disclosure, _ headings: [Heading]
  ) throws(SessionError) {
    try change(headings, isAll: part == .all, disclosure)
    if part == .all { return }
    listing = SessionListing()
    let opens = disclosure != .collapse && (headings.count == 1 || part != .current)
    var listed: Set<Heading> = []
    for heading in headings where listed.insert(heading).inserted || !opens {
      if opens, !isClosed(heading) {
        try show(
          .heading(heading), paging: headings.count == 1 ? nil : .all, as: .asIs,
          after: listing.items)
      } else {
        try write([heading], isNested: false)
      }
    }
  }

  /// Opens or closes headings.
  func change(
    _ headings: [Heading], isAll: Bool, _ disclosure: Disclosure
  ) throws(SessionError) {
    let sectioning = try sectioning()
    // Letters without entries are included, since they may get some.
    let all =
      isAll && !sectioning.isOwn && !state.outline.isAccordion
      ? sectioning.possibleHeadings : headings
    if isAll, !state.outline.isAccordion, disclosure == .collapse {
      for heading in all where sectioning.canClose(heading) { state.outline.close(heading) }
      return
    }
    if isAll, !state.outline.isAccordion, disclosure == .expand {
      return state.outline.openAll(in: sectioning)
    }
    let wasAccordion = state.outline.isAccordion
    state.outline.isAccordion = wasAccordion || disclosure == .accordion
    defer { state.outline.isAccordion = wasAccordion }
    // In an accordion, only the last one stays open.
    let opensOne = disclosure == .expand || disclosure == .accordion
    for heading in isAll && opensOne ? all.suffix(1) : all[...] {
      if state.outline.isAccordion { try checkInterrupt() }
      if !isAll, disclosure.opens(isClosed: isClosed(heading)) {
        state.outline.reveal(sectioning.path(to: heading), in: sectioning)
        state.outline.open(heading, in: sectioning)
      } else {
        state.outline.apply(disclosure, to: heading, in: sectioning)
      }
    }
  }

  /// The headings that a part means: sections, or letters that have entries.
  ///
  /// - Parameter items: The items at the addresses of the part, if it means sections.
  func headings(of part: OutlinePart, _ items: [Item] = []) throws(SessionError) -> [Heading] {
    let sectioning = try sectioning()
    let all = try headings(in: sectioning)
    switch part {
    case .all: return all
    case .current: return currentHeading(in: sectioning).map { [$0] } ?? all
    case .sections(let words) where view.isOn:
      var letters: [Heading] = []
      for word in words { letters.append(try letter(at: word, in: sectioning)) }
      return letters
    case .sections:
      return items.flatMap { item in
        let heading = item.heading ?? sectioning.path(to: item)?.last ?? .top
        return heading == .top ? all : [heading]
      }
    }
  }

  /// The letter that a word names, or that of the entry that it leads to.
  private func letter(
    at word: Word, in sectioning: Sectioning
  ) throws(SessionError) -> Heading {
    let letter: Heading
    let name: String
    if case .address(let text) = word.reference {
      let item = try? book.item(at: text)
      if let own = self.letter(named: text), sectioning.contains(own) { return own }
      // An address that leads nowhere may be a letter after a slash.
      let label = String(text.drop { $0 == "/" })
      letter =
        item?.entry.map(self.letter) ?? .letter(view.entryFiling().names.letter(named: label))
      name = text
    } else {
      let item = try addresses.item(at: word)
      name = book.address(of: item)
      guard case .entry(let entry) = item else { throw .noSuchLabel(name) }
      letter = self.letter(of: entry)
    }
    guard sectioning.contains(letter) else { throw .noSuchLabel(name) }
    return letter
  }

  func setAccordion(_ isOn: Bool) throws(SessionError) {
    state.outline.isAccordion = isOn
    if isOn, view.isOn { try closeOtherLetters() }
    guard isOn, let first = catalogue.sections(in: .root).first else { return }
    let section = currentSection == .root ? first : currentSection
    state.outline.open(.section(section), in: Sectioning(catalogue))
  }

  /// Closes all letters but the current one.
  func closeOtherLetters() throws(SessionError) {
    let sectioning = try sectioning()
    if let letter = currentHeading(in: sectioning) ?? sectioning.headings.first {
      state.outline.closeOthers(than: letter, in: sectioning)
    }
  }
}
