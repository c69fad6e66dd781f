package import Presentation
package import Terminal

extension Outline {
  /// The lines of an entry's fields, with nested fields indented and values in columns. If lines
  /// have a width, names and values that are too long are wrapped instead of truncated.
  package func lines(of fields: [FieldRow]) -> [StyledText] { fieldLines(of: fields).map(\.text) }

  package func fieldLines(of fields: [FieldRow]) -> [OutlineLine] {
    let column = detailColumn(of: fields.map(\.row))
    return fields.flatMap { field in
      lines(of: field.row, valueColumn: column).enumerated().map { number, text in
        OutlineLine(text: text, field: number == 0 ? field : nil)
      } + fieldLines(of: field.fields)
    }
  }

  private func lines(of row: Row, valueColumn: Int) -> [StyledText] {
    guard let width = style.width else { return [line(for: row, detailColumn: valueColumn)] }
    var lines = wrapped(row.label, at: labelColumn(of: row), in: width, style: .detail)
    guard let value = row.detail, !value.value.isEmpty else { return lines }
    var column = max(valueColumn, lines[0].width + 2)
    var head: StyledText?
    if lines.count == 1,
      column == valueColumn || column + shownWidth(of: value.value) <= width
    {
      head = lines.removeLast()
    } else {
      // A value that is too long even there gets all of the width.
      let fits = valueColumn > 0 && valueColumn + shownWidth(of: value.value) <= width
      column = fits ? valueColumn : belowColumn(of: row)
    }
    lines += wrapped(value, at: column, in: width, after: head, style: nil)
    return lines
  }

  /// The lines of a text that begin at a column.
  ///
  /// - Parameter head: What is before the text on its first line.
  private func wrapped(
    _ text: Row.Text, at column: Int, in width: Int, after head: StyledText? = nil,
    style textStyle: TextStyle?
  ) -> [StyledText] {
    let column = min(column, width - 1)
    let lines = VisibleText.wrapped(text.value, to: width - column, ellipsis: style.ellipsis)
    return lines.enumerated().map { number, pieces in
      var line = StyledText(isColored: style.isColored)
      if number == 0, let head { line = head }
      line.pad(to: column)
      line.append(
        pieces, highlights: text.matches, style: textStyle, link: hyperlink(of: text))
      return line
    }
  }
}
