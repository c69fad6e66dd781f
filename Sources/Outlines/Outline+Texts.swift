import Forms
import Presentation
import Terminal

/// Titles, headers and footers of several lines.
extension Outline {
  /// The lines of a title, a header or a footer, broken where the text is and wrapped where it is
  /// too long. Text beyond the last line is cut. A count and a detail are on the last line.
  func textLines(for row: Row) -> RowLines {
    let pieces = wrappedLabel(of: row)
    guard pieces.count > 1 else { return RowLines(line(for: row)) }
    let lines = pieces.enumerated().map { number, text in
      var part = row
      part.label = text
      if number < pieces.count - 1 { (part.count, part.detail) = (nil, nil) }
      if number == 0 { return line(for: part) }
      return continuation(of: part)
    }
    return RowLines(lines[0], below: Array(lines.dropFirst()))
  }

  /// Whether the label of a row does not fit on a line, even without its detail.
  func isTooLongAlone(_ row: Row) -> Bool {
    style.width.map { labelColumn(of: row) + shownWidth(of: row.label.value) > $0 } ?? false
  }

  /// The lines of a row with a long label, which is wrapped, with the detail below the label.
  func labelLines(for row: Row) -> RowLines {
    var head = row
    head.detail = nil
    let label = textLines(for: head)
    let detail = rowStyle(of: row) == .plain ? [] : loweredLines(for: row).below
    return RowLines(label.line, below: label.below + detail)
  }

  /// A line that begins where the label of a row does, without its indicator.
  private func continuation(of row: Row) -> StyledText {
    var line = StyledText(isColored: style.isColored)
    line.pad(to: labelColumn(of: row))
    let count = row.count.map { "  (\($0.text))" }
    append(row.label, to: &line, style: labelStyle(of: row), sparing: count?.utf8.count ?? 0)
    if let count { line.append(count, style: .count) }
    if let detail = row.detail, !detail.value.isEmpty {
      line.append("  ")
      append(detail, to: &line, style: .detail)
    }
    return line
  }

  /// The lines of a label, at most as many as the style allows.
  private func wrappedLabel(of row: Row) -> [Row.Text] {
    let all = row.label.lines.flatMap { wrapped($0, after: labelColumn(of: row)) }
    let limit = style.textLines
    guard all.count > limit else { return all }
    let last = all[limit - 1]
    // The line is full already, so that the ellipsis replaces its end.
    let cut = Row.Text(last.value + " " + style.ellipsis, matches: last.matches)
    return all.prefix(limit - 1) + [cut]
  }

  private func wrapped(_ text: Row.Text, after column: Int) -> [Row.Text] {
    guard let width = style.width else { return [text] }
    let room = width - column
    return VisibleText.wrapped(text.value, to: room, ellipsis: style.ellipsis).map { pieces in
      guard let first = pieces.first, let last = pieces.last else { return Row.Text("") }
      let range = first.offset..<last.end
      let part = String(decoding: Array(text.value.utf8)[range], as: UTF8.self)
      let inside = text.matches.map { $0.clamped(to: range) }.filter { !$0.isEmpty }
      return Row.Text(
        part,
        matches: inside.map {
          ($0.lowerBound - first.offset)..<($0.upperBound - first.offset)
        })
    }
  }
}

extension Row.Kind {
  /// Whether these rows are texts above or below other rows.
  var isText: Bool {
    switch self {
    case .section, .heading, .header, .footer: true
    case .entry, .formRow, .field: false
    }
  }
}
