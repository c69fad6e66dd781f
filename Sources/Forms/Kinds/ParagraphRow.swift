import ICUText

/// A row whose detail has several lines, which are shown below the label.
struct ParagraphRow: RowKind {
  let isNamed = false

  func content(of row: FormRow) -> RowContent? {
    guard let detail = row.detail else { return nil }
    let lines = detail.split(whereSeparator: \.endsLine).count { !$0.allSatisfy(\.isWhitespace) }
    return lines > 1 ? RowContent(detail: detail, style: .subtitle) : nil
  }
}
