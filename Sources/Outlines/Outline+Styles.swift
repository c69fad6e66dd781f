import Forms
import ICUText
package import Presentation
package import Terminal

/// The lines that show a row, without line terminators.
package struct RowLines: Sendable {
  package let line: StyledText
  /// The lines of the detail, if it is below the label.
  package let below: [StyledText]

  init(_ line: StyledText, below: [StyledText] = []) {
    self.line = line
    self.below = below
  }

  package var all: [StyledText] { [line] + below }
}

extension Outline {
  /// The lines of a row in the style set by the outline or the row itself, none of them wider than
  /// the outline's width.
  ///
  /// - Parameter columns: The columns of the row's group.
  package func lines(for row: Row, in columns: RowColumns = RowColumns()) -> RowLines {
    let row = drawn(fitted(row, in: columns))
    let reserved = accessoryWidth(of: row)
    guard reserved > 0, let mark = Look.text(of: row.accessory, ascii: style.isASCII) else {
      return lines(forDrawn: row, in: columns)
    }
    // The accessory at the edge is beside everything else.
    var (narrow, inner) = (style, columns)
    narrow.width = style.width.map { $0 - reserved }
    inner.edge = max(columns.edge - reserved, 0)
    let lines = Outline(style: narrow).lines(forDrawn: row, in: inner)
    var line = lines.line
    line.pad(to: max((style.width ?? columns.edge) - reserved, line.width) + Outline.accessoryGap)
    line.append(mark, style: .detail)
    return RowLines(line, below: lines.below)
  }

  private func lines(forDrawn row: Row, in columns: RowColumns) -> RowLines {
    if style.textLines > 1 {
      if row.kind.isText { return textLines(for: row) }
      if isTooLongAlone(row) { return labelLines(for: row) }
    }
    return switch rowStyle(of: row) {
    case .plain: RowLines(head(of: row))
    case .value: RowLines(valueLine(for: row, edge: columns.edge))
    case .aside:
      if columns.lowersLongDetails, let width = style.width,
        isTooLong(row, width: width, detailColumn: columns.detail)
          || columns.alignsAllDetails && reachesColumn(row, columns.detail)
      {
        loweredLines(for: row)
      } else {
        RowLines(line(for: row, detailColumn: columns.detail))
      }
    case .subtitle: loweredLines(for: row)
    }
  }

  /// The line above and below a group of rows.
  package func rule(depth: Int, in columns: RowColumns) -> StyledText {
    var line = StyledText(isColored: style.isColored)
    line.pad(to: indentation(ofDepth: depth))
    let length = max(columns.edge - line.width, 1)
    line.append(String(repeating: style.rule, count: length), style: .dimmed)
    return line
  }

  /// The columns that label and detail need to share a line.
  static let sharedColumns = 8

  /// A row with its detail at the right edge. If both are long, the detail keeps half of the line.
  private func valueLine(for row: Row, edge: Int) -> StyledText {
    let start = labelColumn(of: row)
    guard let detail = row.detail, !detail.value.isEmpty else { return head(of: row) }
    var value = StyledText(isColored: style.isColored)
    guard let width = style.width else {
      append(detail, to: &value, style: .detail)
      var line = head(of: row)
      line.pad(to: max(edge - value.width, line.width + 2))
      line.append(value)
      return line
    }
    let room = width - start
    guard room >= Outline.sharedColumns else { return head(of: row) }
    let limit = max((room - 2) / 2, room - 2 - shownWidth(of: row.label.value))
    value.append(
      value: detail.value, highlights: detail.matches, lead: detail.lead, style: .detail,
      link: hyperlink(of: detail), limit: limit, ellipsis: style.ellipsis)
    var line = head(of: row, reserving: value.width + 2)
    line.pad(to: width - value.width)
    line.append(value)
    return line
  }

  /// How many lines of a detail are shown if the width is limited.
  private static let loweredLineLimit = 4

  /// A row with its detail below it, one line for each line of the detail.
  func loweredLines(for row: Row) -> RowLines {
    let line = head(of: row)
    guard let detail = row.detail, !detail.value.isEmpty else { return RowLines(line) }
    var lines = detail.lines[...]
    let limit = style.width == nil ? Int.max : Outline.loweredLineLimit
    if let match = lines.firstIndex(where: { !$0.matches.isEmpty }), match >= limit {
      lines = lines[min(match - 1, lines.count - limit)...]
      lines[lines.startIndex] = lines[lines.startIndex].following(style.ellipsis + " ")
    }
    if lines.count > limit {
      lines = lines.prefix(limit)
      let last = lines[lines.endIndex - 1]
      lines[lines.endIndex - 1] = Row.Text(
        last.value + " " + style.ellipsis, matches: last.matches, lead: last.lead)
    }
    let below = lines.map { text in
      var line = StyledText(isColored: style.isColored)
      line.pad(to: belowColumn(of: row))
      append(text, to: &line, style: .detail)
      return line
    }
    return RowLines(line, below: below)
  }

  /// The column where a detail below its label begins.
  func belowColumn(of row: Row) -> Int {
    let column = labelColumn(of: row) + 2
    return style.width.map { min(column, $0 / 2 + 1) } ?? column
  }
}

extension OutlineStyle {
  /// Whether the places of matches are needed: for colours, or to choose what a line leaves out.
  package var showsMatches: Bool { isColored || width != nil }

  /// Whether rules and controls are drawn in ASCII: they are if the indicators are ASCII.
  package var isASCII: Bool {
    (indicators.expanded + indicators.collapsed).utf8.allSatisfy { $0 < 0x80 }
  }

  /// The character that rules are made of.
  var rule: String { isASCII ? "-" : "─" }
}

extension Row.Text {
  /// The lines that are not blank, each with its matches.
  var lines: [Row.Text] {
    guard value.utf8.contains(0x0A) || value.utf8.contains(0x0D) else { return [self] }
    var lines: [Row.Text] = []
    var offset = 0
    for part in value.split(omittingEmptySubsequences: false, whereSeparator: \.endsLine) {
      defer { offset += part.utf8.count }
      if part.startIndex > value.startIndex {
        offset += value[value.index(before: part.startIndex)].utf8.count
      }
      if part.allSatisfy(\.isWhitespace) { continue }
      let range = offset..<(offset + part.utf8.count)
      let inside = matches.map { $0.clamped(to: range) }.filter { !$0.isEmpty }
      lines.append(
        Row.Text(
          String(part),
          matches: inside.map { ($0.lowerBound - offset)..<($0.upperBound - offset) },
          lead: max(lead - offset, 0)))
    }
    return lines
  }
}
