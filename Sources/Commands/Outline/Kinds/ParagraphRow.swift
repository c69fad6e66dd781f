import Outlines

/// A row whose detail has several lines, which are shown below the label.
enum ParagraphRow: RowKind {
  static let isNamed = false

  static func look(of entry: KindEntry) -> EntryLook? {
    guard let detail = entry.detail else { return nil }
    let lines = detail.split(whereSeparator: \.endsLine).count { !$0.allSatisfy(\.isWhitespace) }
    return lines > 1 ? EntryLook(detail: detail, style: .subtitle) : nil
  }
}
