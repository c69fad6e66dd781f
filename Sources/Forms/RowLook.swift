import Catalogues

/// How a row is shown.
package struct RowLook: Equatable, Sendable {
  /// How looks are drawn.
  package struct Style: Sendable {
    let isASCII: Bool

    /// - Parameter isASCII: Whether nothing but ASCII characters is drawn.
    package init(isASCII: Bool) { self.isASCII = isASCII }
  }

  /// What stands in front of the title, such as `[x]`.
  package let control: String?
  package let title: String
  package let detail: String?

  init(_ title: String, control: String? = nil, detail: String? = nil) {
    self.control = control
    self.title = title
    self.detail = detail
  }

  /// The title with what stands in front of it.
  package var label: String { control.map { title.isEmpty ? $0 : $0 + " " + title } ?? title }
}

extension FormRow {
  /// How the row is shown; one of an unknown kind, or that only shows something, with both titles.
  package func look(_ style: RowLook.Style) -> RowLook {
    if let kind { return kind.look(of: self, style) }
    let detail = form.catalogue.detail(of: entry)
    return RowLook(title, detail: detail)
  }
}
