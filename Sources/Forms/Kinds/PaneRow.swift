/// A row in a page of settings that leads to another page.
struct PaneRow: RowKind {
  let specifiers = ["PSChildPaneSpecifier"]

  func content(of row: FormRow) -> RowContent? { RowContent(control: .link) }
}
