package import Catalogues
package import Forms

/// Which headings are closed, and which rows of a form are open.
package struct OutlineState: Equatable, Sendable {
  /// For each section by its number, whether it is closed. Sections after the last number are
  /// closed if `closesNew`.
  private var closedSections: [Bool] = []
  /// Whether sections that have not been opened or closed yet, such as new ones, are closed.
  package private(set) var closesNew = false
  private var otherClosed: Set<Heading> = []
  /// Whether rows of a form are open, for rows that were opened or closed here. The file decides
  /// about other rows.
  package private(set) var rows: [Entry.ID: Bool] = [:]
  /// Whether opening a section closes the others.
  package var isAccordion = false

  package init() {}

  /// The state in which the sections of a catalogue start, according to the file.
  ///
  /// - Complexity: O(*m*) in the members of the sections' dictionaries.
  package init(startingIn catalogue: Catalogue) {
    for section in catalogue.sections(in: .root) where catalogue.startsCollapsed(section) {
      close(.section(section))
    }
  }

  package static func == (one: OutlineState, other: OutlineState) -> Bool {
    let (few, more) =
      one.closedSections.count < other.closedSections.count ? (one, other) : (other, one)
    let count = few.closedSections.count
    return few.isAccordion == more.isAccordion && few.otherClosed == more.otherClosed
      && few.closesNew == more.closesNew && few.rows == more.rows
      && few.closedSections[...] == more.closedSections.prefix(count)
      && !more.closedSections.dropFirst(count).contains(!few.closesNew)
  }

  /// - Complexity: O(*s*) in the number of sections.
  package var closed: Set<Heading> {
    let numbers = closedSections.indices.filter { closedSections[$0] }
    return otherClosed.union(numbers.map { .section(Section.ID(rawValue: $0)) })
  }

  /// Whether a heading is closed and can be closed.
  package func isClosed(_ heading: Heading, in sectioning: Sectioning) -> Bool {
    isClosed(heading) && sectioning.canClose(heading)
  }

  package func isClosed(_ heading: Heading) -> Bool {
    guard case .section(let section) = heading else { return otherClosed.contains(heading) }
    return section.rawValue < closedSections.count
      ? closedSections[section.rawValue] : closesNew && section != .root
  }

  package mutating func close(_ heading: Heading) { set(heading, isClosed: true) }

  /// - Complexity: O(1); for the first section that is closed O(*s*) in the sections before it.
  private mutating func set(_ heading: Heading, isClosed: Bool) {
    guard case .section(let section) = heading else {
      if isClosed { otherClosed.insert(heading) } else { otherClosed.remove(heading) }
      return
    }
    let missing = section.rawValue + 1 - closedSections.count
    if missing > 0 {
      let isFirst = closedSections.isEmpty
      closedSections += repeatElement(closesNew, count: missing)
      if isFirst { closedSections[Section.ID.root.rawValue] = false }
    }
    closedSections[section.rawValue] = isClosed
  }

  /// Opens a heading; in an accordion, closes the headings that are neither inside nor around it.
  ///
  /// - Complexity: O(1); in an accordion O(*s*) in the number of headings.
  package mutating func open(_ heading: Heading, in sectioning: Sectioning) {
    if isAccordion { closeOthers(than: heading, in: sectioning) } else { open(heading) }
  }

  private mutating func open(_ heading: Heading) {
    if isClosed(heading) { set(heading, isClosed: false) }
  }

  /// Opens a heading, and closes the headings that are neither inside nor around it.
  package mutating func closeOthers(than heading: Heading, in sectioning: Sectioning) {
    open(heading)
    var kept = Set(sectioning.path(to: heading))
    var inside = sectioning.headings(under: heading)
    while let next = inside.popLast() {
      kept.insert(next)
      inside += sectioning.headings(under: next)
    }
    for other in sectioning.possibleHeadings
    where !kept.contains(other) && sectioning.canClose(other) {
      close(other)
    }
  }

  /// Closes all sections, and new sections from now on; or lets new sections start open.
  package mutating func setClosesNew(_ isOn: Bool, in catalogue: Catalogue) {
    if isOn {
      closedSections = []
    } else if closesNew, let last = catalogue.sections.indices.last, last != .root {
      set(.section(last), isClosed: isClosed(.section(last)))
    }
    closesNew = isOn
  }

  /// Opens all sections or, if entries are under letters, all letters.
  package mutating func openAll(in sectioning: Sectioning) {
    if sectioning.isOwn {
      let count = closesNew ? sectioning.catalogue.sections.count : 0
      closedSections = Array(repeating: false, count: count)
    } else {
      otherClosed = []
    }
  }

  /// Opens or closes a heading.
  package mutating func apply(
    _ disclosure: Disclosure, to heading: Heading, in sectioning: Sectioning
  ) {
    guard disclosure.opens(isClosed: isClosed(heading, in: sectioning)) else {
      if sectioning.canClose(heading) { close(heading) }
      return
    }
    if disclosure == .accordion {
      closeOthers(than: heading, in: sectioning)
    } else {
      open(heading, in: sectioning)
    }
  }

  /// Opens the headings of a path.
  package mutating func reveal(_ path: [Heading], in sectioning: Sectioning) {
    for heading in path where isClosed(heading) { open(heading, in: sectioning) }
  }

  /// Closes the successors of the closed sections, and opens all other sections.
  mutating func replaceSections(by succession: Succession) {
    let old = closedSections
    closedSections = []
    for (number, isClosed) in old.enumerated() where isClosed || closesNew && number > 0 {
      let section = succession.of(Section.ID(rawValue: number))
      if section.rawValue >= 0 { set(.section(section), isClosed: isClosed) }
    }
  }

  /// Forgets which letters are closed, since their numbers now mean other letters.
  package mutating func forgetLetters() {
    otherClosed = otherClosed.filter { $0.letter == nil }
  }
}

// MARK: Rows of forms

extension OutlineState {
  mutating func set(_ row: Entry.ID, isOpen: Bool) { rows[row] = isOpen }

  /// Forgets whether a row was opened or closed here, so that the file decides again.
  package mutating func forget(_ row: Entry.ID) { rows[row] = nil }

  /// Forgets which rows were opened or closed here, so that the file decides again.
  package mutating func forgetRows() { rows = [:] }

  /// Whether a row of a form is not shown: because a row around it is closed or, if none of these
  /// was opened or closed here, because the file says so.
  func isHidden(_ row: Entry.ID, in section: FormSection, of catalogue: Catalogue) -> Bool {
    var isOfFile = true
    var isClosed = false
    var position = section.position(of: row)
    while let owner = position.flatMap(section.owner(of:)) {
      let around = section.entries[owner]
      if rows[around] != nil { isOfFile = false }
      if !(rows[around] ?? catalogue.isExpanded(around)) { isClosed = true }
      position = owner
    }
    return isOfFile ? catalogue.isHidden(row) : isClosed
  }
}

// MARK: Remembering

/// A section's identity across readings of the file: titles, each with its occurrence among
/// sections of the same title.
package struct TitlePath: Hashable, Sendable {
  package struct Step: Hashable, Sendable {
    package let title: String
    /// Counted from 0.
    package let occurrence: Int

    package init(title: String, occurrence: Int) {
      self.title = title
      self.occurrence = occurrence
    }
  }

  package let steps: [Step]

  package init(steps: [Step]) { self.steps = steps }
}

extension OutlineState {
  /// The paths of the closed sections that still exist.
  package func paths(in catalogue: Catalogue) -> [TitlePath] {
    guard hasClosedSections else { return [] }
    return catalogue.pathsOfSections().filter { isClosed(.section($0.section)) }.map(\.path)
  }

  /// Closes the sections at some paths, as far as they exist, and opens all others.
  package mutating func close(_ paths: [TitlePath], in catalogue: Catalogue) {
    let wanted = Set(paths)
    close(in: catalogue) { path, _ in wanted.contains(path) }
  }

  /// Carries the closed sections over to a catalogue that has replaced another; new sections start
  /// as the file says.
  ///
  /// - Parameter successors: The new items of old sections; other sections are recognized by their
  ///   titles.
  package mutating func carryOver(
    in catalogue: Catalogue, insteadOf old: Catalogue, _ successors: [Item: Item]
  ) {
    var states: [Item: Bool] = [:]
    var statesByPath: [TitlePath: Bool] = [:]
    for (path, section) in old.pathsOfSections() {
      let isClosed = isClosed(.section(section))
      if let successor = successors[.section(section)] {
        states[successor] = isClosed
      } else {
        statesByPath[path] = isClosed
      }
    }
    let closesNew = closesNew
    close(in: catalogue) { path, section in
      states[.section(section)] ?? statesByPath[path]
        ?? (closesNew || catalogue.startsCollapsed(section))
    }
  }

  private mutating func close(
    in catalogue: Catalogue, _ isClosed: (TitlePath, Section.ID) -> Bool
  ) {
    closedSections = []
    for (path, section) in catalogue.pathsOfSections() {
      let isClosed = isClosed(path, section)
      if isClosed != self.isClosed(.section(section)) {
        set(.section(section), isClosed: isClosed)
      }
    }
  }

  /// Whether any section is closed.
  package var hasClosedSections: Bool { closesNew || closedSections.contains(true) }
}

extension Catalogue {
  package func titlePath(of section: Section.ID) -> TitlePath {
    if section == .root { return TitlePath(steps: []) }
    return pathsOfSections().first { $0.section == section }?.path ?? TitlePath(steps: [])
  }

  package func section(at path: TitlePath) -> Section.ID? {
    path.steps.isEmpty ? .root : pathsOfSections().first { $0.path == path }?.section
  }

  /// Whether this catalogue and another have sections of the same titles, none of which is
  /// repeated, so that sections can be recognized by their titles.
  ///
  /// - Complexity: O(*s*) in the number of sections.
  package func isKnownByTitles(_ other: Catalogue) -> Bool {
    let paths = Set(pathsOfSections().map(\.path))
    return paths == Set(other.pathsOfSections().map(\.path))
      && !paths.contains { $0.steps.contains { $0.occurrence > 0 } }
  }

  /// - Complexity: O(*s*) in the number of sections.
  fileprivate func pathsOfSections() -> [(path: TitlePath, section: Section.ID)] {
    var result: [(path: TitlePath, section: Section.ID)] = []
    func add(_ parent: Section.ID, _ prefix: [TitlePath.Step]) {
      var seen: [String: Int] = [:]
      for section in sections[parent].sections {
        let title = fullTitle(of: section) ?? ""
        let occurrence = seen[title, default: 0]
        seen[title] = occurrence + 1
        let steps = prefix + [TitlePath.Step(title: title, occurrence: occurrence)]
        result.append((TitlePath(steps: steps), section))
        add(section, steps)
      }
    }
    add(.root, [])
    return result
  }
}
