/// A row whose only other value is a boolean.
struct BooleanRow: RowKind {
  let isNamed = false

  func content(of row: FormRow) -> RowContent? {
    row.onlyBoolean.map { RowContent(control: .switch($0)) }
  }
}
