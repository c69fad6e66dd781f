package import Catalogues
package import Forms

/// Which headings are closed.
package struct OutlineState: Equatable, Sendable {
  package private(set) var closed: Set<Heading> = []
  /// Whether opening a section closes the others.
  package var isAccordion = false

  package init() {}

  package func isClosed(_ heading: Heading) -> Bool {
    !closed.isEmpty && closed.contains(heading)
  }

  package mutating func close(_ heading: Heading) { closed.insert(heading) }

  /// Opens a heading; in an accordion, those that are neither inside nor around it are closed.
  ///
  /// - Complexity: O(1); in an accordion O(*s*) in the number of headings.
  package mutating func open(_ heading: Heading, in sectioning: Sectioning) {
    closed.remove(heading)
    if isAccordion { closeOthers(than: heading, in: sectioning) }
  }

  /// Closes the headings that are neither inside nor around one, and opens that one.
  package mutating func closeOthers(than heading: Heading, in sectioning: Sectioning) {
    closed.remove(heading)
    var kept = Set(sectioning.path(to: heading))
    var inside = sectioning.headings(under: heading)
    while let next = inside.popLast() {
      kept.insert(next)
      inside += sectioning.headings(under: next)
    }
    for other in sectioning.possibleHeadings where !kept.contains(other) { closed.insert(other) }
  }

  /// Closes headings.
  package mutating func close(_ headings: [Heading]) {
    // A set that is made at once does not grow step by step.
    if closed.isEmpty { closed = Set(headings) } else { closed.formUnion(headings) }
  }

  /// Opens all sections or, if entries are under letters, all letters.
  package mutating func openAll(in sectioning: Sectioning) {
    closed = closed.filter { ($0.section == nil) == sectioning.isOwn }
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

  /// Forgets which letters are closed, since they have come to mean something else.
  package mutating func forgetLetters() { closed = closed.filter { $0.letter == nil } }
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
    guard !closed.isEmpty else { return [] }
    return catalogue.pathsOfSections().filter { isClosed(.section($0.section)) }.map(\.path)
  }

  /// Closes the sections at some paths, as far as they exist, and opens all others.
  package mutating func close(_ paths: [TitlePath], in catalogue: Catalogue) {
    closed = closed.filter { $0.section == nil }
    guard !paths.isEmpty else { return }
    let wanted = Set(paths)
    for (path, section) in catalogue.pathsOfSections() where wanted.contains(path) {
      closed.insert(.section(section))
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
