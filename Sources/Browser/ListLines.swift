import Outlines
import Presentation
import Terminal

/// The lines that show the rows of a list, and which of them fit on the screen.
struct ListLines {
  /// A line of the screen.
  struct Line {
    /// Its row on the screen.
    let row: Int
    /// The index of the list's row that the line shows. A heading that stays at the top, while rows
    /// under it are shown, has an index before the first row.
    let index: Int
    let text: StyledText
    let part: RowPart

    /// Which part of a row a line shows.
    enum RowPart: Equatable {
      case first, more
      /// A text or a rule before or after the row itself.
      case around
    }
  }

  private let list: ListState
  private let rows: Rows
  private let area: Range<Int>
  private let outline: Outline
  private let columns: RowColumns
  private let isGrouped: Bool

  /// The columns before a row, for the marks of the selected row and of marked rows.
  static let margin = 2

  init(_ list: ListState, _ layout: Layout, _ style: OutlineStyle) {
    (self.list, rows, area, isGrouped) = (list, list.rows, layout.list, style.isGrouped)
    var style = style
    style.width = layout.listWidth - ListLines.margin
    let width = style.width ?? 0
    outline = Outline(style: style)
    columns = RowColumns(
      detail: list.all.detailColumn(in: width), edge: width,
      lowersLongDetails: area.count >= ListLines.leastLowering, alignsAllDetails: true)
  }

  /// The height of a list from which on details that do not fit in their column are below labels.
  private static let leastLowering = 8

  /// The visible lines.
  var seen: [Line] {
    let (count, top) = (rows.count, list.position.top)
    var seen: [Line] = []
    func add(_ index: Int, _ text: StyledText, _ part: Line.RowPart) {
      guard seen.count < area.count else { return }
      let row = area.lowerBound + seen.count
      seen.append(Line(row: row, index: index, text: text, part: part))
    }
    if let heading = stickyHeading(at: top),
      let line = lines(ofRow: heading).first(where: { $1 == .first })
    {
      add(heading, line.text, .first)
    }
    var index = top
    while seen.count < area.count, index < count {
      for (text, part) in lines(ofRow: index) { add(index, text, part) }
      index += 1
    }
    return seen
  }

  /// The index of the heading that stays at the top, above a given first row.
  private func stickyHeading(at top: Int) -> Int? {
    guard top > 0, top < rows.count, area.count > 1 else { return nil }
    if case .heading = rows.id(at: top) { return nil }
    guard let heading = rows.heading(around: top), heading != .top else { return nil }
    return rows.index(of: .heading(heading))
  }

  /// The lines of a row, with those of the texts and rules around it.
  private func lines(ofRow index: Int) -> [(text: StyledText, part: Line.RowPart)] {
    let builder = list.builder
    let row = rows.row(at: index, by: builder)
    let own = outline.lines(for: row, in: columns).all
    var (before, after): ([StyledText], [StyledText]) = ([], [])
    func header(of heading: Heading, depth: Int) -> [StyledText] {
      builder.header(of: heading, depth: depth).map { outline.lines(for: $0).all } ?? []
    }
    if index == 0 { before = header(of: .top, depth: 0) }
    switch rows.id(at: index) {
    case .heading(let heading):
      if row.isExpanded == true { after = header(of: heading, depth: row.depth + 1) }
    case .entry where isGrouped:
      let rule = outline.rule(depth: row.depth, in: columns)
      if !rows.continuesEntries(at: index) { before.append(rule) }
      if !rows.continuesEntries(at: index + 1) { after = [rule] }
    case .entry, .footer: break
    }
    return before.map { ($0, .around) }
      + own.enumerated().map { ($1, $0 == 0 ? .first : .more) } + after.map { ($0, .around) }
  }

  // MARK: Scrolling

  /// The first row to show, so that a given row is visible.
  func top(showing index: Int) -> Int {
    let count = rows.count
    guard count > 0 else { return 0 }
    let top = allowed(list.position.top)
    let index = min(index, count - 1)
    return index <= top ? index : max(top, first(seenTo: index))
  }

  /// The first row to show after scrolling, and the rows then seen.
  func scrolled(by distance: Int) -> ClosedRange<Int> {
    let top = allowed(list.position.top + distance)
    return top...last(seenFrom: top)
  }

  /// A row as the first one, or an earlier row, so that there are no blank lines after the last
  /// row.
  private func allowed(_ top: Int) -> Int {
    // No row takes less than a line.
    let isAllowed = top <= rows.count - area.count
    return max(isAllowed ? top : min(top, first(seenTo: rows.count - 1)), 0)
  }

  /// The first row that is fully visible if a given row is the last one.
  func first(seenTo index: Int) -> Int {
    guard rows.count > 0 else { return 0 }
    var (height, first) = (lines(ofRow: index).count, index)
    for row in (max(index - area.count, 0)..<index).reversed() {
      height += lines(ofRow: row).count
      if height > area.count { break }
      // The heading that stays takes a line.
      if height < area.count || stickyHeading(at: row) == nil { first = row }
    }
    return first
  }

  /// The last row that is fully visible if a given row is the first one.
  func last(seenFrom top: Int) -> Int {
    var (height, last) = (stickyHeading(at: top) == nil ? 0 : 1, top)
    for row in top..<rows.count {
      height += lines(ofRow: row).count
      if height > area.count { break }
      last = row
    }
    return last
  }
}
