import Forms
import ICUText
package import Presentation
import Terminal

/// The columns shared by a group of adjacent rows.
package struct RowColumns: Equatable, Sendable {
  /// Where details aligned beside their labels begin.
  package var detail: Int
  /// Where details at the right edge end, and where rules end.
  package var edge: Int
  /// Whether a detail that does not fit beside its label is put below it.
  package var lowersLongDetails: Bool
  /// Whether a detail is also put below its label if the label reaches into the column.
  package var alignsAllDetails: Bool

  package init(
    detail: Int = 0, edge: Int = 0, lowersLongDetails: Bool = false,
    alignsAllDetails: Bool = false
  ) {
    self.detail = detail
    self.edge = edge
    self.lowersLongDetails = lowersLongDetails
    self.alignsAllDetails = alignsAllDetails
  }
}

extension Outline {
  /// The column where the details of a group of rows begin: after the longest label, but within
  /// half of the width, or within 40 columns if there is no width.
  package func detailColumn(of rows: [Row]) -> Int {
    detailColumn(of: drawn(rows)) { _ in true }
  }

  private func detailColumn(of rows: [Row], where counts: (Row) -> Bool) -> Int {
    let limit = style.width.map { $0 / 2 } ?? 40
    var column = 0
    for row in rows where row.detail != nil && counts(row) {
      let width = labelEnd(of: row) + 2
      if width <= limit { column = max(column, width) }
    }
    return column
  }

  /// The columns of a group of rows. The right edge is the style's width, or the width of the
  /// widest row if there is none.
  package func columns(of rows: [Row]) -> RowColumns {
    let rows = drawn(rows)
    var columns = RowColumns(detail: detailColumn(of: rows) { rowStyle(of: $0) == .aside })
    if let width = style.width {
      columns.edge = width
      columns.lowersLongDetails = areMixed(rows, width: width, detailColumn: columns.detail)
    } else if style.isGrouped
      || rows.contains(where: { rowStyle(of: $0) == .value || $0.accessory != .none })
    {
      columns.edge = rows.reduce(0) { edge, row in
        max(edge, end(of: row, detailColumn: columns.detail) + accessoryWidth(of: row))
      }
    }
    return columns
  }

  /// Where the detail of a row is. The detail of a section is always `aside`.
  func rowStyle(of row: Row) -> RowStyle {
    row.kind.hasStyle ? style.rowStyle ?? row.style ?? .aside : .aside
  }

  /// Whether a row's label ends before the column of details, but its detail does not fit there.
  ///
  /// - Parameter width: The columns of the line, except for those of an accessory.
  func isTooLong(_ row: Row, width: Int, detailColumn: Int) -> Bool {
    guard let detail = row.detail?.value else { return false }
    let room = width - detailColumn
    // No character takes more columns than bytes.
    if detail.utf8.count <= room, VisibleText.isPlain(detail) { return false }
    return shownWidth(of: detail) > room && labelEnd(of: row) + 2 <= detailColumn
  }

  /// Whether the label of a row that has a detail reaches into the column of details.
  func reachesColumn(_ row: Row, _ detailColumn: Int) -> Bool {
    row.detail?.value.isEmpty == false && labelEnd(of: row) + 2 > detailColumn
  }

  /// Whether some details do not fit beside their labels, but at least as many do.
  private func areMixed(_ rows: [Row], width: Int, detailColumn: Int) -> Bool {
    guard style.rowStyle == nil else { return false }
    var (fitting, long) = (0, 0)
    for row in rows where row.detail != nil && rowStyle(of: row) == .aside {
      let room = width - accessoryWidth(of: row)
      if isTooLong(row, width: room, detailColumn: detailColumn) {
        long += 1
      } else {
        fitting += 1
      }
    }
    return long > 0 && fitting >= long
  }

  /// The column after a row that is not truncated.
  private func end(of row: Row, detailColumn: Int) -> Int {
    let label = labelEnd(of: row)
    guard let detail = row.detail, !detail.value.isEmpty else { return label }
    switch rowStyle(of: row) {
    case .plain: return label
    case .value: return label + 2 + shownWidth(of: detail.value)
    case .aside: return max(detailColumn, label + 2) + shownWidth(of: detail.value)
    case .subtitle:
      let widest = detail.lines.map { shownWidth(of: $0.value) }.max() ?? 0
      return max(label, belowColumn(of: row) + widest)
    }
  }

  /// The column after a row's full label.
  private func labelEnd(of row: Row) -> Int {
    labelColumn(of: row) + shownWidth(of: row.label.value)
  }

  func shownWidth(of text: String) -> Int { DisplayWidth.of(VisibleText.shown(text)) }
}

extension Row.Kind {
  /// Whether details of these rows may be elsewhere than after the label.
  fileprivate var hasStyle: Bool {
    switch self {
    case .entry, .formRow, .field: true
    case .section, .heading, .header, .footer: false
    }
  }
}
