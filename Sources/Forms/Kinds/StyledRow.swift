/// A row that names the UIKit cell style in which it is shown.
struct StyledRow: RowKind {
  func content(of row: KindEntry) -> RowContent? {
    for key in StyledRow.keys {
      if let name = row.text(key), let style = StyledRow.style(named: name) {
        return RowContent(detail: row.detail, style: style)
      }
    }
    return nil
  }

  private static let keys = ["cellStyle", "cellstyle", "CellStyle", "cell_style", "style", "Style"]

  private static func style(named name: String) -> RowStyle? {
    let name = name.lowercased()
    let prefix = "uitableviewcellstyle"
    switch name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name {
    // The word alone may mean anything.
    case "default" where name.hasPrefix(prefix): return .plain
    case "value1": return .value
    case "value2": return .aside
    case "subtitle": return .subtitle
    default: return nil
    }
  }
}
