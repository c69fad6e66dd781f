import Catalogues

/// How a row is shown.
package struct RowLook: Equatable, Sendable {
  /// How the looks of rows are drawn.
  package struct Style: Sendable {
    let isASCII: Bool

    /// - Parameter isASCII: Whether only ASCII characters are drawn.
    package init(isASCII: Bool) { self.isASCII = isASCII }
  }

  /// The control before the title, such as `[x]`.
  package let control: String?
  package let title: String
  package let detail: String?

  init(_ title: String, control: String? = nil, detail: String? = nil) {
    self.control = control
    self.title = title
    self.detail = detail
  }

  /// The title, preceded by the control.
  package var label: String { control.map { title.isEmpty ? $0 : $0 + " " + title } ?? title }
}

extension FormRow {
  /// How the row is shown; a row of an unknown kind, or one that takes no input, is shown with both
  /// titles.
  package func look(_ style: RowLook.Style) -> RowLook {
    if let kind { return kind.look(of: self, style) }
    let detail = form.catalogue.detail(of: entry)
    return RowLook(title, detail: detail)
  }
}
