package import Forms
import ICUText
package import Presentation
package import Terminal

/// How an outline is drawn.
package struct OutlineStyle: Sendable {
  /// The marks before open and closed sections.
  package struct Indicators: Equatable, Sendable {
    package let expanded: String
    package let collapsed: String

    package static let unicode = Indicators(expanded: "–", collapsed: "+")
    package static let ascii = Indicators(expanded: "-", collapsed: "+")

    package init(expanded: String, collapsed: String) {
      self.expanded = expanded
      self.collapsed = collapsed
    }

    /// The columns of the wider mark.
    var width: Int { max(DisplayWidth.of(expanded), DisplayWidth.of(collapsed)) }

    /// A mark with blanks after it, so that labels after all marks begin in one column.
    func padded(_ mark: String) -> String {
      mark + String(repeating: " ", count: width - DisplayWidth.of(mark))
    }
  }

  package var indicators: Indicators
  package var ellipsis: String
  /// The columns that a line may take; `nil` means no limit. A negative number counts as 0: what is
  /// beside the line leaves it no room.
  package var width: Int? { didSet { width = width.map { max($0, 0) } } }
  package var isColored: Bool
  /// Where the details of all entries are; `nil` lets each row choose.
  package var rowStyle: RowStyle?
  /// Whether groups of entries have rules above and below them.
  package var isGrouped: Bool
  /// How many lines a title, a label, a header or a footer may take. If it is one line, the text is
  /// cut instead of wrapped.
  package var textLines = 1
  /// Whether telephone numbers and addresses are hyperlinks.
  package var showsLinks = false

  /// The columns that each level is indented by.
  package static let indentation = 4
  /// The columns that each level is indented by in lines narrower than `narrowWidth`.
  static let narrowIndentation = 2
  /// Deeper levels are not indented further, so that lines do not grow without bounds.
  static let deepestLevel = 64
  static let narrowWidth = 16

  package init(
    indicators: Indicators = .unicode, ellipsis: String = "…", width: Int? = nil,
    isColored: Bool = false, rowStyle: RowStyle? = nil, isGrouped: Bool = false
  ) {
    self.indicators = indicators
    self.ellipsis = ellipsis
    self.width = width.map { max($0, 0) }
    self.isColored = isColored
    self.rowStyle = rowStyle
    self.isGrouped = isGrouped
  }
}

/// A renderer of rows as lines of text.
package struct Outline: Sendable {
  package let style: OutlineStyle

  package init(style: OutlineStyle) { self.style = style }

  /// The line of a row with its detail beside the label, without line terminator; never wider than
  /// the style's width.
  ///
  /// - Parameter detailColumn: Where the detail begins, if the label leaves room.
  package func line(for row: Row, detailColumn: Int = 0) -> StyledText {
    let row = drawn(row)
    let reserved = columnsForMatch(in: row)
    var line = head(of: row, reserving: reserved)
    if let detail = row.detail, !detail.value.isEmpty,
      reserved > 0 || hasRoom(for: detail, after: line.width)
    {
      line.pad(to: max(detailColumn, line.width + 2))
      append(detail, to: &line, style: row.kind == .field ? nil : .detail)
    }
    return line
  }

  /// Whether a detail, or enough of it to be useful, fits after a label.
  private func hasRoom(for detail: Row.Text, after labelEnd: Int) -> Bool {
    guard let room = style.width.map({ $0 - labelEnd - 2 }) else { return true }
    return room >= 4 || shownWidth(of: detail.value) <= room
  }

  /// The columns that a label leaves to the detail if a search matches only in the detail: at most
  /// half of the line.
  private func columnsForMatch(in row: Row) -> Int {
    guard let width = style.width, let detail = row.detail, !detail.matches.isEmpty,
      row.label.matches.isEmpty
    else { return 0 }
    let room = width - labelColumn(of: row)
    return room < Outline.sharedColumns ? 0 : 2 + min(shownWidth(of: detail.value), (room - 2) / 2)
  }

  /// A row without its detail.
  ///
  /// - Parameter reserved: The columns to leave free at the end of the line.
  func head(of row: Row, reserving reserved: Int = 0) -> StyledText {
    var line = StyledText(isColored: style.isColored)
    line.pad(to: indentation(of: row))
    if let indicator = indicator(of: row) {
      append(Row.Text(indicator + " "), to: &line, style: nil)
    }
    guard let count = row.count.map({ "  (\($0.text))" }) else {
      append(row.label, to: &line, style: labelStyle(of: row), sparing: reserved)
      return line
    }
    // A count is shown in full or not at all, and not instead of the title.
    let showsCount =
      style.width.map { width in
        line.width + min(shownWidth(of: row.label.value), 4) + count.utf8.count + reserved <= width
      } ?? true
    append(
      row.label, to: &line, style: labelStyle(of: row),
      sparing: (showsCount ? count.utf8.count : 0) + reserved)
    if showsCount { line.append(count, style: .count) }
    return line
  }

  func append(
    _ text: Row.Text, to line: inout StyledText, style textStyle: TextStyle?,
    sparing columns: Int = 0
  ) {
    line.append(
      value: text.value, highlights: text.matches, lead: text.lead, style: textStyle,
      link: hyperlink(of: text), limit: style.width.map { $0 - line.width - columns },
      ellipsis: style.ellipsis)
  }

  /// The columns that a level is indented by, fewer if lines are so narrow that little would be
  /// left.
  func indentation(ofDepth depth: Int) -> Int {
    guard let width = style.width else {
      return min(depth, OutlineStyle.deepestLevel) * step
    }
    let isNarrow = width < OutlineStyle.narrowWidth
    let step = isNarrow ? OutlineStyle.narrowIndentation : step
    return min(depth * step, max(width - 6, width / 2))
  }

  /// The columns of a level: what is in a section begins no further left than its title.
  private var step: Int { max(OutlineStyle.indentation, style.indicators.width + 1) }

  /// The columns before a row: those of its depth, and two for each level of an entry's own
  /// indentation.
  private func indentation(of row: Row) -> Int {
    let columns = indentation(ofDepth: row.depth)
    if row.indentationLevel == 0 { return columns }
    let own = min(row.indentationLevel, OutlineStyle.deepestLevel) * OutlineStyle.narrowIndentation
    guard let width = style.width else { return columns + own }
    return min(columns + own, max(columns, width - 6, width / 2))
  }

  /// The column at which a row's label begins.
  func labelColumn(of row: Row) -> Int {
    let indicatorWidth = indicator(of: row).map { DisplayWidth.of($0) + 1 } ?? 0
    return indentation(of: row) + indicatorWidth
  }

  private func indicator(of row: Row) -> String? {
    switch row.kind {
    case .section, .formRow:
      switch row.isExpanded {
      case true?: style.indicators.padded(style.indicators.expanded)
      case false?: style.indicators.padded(style.indicators.collapsed)
      // No indicator, but indented like its siblings.
      case nil: style.indicators.padded("")
      }
    case .heading, .entry, .field, .header, .footer: nil
    }
  }

  func labelStyle(of row: Row) -> TextStyle? {
    switch row.kind {
    case .section, .heading: .title
    case .entry, .formRow: nil
    case .field, .header, .footer: .detail
    }
  }

  func hyperlink(of text: Row.Text) -> Hyperlink? {
    style.showsLinks ? text.link.flatMap { Hyperlink($0.address) } : nil
  }
}

extension Row.Count {
  /// The number, and the total if there is one: `3 of 40`.
  package var text: String { total.map { "\(number) of \($0)" } ?? String(number) }
}
