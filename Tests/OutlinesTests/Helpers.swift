import Forms
import Presentation

@testable import Outlines

/// Rows as they are told apart where they are drawn.
enum DrawnKind {
  case expandedSection, collapsedSection, emptySection, entry, header, footer
}

extension Row {
  init(
    _ kind: DrawnKind, _ label: Text, depth: Int = 0, detail: Text? = nil, count: Int? = nil,
    style: RowStyle? = nil
  ) {
    let kinds: (Kind, Bool?) =
      switch kind {
      case .expandedSection: (.section, true)
      case .collapsedSection: (.section, false)
      case .emptySection: (.section, nil)
      case .entry: (.entry, nil)
      case .header: (.header, nil)
      case .footer: (.footer, nil)
      }
    self.init(
      kinds.0, depth: depth, label: label, detail: detail, count: count.map { Count($0) },
      isExpanded: kinds.1, style: style)
  }
}
