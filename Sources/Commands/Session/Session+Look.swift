import Catalogues
import Outlines

/// Viewing the outline and moving around in it.
extension Session {
  func show(
    _ addresses: [Word], paging: Paging?, isCollapsed: Bool
  ) throws(SessionError) {
    if view.isOn { return try showByLetter(addresses, paging: paging, isCollapsed: isCollapsed) }
    let items = try items(at: addresses)
    guard let item = items.first else {
      let cursor = OutlineCursor(from: currentSection, in: catalogue)
      return try list(.outline(cursor, closesAll: isCollapsed), paging: paging)
    }
    if items.count == 1 { return try show(item, paging: paging, isCollapsed: isCollapsed) }
    // Several items share one listing, which then has no pages.
    listing = SessionListing()
    for item in items {
      try show(item, paging: .all, isCollapsed: isCollapsed, after: listing.items)
    }
  }

  func show(
    _ item: Item, paging: Paging?, isCollapsed: Bool, after known: [Item] = []
  ) throws(SessionError) {
    switch item {
    case .section(let section):
      if !isCollapsed { outlineState.reveal(item, in: catalogue) }
      let source = SessionListing.Source.outline(OutlineCursor(section), closesAll: isCollapsed)
      try list(source, paging: paging, after: known)
    case .entry(let entry):
      if case .page(let page, _) = paging, page > 1 { throw .noSuchPage(page, pageCount: 1) }
      currentEntry = entry
      reveal(item)
      listing = SessionListing(items: known)
      try write(numbered: VisibleText.shown(book.address(of: item)), item)
      for line in itemRows.fieldLines(of: entry, in: numberedOutline) {
        try write(unnumbered: line)
      }
    }
  }

  func listSections() throws(SessionError) {
    if view.isOn { return try listLabels() }
    let sections = catalogue.sections(in: .root)
    if sections.isEmpty { throw .noSections }
    try list(.sections(sections))
  }

  // MARK: Jumping

  func jump(to title: String) throws(SessionError) {
    if view.isOn { return try jumpByLetter(to: title) }
    let index = SectionIndex(catalogue, filing: filing)
    guard let target = index.section(titled: title, book: book) else { throw .noSections }
    if case .nearest(let section) = target {
      let name = book.address(of: .section(section))
      try write(
        line: "no section '\(VisibleText.shown(title))'; the nearest is \(VisibleText.shown(name))")
    }
    try go(to: target.section)
  }

  func step(by distance: Int) throws(SessionError) {
    if view.isOn { return try stepByLetter(by: distance) }
    let sections = catalogue.sections(in: .root)
    if sections.isEmpty { throw .noSections }
    let current = sections.firstIndex(of: currentSection) ?? (distance > 0 ? -1 : sections.count)
    let next = min(max(current + distance, 0), sections.count - 1)
    if next == current {
      try write(line: distance > 0 ? "this is the last section" : "this is the first section")
    }
    try go(to: sections[next])
  }

  private func go(to section: Section.ID) throws(SessionError) {
    currentSection = section
    currentEntry = nil
    outlineState.reveal(.section(section), in: catalogue)
    if outlineState.isAccordion { outlineState.open(section, in: catalogue) }
    try list(.outline(OutlineCursor(from: section, in: catalogue), closesAll: false))
  }

  // MARK: Opening and closing

  /// Opens the sections that contain an item, so that it can be seen.
  func reveal(_ item: Item) {
    outlineState.reveal(item, in: catalogue)
    if view.isOn, case .entry(let entry) = item { revealByLetter(entry) }
  }

  /// Opens or closes sections.
  ///
  /// - Parameter items: What the words of the part lead to.
  /// - Returns: The sections that are meant.
  func changeSections(
    _ part: OutlinePart, _ items: [Item], _ disclosure: Disclosure
  ) throws(SessionError) -> [Section.ID] {
    let sections = try self.sections(of: part, items)
    let wasAccordion = outlineState.isAccordion
    outlineState.isAccordion = wasAccordion || disclosure == .accordion
    for section in sections {
      if outlineState.isAccordion { try checkInterrupt() }
      if disclosure.opens(isClosed: outlineState.isClosed(section)) {
        if part != .all { outlineState.reveal(.section(section), in: catalogue) }
        outlineState.open(section, in: catalogue)
      } else {
        outlineState.close(section)
      }
    }
    outlineState.isAccordion = wasAccordion
    return sections
  }

  /// Prints the lines of sections as part of the listing that has been begun.
  func list(_ sections: [Section.ID]) throws(SessionError) {
    let rows = itemRows
    for section in sections {
      let row = rows.section(section, depth: 0, isClosed: outlineState.isClosed(section))
      try write(numbered: numberedOutline.line(for: row), .section(section))
    }
  }

  private func sections(
    of part: OutlinePart, _ items: [Item]
  ) throws(SessionError) -> [Section.ID] {
    let all = catalogue.sections(in: .root)
    if all.isEmpty { throw .noSections }
    switch part {
    case .all: return all
    case .current: return currentSection == .root ? all : [currentSection]
    case .sections:
      return items.map { item in
        switch item {
        case .section(let section): section
        case .entry(let entry): catalogue.section(of: entry)
        }
      }.flatMap { $0 == .root ? all : [$0] }
    }
  }

  func setAccordion(_ isOn: Bool) throws(SessionError) {
    outlineState.isAccordion = isOn
    if isOn, view.isOn { try closeOtherLabels() }
    guard isOn, let first = catalogue.sections(in: .root).first else { return }
    outlineState.open(currentSection == .root ? first : currentSection, in: catalogue)
  }
}
