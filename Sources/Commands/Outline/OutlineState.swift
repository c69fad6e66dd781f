package import Catalogues

/// Which sections of an outline are closed.
package struct OutlineState: Equatable, Sendable {
  private(set) var closed: Set<Section.ID> = []
  /// Whether opening a section closes its siblings.
  package var isAccordion = false

  package init() {}

  func isClosed(_ section: Section.ID) -> Bool { closed.contains(section) }

  mutating func close(_ section: Section.ID) { closed.insert(section) }

  /// Opens a section; in an accordion, sections that are neither inside nor around it are closed.
  ///
  /// - Complexity: O(1); in an accordion O(*s*) in the number of sections.
  mutating func open(_ section: Section.ID, in catalogue: Catalogue) {
    closed.remove(section)
    guard isAccordion else { return }
    let kept = Set(catalogue.path(to: section) + catalogue.sections(in: section))
    for other in catalogue.sections(in: .root) where !kept.contains(other) { closed.insert(other) }
  }

  /// Opens the sections around an item, so that it is visible.
  mutating func reveal(_ item: Item, in catalogue: Catalogue) {
    let section: Section.ID
    switch item {
    case .section(let own): section = own
    case .entry(let entry): section = catalogue.section(of: entry)
    }
    for around in catalogue.path(to: section) where isClosed(around) {
      open(around, in: catalogue)
    }
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
    guard !closed.isEmpty else { return [] }
    return catalogue.titlePaths { self.isClosed($0) }
  }

  /// Closes the sections at some paths, as far as they exist.
  package mutating func close(_ paths: [TitlePath], in catalogue: Catalogue) {
    closed = []
    guard !paths.isEmpty else { return }
    let wanted = Set(paths)
    for (path, section) in catalogue.pathsOfSections() where wanted.contains(path) {
      closed.insert(section)
    }
  }
}

extension Catalogue {
  func titlePath(of section: Section.ID) -> TitlePath {
    titlePaths { $0 == section }.first ?? TitlePath(steps: [])
  }

  func section(at path: TitlePath) -> Section.ID? {
    path.steps.isEmpty ? .root : pathsOfSections().first { $0.path == path }?.section
  }

  fileprivate func titlePaths(_ isWanted: (Section.ID) -> Bool) -> [TitlePath] {
    pathsOfSections().filter { isWanted($0.section) }.map(\.path)
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
