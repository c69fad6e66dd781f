import Outlines

/// A row that names the UIKit cell style in which it is shown.
enum StyledRow: RowKind {
  static let isNamed = true

  static func look(of entry: KindEntry) -> EntryLook? {
    for key in keys {
      if let name = entry.text(key), let style = style(named: name) {
        return EntryLook(detail: entry.detail, style: style)
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
