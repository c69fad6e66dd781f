package import Catalogues
package import Forms

/// Which headings are closed.
package struct OutlineState: Equatable, Sendable {
  /// Whether a section is closed, by its number; those after the last number are open.
  private var closedSections: [Bool] = []
  private var otherClosed: Set<Heading> = []
  /// Whether opening a section closes the others.
  package var isAccordion = false

  package init() {}

  package static func == (one: OutlineState, other: OutlineState) -> Bool {
    let (few, more) =
      one.closedSections.count < other.closedSections.count ? (one, other) : (other, one)
    let count = few.closedSections.count
    return few.isAccordion == more.isAccordion && few.otherClosed == more.otherClosed
      && few.closedSections[...] == more.closedSections.prefix(count)
      && !more.closedSections.dropFirst(count).contains(true)
  }

  /// - Complexity: O(*s*) in the number of sections.
  package var closed: Set<Heading> {
    let numbers = closedSections.indices.filter { closedSections[$0] }
    return otherClosed.union(numbers.map { .section(Section.ID(rawValue: $0)) })
  }

  package func isClosed(_ heading: Heading) -> Bool {
    guard case .section(let section) = heading else { return otherClosed.contains(heading) }
    return section.rawValue < closedSections.count && closedSections[section.rawValue]
  }

  package mutating func close(_ heading: Heading) { set(heading, isClosed: true) }

  /// - Complexity: O(1); for the first section that is closed O(*s*) in the sections before it.
  private mutating func set(_ heading: Heading, isClosed: Bool) {
    guard case .section(let section) = heading else {
      if isClosed { otherClosed.insert(heading) } else { otherClosed.remove(heading) }
      return
    }
    let missing = section.rawValue + 1 - closedSections.count
    if missing > 0 { closedSections += repeatElement(false, count: missing) }
    closedSections[section.rawValue] = isClosed
  }

  /// Opens a heading; in an accordion, those that are neither inside nor around it are closed.
  ///
  /// - Complexity: O(1); in an accordion O(*s*) in the number of headings.
  package mutating func open(_ heading: Heading, in sectioning: Sectioning) {
    if isAccordion { closeOthers(than: heading, in: sectioning) } else { open(heading) }
  }

  private mutating func open(_ heading: Heading) {
    if isClosed(heading) { set(heading, isClosed: false) }
  }

  /// Closes the headings that are neither inside nor around one, and opens that one.
  package mutating func closeOthers(than heading: Heading, in sectioning: Sectioning) {
    open(heading)
    var kept = Set(sectioning.path(to: heading))
    var inside = sectioning.headings(under: heading)
    while let next = inside.popLast() {
      kept.insert(next)
      inside += sectioning.headings(under: next)
    }
    for other in sectioning.possibleHeadings where !kept.contains(other) { close(other) }
  }

  /// Opens all sections or, if entries are under letters, all letters.
  package mutating func openAll(in sectioning: Sectioning) {
    if sectioning.isOwn { closedSections = [] } else { otherClosed = [] }
  }

  /// Opens or closes a heading.
  package mutating func apply(
    _ disclosure: Disclosure, to heading: Heading, in sectioning: Sectioning
  ) {
    guard disclosure.opens(isClosed: isClosed(heading)) else { return close(heading) }
    if disclosure == .accordion {
      closeOthers(than: heading, in: sectioning)
    } else {
      open(heading, in: sectioning)
    }
  }

  /// Opens the headings around something, and a heading itself.
  package mutating func reveal(_ path: [Heading], in sectioning: Sectioning) {
    for heading in path where isClosed(heading) { open(heading, in: sectioning) }
  }

  /// Closes what has become of the closed sections, and opens all others.
  mutating func replaceSections(by succession: Succession) {
    let old = closed.compactMap(\.section)
    closedSections = []
    for section in old.map(succession.of) where section.rawValue >= 0 { close(.section(section)) }
  }

  /// Forgets which letters are closed, since they have come to mean something else.
  package mutating func forgetLetters() {
    otherClosed = otherClosed.filter { $0.letter == nil }
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
    guard closedSections.contains(true) else { return [] }
    return catalogue.pathsOfSections().filter { isClosed(.section($0.section)) }.map(\.path)
  }

  /// Closes the sections at some paths, as far as they exist, and opens all others.
  package mutating func close(_ paths: [TitlePath], in catalogue: Catalogue) {
    closedSections = []
    guard !paths.isEmpty else { return }
    let wanted = Set(paths)
    for (path, section) in catalogue.pathsOfSections() where wanted.contains(path) {
      close(.section(section))
    }
  }
}

extension Catalogue {
  package func titlePath(of section: Section.ID) -> TitlePath {
    if section == .root { return TitlePath(steps: []) }
    return pathsOfSections().first { $0.section == section }?.path ?? TitlePath(steps: [])
  }

  package func section(at path: TitlePath) -> Section.ID? {
    path.steps.isEmpty ? .root : pathsOfSections().first { $0.path == path }?.section
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
