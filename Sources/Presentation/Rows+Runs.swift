package import Catalogues

/// Reading rows one after another.
extension Rows {
  /// Consecutive rows that are described together: one, or those of entries with consecutive
  /// identities.
  package struct Run: Equatable, Sendable {
    package enum Content: Equatable, Sendable {
      case heading(Heading, isExpanded: Bool)
      case entries(Range<Entry.ID>)
      case footer(of: Heading)
    }

    package let content: Content
    /// How many headings the rows are under. Rows of a form may be indented further.
    package let depth: Int

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

  /// The section whose fields belong to the first row: the root's are above it, those of a section
  /// that is open are below it. `nil` if the rows are not those of sections.
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
    /// The headings whose members are listed, each with the position of the next one.
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
        if hidesEntries, sectioning.catalogue.isHidden(entries.lowerBound) { continue }
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
  var snapshot: [Run] {
    var result: [Run] = []
    for run in runs(in: 0...) {
      // Rows of a form come one by one.
      if case .entries(let entries) = run.content, let last = result.last, last.depth == run.depth,
        case .entries(let previous) = last.content, previous.upperBound == entries.lowerBound
      {
        result[result.count - 1] = Run(
          content: .entries(previous.lowerBound..<entries.upperBound), depth: run.depth)
      } else {
        result.append(run)
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
      let position = sectioning.place(of: .heading(inner))?.position ?? 0
      result.append((outer, position + 1, depth))
      depth += 1
    }
    return result + [(heading, position, depth)]
  }
}
