/// A row that names the UIKit cell style in which it is shown.
struct StyledRow: RowKind {
  func content(of row: FormRow) -> RowContent? {
    for (key, isCertain) in StyledRow.keys {
      if let name = row.text(key), let style = StyledRow.style(named: name, isCertain: isCertain) {
        return RowContent(detail: row.detail, style: style)
      }
    }
    return nil
  }

  /// The keys of styles, and whether a key can only mean a cell style.
  private static let keys = [
    ("cellStyle", true), ("cellstyle", true), ("CellStyle", true), ("cell_style", true),
    ("style", false), ("Style", false),
  ]

  /// - Parameter isCertain: Whether numbers, and words with other meanings, also count as styles.
  fileprivate static func style(named text: String, isCertain: Bool) -> RowStyle? {
    let name = UIKitCase(text, of: "CellStyle")
    switch name.name {
    case "default" where isCertain || name.isQualified: return .plain
    case "basic" where isCertain: return .plain
    case "0" where isCertain: return .plain
    case "value1", "rightdetail": return .value
    case "1" where isCertain: return .value
    case "value2", "leftdetail": return .aside
    case "2" where isCertain: return .aside
    case "subtitle": return .subtitle
    case "3" where isCertain: return .subtitle
    default: return nil
    }
  }
}

extension RowStyle {
  /// A style by its own name, or by any name of UIKit's and of its storyboards: `Right Detail`,
  /// `.value1`, `UITableViewCellStyleSubtitle`.
  package init?(named text: String) {
    guard let style = RowStyle(rawValue: text) ?? StyledRow.style(named: text, isCertain: true)
    else { return nil }
    self = style
  }
}

/// A row in a page of settings that leads to another page.
struct PaneRow: RowKind {
  let specifiers = ["PSChildPaneSpecifier"]

  func content(of row: FormRow) -> RowContent? { RowContent(control: .link) }
}
