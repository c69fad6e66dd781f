package import Catalogues

/// Reading rows one after another.
extension Rows {
  /// Consecutive rows that are described together: a single row, or the rows of entries with
  /// consecutive identities.
  package struct Run: Equatable, Sendable {
    package enum Content: Equatable, Sendable {
      case heading(Heading, isExpanded: Bool)
      case entries(Range<Entry.ID>)
      case footer(of: Heading)
    }

    package let content: Content
    /// How many headings the rows are under. Rows of a form may be indented further.
    package let depth: Int

    package init(content: Content, depth: Int) { (self.content, self.depth) = (content, depth) }

    package var count: Int { if case .entries(let entries) = content { entries.count } else { 1 } }
  }

  /// The runs that rows consist of.
  ///
  /// - Parameter rows: Indices; those beyond the last row are ignored.
  package func runs(in rows: PartialRangeFrom<Int>) -> Runs {
    Runs(self, from: rows.lowerBound, limit: .max)
  }

  package func runs(in rows: Range<Int>) -> Runs {
    Runs(self, from: rows.lowerBound, limit: rows.count)
  }

  /// The section whose fields belong to the first row: the root, whose fields are above that row,
  /// or an open section, whose fields are below it. `nil` if the headings are not the file's own
  /// sections.
  package var sectionAtTop: Section.ID? {
    guard sectioning.isOwn else { return nil }
    if top == .top { return .root }
    var runs = runs(in: 0..<1)
    guard case .heading(let heading, isExpanded: true)? = runs.next()?.content else { return nil }
    return heading.section
  }

  /// A sequence of runs; the rows must not change while it is iterated.
  package struct Runs: Sequence, IteratorProtocol {
    private let rows: Rows
    private let sectioning: Sectioning
    private var limit: Int
    /// The headings whose members are listed, each with the position of its next member.
    private var open: [(heading: Heading, position: Int, depth: Int)] = []
    /// Whether the row of the topmost heading comes next.
    private var isBeforeTop = false
    private let hidesEntries: Bool

    fileprivate init(_ rows: Rows, from index: Int, limit: Int) {
      self.rows = rows
      sectioning = rows.sectioning
      hidesEntries = sectioning.hidesEntries
      self.limit = limit
      if index == 0 {
        if !sectioning.contains(rows.top) { return }
        isBeforeTop = rows.top != .top
        if !isBeforeTop { open = [(.top, 0, 0)] }
      } else {
        open = rows.openHeadings(before: index)
      }
    }

    package mutating func next() -> Run? {
      guard limit > 0, let run = nextRun() else { return nil }
      limit -= run.count
      return run
    }

    private mutating func nextRun() -> Run? {
      if isBeforeTop {
        isBeforeTop = false
        return enter(rows.top, depth: 0)
      }
      while let last = open.last {
        guard last.position < sectioning.memberCount(of: last.heading) else {
          open.removeLast()
          if sectioning.hasFooter(last.heading) {
            return Run(content: .footer(of: last.heading), depth: last.depth)
          }
          continue
        }
        let room = hidesEntries ? 1 : limit
        guard
          let entries = sectioning.entries(from: last.position, of: last.heading, limit: room)
        else {
          open[open.count - 1].position += 1
          guard case .heading(let heading) = sectioning.member(at: last.position, of: last.heading)
          else { continue }
          return enter(heading, depth: last.depth)
        }
        open[open.count - 1].position += entries.count
        if hidesEntries, rows.isHidden(last.position, under: last.heading) { continue }
        return Run(content: .entries(entries), depth: last.depth)
      }
      return nil
    }

    private mutating func enter(_ heading: Heading, depth: Int) -> Run {
      let isExpanded = !rows.isClosed(heading)
      if isExpanded { open.append((heading, 0, depth + 1)) }
      return Run(content: .heading(heading, isExpanded: isExpanded), depth: depth)
    }
  }

  /// All rows, as runs.
  package var snapshot: [Run] {
    var result: [Run] = []
    // Rows of a form come one by one.
    for run in runs(in: 0...) { result.append(joining: run) }
    return result
  }

  /// The indices of the rows that both lists show: here, in ascending order, and in `others`.
  ///
  /// - Complexity: O(*k* *d* log² *s*) in the number of rows.
  func indices(in others: Rows) -> [(own: Int, other: Int)] {
    var result: [(own: Int, other: Int)] = []
    var own = 0
    func add(_ id: Row.ID) {
      if let other = others.index(of: id) { result.append((own, other)) }
      own += 1
    }
    for run in runs(in: 0...) {
      switch run.content {
      case .heading(let heading, _): add(.heading(heading))
      case .footer(let heading): add(.footer(of: heading))
      case .entries(let entries): for entry in entries { add(.entry(entry)) }
      }
    }
    return result
  }
}

extension [Rows.Run] {
  /// Appends a run, joined to the last run if it continues that run.
  fileprivate mutating func append(joining run: Rows.Run) {
    guard case .entries(let entries) = run.content, let last, last.depth == run.depth,
      case .entries(let previous) = last.content, previous.upperBound == entries.lowerBound
    else { return append(run) }
    self[count - 1] = Rows.Run(
      content: .entries(previous.lowerBound..<entries.upperBound), depth: run.depth)
  }

  /// The same rows, with each item replaced by its successor.
  func replaced(by succession: Succession) -> [Rows.Run] {
    var result: [Rows.Run] = []
    for run in self {
      switch run.content {
      case .heading(let heading, let isExpanded):
        let content = Rows.Run.Content.heading(succession.of(heading), isExpanded: isExpanded)
        result.append(Rows.Run(content: content, depth: run.depth))
      case .footer(let heading):
        result.append(Rows.Run(content: .footer(of: succession.of(heading)), depth: run.depth))
      case .entries(let entries):
        for entry in entries.lazy.map(succession.of) {
          let content = Rows.Run.Content.entries(entry..<entry.advanced(by: 1))
          result.append(joining: Rows.Run(content: content, depth: run.depth))
        }
      }
    }
    return result
  }
}

extension Rows {
  /// The headings around the row at an index, each with the position of its next member.
  fileprivate func openHeadings(
    before index: Int
  ) -> [(heading: Heading, position: Int, depth: Int)] {
    guard index < count, let (heading, position) = position(of: index) else { return [] }
    let path = [.top] + sectioning.path(to: heading)
    let around = path.suffix(from: path.firstIndex(of: top) ?? path.startIndex)
    var depth = top == .top ? 0 : 1
    var result: [(heading: Heading, position: Int, depth: Int)] = []
    for (outer, inner) in zip(around, around.dropFirst()) {
      let position = sectioning.location(of: .heading(inner))?.position ?? 0
      result.append((outer, position + 1, depth))
      depth += 1
    }
    return result + [(heading, position, depth)]
  }
}
