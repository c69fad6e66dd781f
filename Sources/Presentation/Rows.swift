package import Catalogues
package import Forms
import Platform

/// The rows that a person sees of a catalogue, as a list with random access: headings, the members
/// of open headings, and footers.
///
/// A row for a section's title is followed by rows for its members and one for its footer, if it is
/// open. A header belongs to the row of its section. No row is made before it is asked for. How
/// many rows are under each heading is counted when an index is first asked for, in time O(*s* +
/// *r*) in the numbers of open headings and of their runs, and O(*n*) in the rows of a form. Later
/// questions and changes take the times stated with them, where *s* is the number of headings and
/// *d* their depth.
///
/// After an edit of the catalogue, indices are counted again. Not safe for concurrent use.
package final class Rows {
  package private(set) var sectioning: Sectioning
  /// Which headings are closed.
  package private(set) var state: OutlineState
  /// The heading that the rows are under.
  package private(set) var top: Heading
  /// The counts of open headings that have headings under them; in a form, of all headings.
  private var branches: [Heading: Branch] = [:]
  /// The catalogue's revision that `branches` is about.
  private var revision: Int

  /// - Parameters:
  ///   - sectioning: How the entries are divided.
  ///   - state: Which headings are closed.
  ///   - top: The heading to list. Its own row comes first, unless it is `Heading.top`.
  package init(
    _ sectioning: Sectioning, state: OutlineState = OutlineState(), under top: Heading = .top
  ) {
    self.sectioning = sectioning
    self.state = state
    self.top = top
    revision = sectioning.catalogue.revision
  }

  private init(_ other: Rows) {
    (sectioning, state, top) = (other.sectioning, other.state, other.top)
    (branches, revision) = (other.branches, other.revision)
  }

  /// The members of a heading, with the numbers of rows under them.
  private struct Branch {
    let headings: [Heading]
    /// For each heading, how many rows are shown under it.
    var sizes: FenwickTree
    /// The positions of the members that are shown, in ascending order; `nil` if all are.
    let shown: [Int]?
    /// How many rows are shown under the heading if it is open.
    var size: Int
  }

  /// Whether the first row is that of `top`, whose rows follow if it is open.
  private var showsTop: Bool { top != .top }

  /// Whether these are the rows of the file's own sections, divided and closed in this way.
  package func areOwn(
    of sectioning: Sectioning, _ state: OutlineState, under top: Heading
  ) -> Bool {
    self.sectioning.isOwn && sectioning.isOwn && self.sectioning.catalogue === sectioning.catalogue
      && self.sectioning.showsHidden == sectioning.showsHidden && self.state == state
      && self.top == top
  }

  // MARK: Counting

  /// The number of rows.
  package var count: Int {
    recount()
    guard showsTop else { return openSize(of: top) }
    return sectioning.contains(top) ? 1 + openSize(of: top) : 0
  }

  /// How many headings are under the open headings that have been counted.
  var headingCount: Int { branches.values.reduce(0) { $0 + $1.headings.count } }

  private func recount() {
    guard revision != sectioning.catalogue.revision else { return }
    (branches, revision) = ([:], sectioning.catalogue.revision)
  }

  /// How many rows are shown under a heading.
  private func openSize(of heading: Heading) -> Int {
    isClosed(heading) ? 0 : size(of: heading)
  }

  /// How many rows are shown under a heading if it is open.
  private func size(of heading: Heading) -> Int {
    // For each of many sections, this saves a look-up without result.
    if let size = sectioning.leafSize(of: heading) { return size }
    return branch(heading)?.size
      ?? sectioning.memberCount(of: heading) + (sectioning.hasFooter(heading) ? 1 : 0)
  }

  /// The counts of a heading that has headings under it, or that is in a form; `nil` for others.
  private func branch(_ heading: Heading) -> Branch? {
    if let known = branches[heading] { return known }
    let headings = sectioning.headings(under: heading)
    guard !headings.isEmpty || sectioning.hidesEntries else { return nil }
    let sizes = FenwickTree(headings.map(openSize))
    let shown = sectioning.hidesEntries ? shownPositions(under: heading) : nil
    let memberCount = shown?.count ?? sectioning.memberCount(of: heading)
    let branch = Branch(
      headings: headings, sizes: sizes, shown: shown,
      size: memberCount + sizes.total + (sectioning.hasFooter(heading) ? 1 : 0))
    branches[heading] = branch
    return branch
  }

  private func shownPositions(under heading: Heading) -> [Int] {
    let catalogue = sectioning.catalogue
    let rows = state.rows.isEmpty ? nil : catalogue.formSection(heading.section ?? .root)
    return (0..<sectioning.memberCount(of: heading)).filter { position in
      guard case .entry(let entry) = sectioning.member(at: position, of: heading) else {
        return true
      }
      return
        !(rows.map { state.isHidden(entry, in: $0, of: catalogue) }
        ?? catalogue.isHidden(entry))
    }
  }

  /// Whether a member of a heading is a row of a form that is not shown.
  ///
  /// - Complexity: O(log *n*) in the members.
  func isHidden(_ position: Int, under heading: Heading) -> Bool {
    guard let shown = branch(heading)?.shown else { return false }
    let rank = rank(of: position, in: branch(heading))
    return rank == shown.count || shown[rank] != position
  }

  /// Whether what is under a heading is not shown.
  package func isClosed(_ heading: Heading) -> Bool { state.isClosed(heading, in: sectioning) }

  // MARK: Finding rows

  /// The place of a row: the heading that it is under, and which of the heading's shown members it
  /// is, or the footer.
  private struct Location {
    let heading: Heading
    /// The index among the shown members; their number for the footer.
    let member: Int
  }

  /// - Complexity: O(*d* log² *s*).
  private func locate(_ index: Int) -> Location? {
    var rest = index
    if showsTop {
      guard rest > 0 else { return nil }
      rest -= 1
    }
    var heading = top
    while let branch = branch(heading) {
      let starts = { (number: Int) in
        self.rank(of: branch.headings[number], in: branch) + branch.sizes.sum(ofFirst: number)
      }
      // The last heading whose own row is at or before the wanted one.
      let next = branch.headings.indices.partitionPoint { starts($0) > rest } - 1
      guard next >= 0 else { return Location(heading: heading, member: rest) }
      let start = starts(next)
      if rest == start {
        return Location(heading: heading, member: rank(of: branch.headings[next], in: branch))
      }
      let size = openSize(of: branch.headings[next])
      guard rest <= start + size else {
        return Location(heading: heading, member: rest - branch.sizes.sum(ofFirst: next + 1))
      }
      rest -= start + 1
      heading = branch.headings[next]
    }
    return Location(heading: heading, member: rest)
  }

  /// The position of a heading among the shown members of the heading that it is under.
  private func rank(of heading: Heading, in branch: Branch) -> Int {
    rank(of: sectioning.location(of: .heading(heading))?.position ?? 0, in: branch)
  }

  private func rank(of position: Int, in branch: Branch?) -> Int {
    guard let shown = branch?.shown else { return position }
    return shown.partitionPoint { $0 >= position }
  }

  /// What the row at an index is about.
  ///
  /// - Complexity: O(*d* log² *s*).
  /// - Precondition: There is such a row.
  package func id(at index: Int) -> Row.ID {
    precondition(index >= 0 && index < count, "there is no row \(index)")
    guard let (heading, position) = position(of: index) else { return .heading(top) }
    guard position < sectioning.memberCount(of: heading) else { return .footer(of: heading) }
    switch sectioning.member(at: position, of: heading) {
    case .heading(let heading): return .heading(heading)
    case .entry(let entry): return .entry(entry)
    }
  }

  /// The index of a row; `nil` if it is not shown.
  ///
  /// - Complexity: O(*d* log² *s*). The first entry looked up among groups takes O(*n*).
  package func index(of id: Row.ID) -> Int? {
    recount()
    switch id {
    case .heading(let heading):
      if heading == top { return showsTop && sectioning.contains(top) ? 0 : nil }
      return index(ofMember: .heading(heading))
    case .entry(let entry):
      let member = Sectioning.Member.entry(entry)
      if sectioning.hidesEntries, let (heading, position) = sectioning.location(of: member),
        isHidden(position, under: heading)
      {
        return nil
      }
      return index(ofMember: member)
    case .footer(let heading):
      guard sectioning.hasFooter(heading), let start = start(of: heading) else { return nil }
      return start + size(of: heading) - 1
    }
  }

  private func index(ofMember member: Sectioning.Member) -> Int? {
    guard let (heading, position) = sectioning.location(of: member), let start = start(of: heading)
    else { return nil }
    guard let branch = branch(heading) else { return start + position }
    // The headings before the member, whose rows are before it, too.
    let before = branch.headings.partitionPoint {
      sectioning.location(of: .heading($0))?.position ?? 0 >= position
    }
    return start + rank(of: position, in: branch) + branch.sizes.sum(ofFirst: before)
  }

  /// The index of the first row under a heading; `nil` if the rows there are not shown.
  private func start(of heading: Heading) -> Int? {
    if isClosed(heading) { return nil }
    if heading == top { return showsTop ? (sectioning.contains(top) ? 1 : nil) : 0 }
    return heading == .top ? nil : index(ofMember: .heading(heading)).map { $0 + 1 }
  }

  /// The heading that a row is under, and the position of its member there; the number of members
  /// for a footer.
  func position(of index: Int) -> (heading: Heading, position: Int)? {
    guard let location = locate(index) else { return nil }
    guard let shown = branch(location.heading)?.shown else {
      return (location.heading, location.member)
    }
    return (
      location.heading,
      location.member < shown.count
        ? shown[location.member] : sectioning.memberCount(of: location.heading)
    )
  }

  /// The index of the row that a title of the section index leads to.
  ///
  /// It is the row of the title's heading. For a letter without entries, it is the row of the
  /// nearest letter before it that has entries, else of the first. `nil` if there is no such row,
  /// or if it is not shown.
  ///
  /// - Complexity: O(*d* log² *s*), and O(*l*) in the number of letters.
  package func row(forIndexTitle title: Sectioning.IndexTitle) -> Int? {
    let heading =
      sectioning.contains(title.heading)
      ? title.heading : sectioning.letter(nearest: title.heading)
    return heading.flatMap { index(of: .heading($0)) }
  }

  /// The row at an index.
  ///
  /// - Complexity: O(*d* log² *s*), apart from what the row shows.
  /// - Precondition: There is such a row.
  package func row(at index: Int, by builder: RowBuilder) -> Row {
    var runs = runs(in: index..<index + 1)
    guard let run = runs.next() else { preconditionFailure("there is no row \(index)") }
    switch run.content {
    case .heading(let heading, let isExpanded):
      return builder.row(of: heading, depth: run.depth, isExpanded: isExpanded)
    case .entries(let entries): return builder.row(of: entries.lowerBound, depth: run.depth)
    case .footer(let heading): return builder.footer(of: heading, depth: run.depth)
    }
  }

  /// The heading that a row is under; `nil` for the row of `top` itself.
  package func heading(around index: Int) -> Heading? { position(of: index)?.heading }

  /// The index after the last row under a heading; `nil` if the rows there are not shown.
  package func end(of heading: Heading) -> Int? {
    start(of: heading).map { $0 + size(of: heading) }
  }

  /// Whether a row is an entry's and follows another entry under the same heading.
  package func continuesEntries(at index: Int) -> Bool {
    guard index > 0, index < count, case .entry = id(at: index), case .entry = id(at: index - 1)
    else { return false }
    return heading(around: index) == heading(around: index - 1)
  }

  // MARK: Opening and closing

  /// Opens or closes a heading, and says what has become of the rows.
  ///
  /// - Complexity: O(*d* log² *s*); in an accordion, O(*s* log *s*).
  @discardableResult
  package func apply(_ disclosure: Disclosure, to heading: Heading) -> RowChanges {
    if disclosure == .accordion || state.isAccordion {
      return changes { state.apply(disclosure, to: heading, in: sectioning) }
    }
    guard heading != .top, sectioning.canClose(heading),
      disclosure.opens(isClosed: isClosed(heading)) == isClosed(heading)
    else {
      return RowChanges()
    }
    let index = index(of: .heading(heading))
    let size = size(of: heading)
    state.apply(disclosure, to: heading, in: sectioning)
    let isOpen = !isClosed(heading)
    didChangeSize(of: heading, by: isOpen ? size : -size)
    guard let index else { return RowChanges() }
    var changes = RowChanges(reloaded: [index..<index + 1])
    let rows = index + 1..<index + 1 + size
    if rows.isEmpty { return changes }
    if isOpen { changes.inserted = [rows] } else { changes.deleted = [rows] }
    return changes
  }

  /// Notes that more or fewer rows are shown under a heading.
  private func didChangeSize(of heading: Heading, by change: Int) {
    var inner = heading
    while let (outer, position) = sectioning.location(of: .heading(inner)),
      var branch = branches[outer]
    {
      // The branch is changed where it is: a copy of it would copy its sums.
      branches[outer] = nil
      let number = branch.headings.partitionPoint {
        sectioning.location(of: .heading($0))?.position ?? 0 >= position
      }
      branch.sizes.add(change, at: number)
      branch.size += change
      branches[outer] = branch
      if isClosed(outer) { return }
      inner = outer
    }
  }

  /// Opens the headings around an item, and the heading of a section itself.
  ///
  /// - Returns: What has become of the rows, and the index of the item's row; `nil` if it is still
  ///   hidden, or not in the list.
  /// - Complexity: O(*d*² log² *s*); in an accordion, O(*s* log *s*).
  @discardableResult
  package func reveal(_ item: Item) -> (changes: RowChanges, index: Int?) {
    guard let path = sectioning.path(to: item) else { return (RowChanges(), nil) }
    let isInAccordion = state.isAccordion && path.contains(where: isClosed)
    var result = RowChanges()
    if isInAccordion {
      result = changes { state.reveal(path, in: sectioning) }
    } else if let outermost = path.first(where: isClosed) {
      for heading in path.reversed() { apply(.expand, to: heading) }
      if let index = index(of: .heading(outermost)) {
        result.reloaded = [index..<index + 1]
        result.inserted = [index + 1..<index + 1 + openSize(of: outermost)].filter { !$0.isEmpty }
      }
    }
    let id: Row.ID =
      switch item {
      case .entry(let entry): .entry(entry)
      case .section: .heading(item.heading ?? .top)
      }
    return (result, index(of: id))
  }

  /// Opens or closes all headings.
  ///
  /// - Complexity: O(*s* log *s*).
  @discardableResult
  package func applyToAll(_ disclosure: Disclosure) -> RowChanges {
    changes {
      let headings = sectioning.headings
      let opensOne = disclosure == .accordion || state.isAccordion && disclosure == .expand
      // Of headings opened one after another in an accordion, only the last one stays open.
      for heading in opensOne ? headings.suffix(1) : headings[...] {
        state.apply(disclosure, to: heading, in: sectioning)
      }
    }
  }

  /// Whether a row of a form is open.
  package func isOpen(_ row: FormRow) -> Bool { state.rows[row.entry] ?? row.isExpanded }

  /// Opens or closes a row of a form here, without changing the file.
  @discardableResult
  package func apply(_ disclosure: Disclosure, to row: FormRow, of form: Form) -> RowChanges {
    let opens = disclosure.opens(isClosed: !isOpen(row))
    let isAlone = opens && (disclosure == .accordion || state.isAccordion)
    let others = isAlone ? form.others(than: row).filter(isOpen) : []
    return changes(of: ([row] + others).map { .entry($0.entry) }) {
      for other in others { state.set(other.entry, isOpen: false) }
      state.set(row.entry, isOpen: opens)
    }
  }

  /// Forgets whether a row of a form was opened or closed here, so that the file decides again.
  package func forget(_ row: FormRow) { _ = changes { state.forget(row.entry) } }

  /// Sets whether opening a heading closes the others from now on.
  package func setAccordion(_ isOn: Bool) { state.isAccordion = isOn }

  /// Divides the entries differently, or shows only some of them.
  ///
  /// - Complexity: O(*s* log *s*) in the headings and runs before and after; if there were or are
  ///   far fewer rows than headings, O(*k* *d* log² *s*) in the number of rows, apart from
  ///   counting.
  @discardableResult
  package func show(_ sectioning: Sectioning, state: OutlineState? = nil) -> RowChanges {
    recount()
    let before = Rows(self)
    (self.sectioning, branches, revision) = (sectioning, [:], sectioning.catalogue.revision)
    if let state { self.state = state }
    var result = RowChanges(from: before, to: self)
    // Counts of headings, and marks of rows in a form, depend on what is shown beside them.
    result.reloaded = count > 0 ? [0..<count] : []
    return result
  }

  /// Shows a catalogue that was read again, with the same headings closed, and says what has become
  /// of the rows. If they were under a heading that is gone, all rows are shown.
  ///
  /// - Parameter successors: The new item for each old item that still exists.
  /// - Complexity: O(*n* + *s* log *s*) in the entries shown before, and in the headings and runs
  ///   before and after.
  @discardableResult
  package func refresh(_ sectioning: Sectioning, successors: [Item: Item]) -> RowChanges {
    recount()
    let succession = Succession(successors)
    let before = snapshot.replaced(by: succession)
    state.replaceSections(by: succession)
    top = succession.of(top)
    if top.section.map({ $0.rawValue < 0 }) ?? !sectioning.contains(top) { top = .top }
    (self.sectioning, branches, revision) = (sectioning, [:], sectioning.catalogue.revision)
    var result = RowChanges(from: before, to: snapshot, edited: [])
    result.reloaded = count > 0 ? [0..<count] : []
    return result
  }

  /// Makes changes to the catalogue or to what is shown of it, and says what has become of the
  /// rows.
  ///
  /// - Parameter edited: The items that are shown differently, are new or are gone. The headings
  ///   around them are shown differently, too, since their numbers of entries may change. Rows
  ///   without a name, which show their position, count only if they are edited themselves.
  /// - Complexity: O(*s* log *s*) in the headings and runs before and after.
  package func changes<Failure: Error>(
    of edited: [Item] = [], _ body: () throws(Failure) -> Void
  ) throws(Failure) -> RowChanges {
    recount()
    let before = snapshot
    var ids = ids(of: edited)
    defer { branches = [:] }
    try body()
    branches = [:]
    ids.formUnion(self.ids(of: edited))
    return RowChanges(from: before, to: snapshot, edited: ids)
  }

  /// The rows of some items and of the headings around them.
  private func ids(of items: [Item]) -> Set<Row.ID> {
    let catalogue = sectioning.catalogue
    var result: Set<Row.ID> = []
    // Rows of a form may now belong to other rows than before.
    var forms: Set<Section.ID> = []
    func add(_ entry: Entry.ID) {
      result.insert(.entry(entry))
      for heading in sectioning.path(to: .entry(entry)) ?? [] { result.insert(.heading(heading)) }
    }
    for item in items {
      switch item {
      case .entry(let entry):
        add(entry)
        if sectioning.hidesEntries { forms.insert(catalogue.section(of: entry)) }
      case .section(let section):
        for inner in catalogue.path(to: section) { result.insert(.heading(.section(inner))) }
        // Its entries may be in other groups than before.
        if !sectioning.isOwn { catalogue.forEachEntry(in: section, add) }
      }
    }
    for section in forms { for row in catalogue.formSection(section).entries { add(row) } }
    return result
  }
}
