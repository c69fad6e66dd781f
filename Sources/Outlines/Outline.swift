import ICUText

/// How an outline is drawn.
package struct OutlineStyle: Sendable {
  /// What stands before sections that are open and closed.
  package struct Indicators: Equatable, Sendable {
    package let expanded: String
    package let collapsed: String

    package static let unicode = Indicators(expanded: "–", collapsed: "+")
    package static let ascii = Indicators(expanded: "-", collapsed: "+")

    package init(expanded: String, collapsed: String) {
      self.expanded = expanded
      self.collapsed = collapsed
    }
  }

  package var indicators: Indicators
  package var ellipsis: String
  /// The columns that a line may take; `nil` is any number.
  package var width: Int?
  package var isColored: Bool

  /// Columns by which each level is set in.
  package static let indentation = 4

  package init(
    indicators: Indicators = .unicode, ellipsis: String = "…", width: Int? = nil,
    isColored: Bool = false
  ) {
    self.indicators = indicators
    self.ellipsis = ellipsis
    self.width = width
    self.isColored = isColored
  }
}

/// A line of an outline before it is drawn.
package struct OutlineRow: Sendable {
  package enum Kind: Sendable {
    case expandedSection, collapsedSection, emptySection, entry, footer
    /// Rows among which some unfold.
    case expandedRow, collapsedRow, row
  }

  /// Text and the ranges of its UTF-8 bytes that stand out.
  package struct Text: Sendable {
    package let value: String
    package let highlights: [Range<Int>]

    package init(_ value: String, highlights: [Range<Int>] = []) {
      self.value = value
      self.highlights = highlights
    }
  }

  package let kind: Kind
  /// How many levels the row is set in.
  package let depth: Int
  package let label: Text
  package let detail: Text?
  /// What stands in parentheses behind a section's title.
  package let count: String?

  package init(kind: Kind, depth: Int, label: Text, detail: Text? = nil, count: String? = nil) {
    self.kind = kind
    self.depth = depth
    self.label = label
    self.detail = detail
    self.count = count
  }
}

/// Draws rows as lines of text.
package struct Outline: Sendable {
  private let style: OutlineStyle

  package init(style: OutlineStyle) { self.style = style }

  /// The column at which the details of rows that stand together are set off: behind the longest
  /// label, but within half of the width, and within 40 columns where there is no width.
  package func detailColumn(of rows: some Sequence<OutlineRow>) -> Int {
    let limit = style.width.map { $0 / 2 } ?? 40
    var column = 0
    for row in rows where row.detail != nil {
      let width = labelColumn(of: row) + DisplayWidth.of(VisibleText.shown(row.label.value)) + 2
      if width <= limit { column = max(column, width) }
    }
    return column
  }

  /// The columns at which details are set off, for each level of rows one.
  package func detailColumns(of rows: some Sequence<OutlineRow>) -> [Int: Int] {
    Dictionary(grouping: rows, by: \.depth).mapValues { detailColumn(of: $0) }
  }

  /// The line of a row, without its end; never wider than the style's width.
  ///
  /// - Parameter detailColumn: Where its detail begins, if its label leaves room.
  package func line(for row: OutlineRow, detailColumn: Int = 0) -> String {
    var line = StyledText(isColored: style.isColored)
    line.pad(to: min(row.depth * OutlineStyle.indentation, style.width ?? .max))
    if let indicator = indicator(of: row) {
      append(OutlineRow.Text(indicator + " "), to: &line, style: nil)
    }
    let count = row.count.map { "  (" + $0 + ")" } ?? ""
    // A count is shown whole or not at all, and not instead of the title.
    let showsCount = style.width.map { line.width + 4 + count.utf8.count <= $0 } ?? true
    append(
      row.label, to: &line, style: labelStyle(of: row), sparing: showsCount ? count.utf8.count : 0)
    if showsCount { line.append(count, style: .count) }
    // A detail of which only the ellipsis would fit says nothing.
    let hasRoom = style.width.map { line.width + 6 <= $0 } ?? true
    if let detail = row.detail, !detail.value.isEmpty, hasRoom {
      line.pad(to: max(detailColumn, line.width + 2))
      append(detail, to: &line, style: .detail)
    }
    return line.text
  }

  private func append(
    _ text: OutlineRow.Text, to line: inout StyledText, style textStyle: TextStyle?,
    sparing columns: Int = 0
  ) {
    line.append(
      value: text.value, highlights: text.highlights, style: textStyle,
      limit: style.width.map { max($0 - line.width - columns, 0) }, ellipsis: style.ellipsis)
  }

  private func labelColumn(of row: OutlineRow) -> Int {
    let indicatorWidth = indicator(of: row).map { DisplayWidth.of($0) + 1 } ?? 0
    return row.depth * OutlineStyle.indentation + indicatorWidth
  }

  private func indicator(of row: OutlineRow) -> String? {
    switch row.kind {
    case .expandedSection, .expandedRow: style.indicators.expanded
    case .collapsedSection, .collapsedRow: style.indicators.collapsed
    // No indicator, but set in like its siblings.
    case .emptySection, .row:
      String(repeating: " ", count: DisplayWidth.of(style.indicators.expanded))
    case .entry, .footer: nil
    }
  }

  private func labelStyle(of row: OutlineRow) -> TextStyle? {
    switch row.kind {
    case .expandedSection, .collapsedSection, .emptySection: .title
    case .entry, .expandedRow, .collapsedRow, .row: nil
    case .footer: .detail
    }
  }
}
