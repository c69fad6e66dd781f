import Catalogues
import Forms
import ICUText
import Language
import Outlines
import Presentation
import Terminal

/// What is below the list: the fields of what is selected, and the last line.
extension Browser {
  func drawPreview(in frame: inout Frame, _ area: Range<Int>) {
    if area.isEmpty { return }
    if case .fields(let form) = mode { return draw(form, in: &frame, area) }
    guard let item = selectedItem else { return }
    var width = size.columns - 2
    if let picture = picture(of: item, in: area) {
      frame.picture = picture
      width -= picture.columns + 1
    }
    let all = lines(ofFieldsOf: item, width: width)
    for (row, text) in zip(area, all) {
      draw(text, in: &frame, row: row, column: 1)
    }
    if all.count > area.count {
      let mark = settings.isASCII ? "..." : "…"
      frame.write(mark, row: area.upperBound - 1, column: width + 2 - mark.count)
    }
  }

  /// The picture of an entry, at the right edge of the fields.
  private func picture(of item: Item, in area: Range<Int>) -> PlacedPicture? {
    guard let findPicture, case .entry(let entry) = item, size.columns >= 20,
      let name = catalogue.picture(of: entry)?.name
    else { return nil }
    if lastPicture?.name != name { lastPicture = (name, findPicture(name)) }
    return lastPicture?.file.map { file in
      PlacedPicture(
        file, in: area, end: size.columns, limit: size.columns / 3, cellShape: cellShape)
    }
  }

  /// The lines that show all fields of an item.
  func lines(ofFieldsOf item: Item, width: Int) -> [StyledText] {
    var style = output.style
    style.width = max(width, 1)
    let outline = Outline(style: style)
    let builder = plainBuilder
    switch item {
    case .entry(let entry):
      return outline.lines(of: builder.fields(of: entry).outdented)
    case .section(let section): return outline.lines(of: builder.allFields(of: section).outdented)
    }
  }

  /// Whether what is entered in a row must not be seen.
  func isSecret(_ entry: Entry.ID) -> Bool {
    session.form == nil && SettingRow(entry, in: catalogue)?.isSecret == true
  }

  /// Draws a line that has styles, with blanks for tabs.
  func draw(_ text: StyledText, in frame: inout Frame, row: Int, column: Int) {
    var column = column
    for part in text.parts {
      column = frame.write(
        part.text.replacing("\t", with: "    "), row: row, column: column,
        style: CellStyle(part.style, isColored: settings.isColored))
    }
  }

  /// The lines of what is said or asked: half of the screen at most.
  var bottomLines: [String] {
    let text: String
    switch mode {
    case .question(let question): text = question.text
    case .list, .filter, .fields: text = message?.text ?? ""
    case .prompt, .page: return []
    }
    return VisibleText.lines(
      of: text, width: size.columns, limit: max(size.rows / 2, 1),
      ellipsis: settings.isASCII ? "..." : "…")
  }

  /// - Parameter rows: Where there is room; if it is empty, the list has the only row, in which
  ///   only what needs an answer is shown.
  func drawBottom(in frame: inout Frame, _ rows: Range<Int>) {
    let rows = rows.isEmpty ? 0..<1 : rows
    let isOnly = size.rows == 1
    switch mode {
    case .prompt(let prompt): return draw(prompt, in: &frame, row: rows.lowerBound)
    case .question:
      let end = draw(bottomLines, in: &frame, rows, style: CellStyle(.bold))
      frame.cursor = Frame.Place(
        row: rows.upperBound - 1, column: min(end + 1, size.columns - 1))
    case .page: break
    case .list, .filter, .fields:
      if isOnly { return }
      if let message {
        let red: CellStyle.Color? = settings.isColored ? .red : nil
        draw(
          bottomLines, in: &frame, rows, style: message.isError ? CellStyle(.bold, red) : .plain)
      } else {
        drawHints(in: &frame, row: rows.lowerBound)
      }
    }
  }

  /// - Returns: The column after the last line.
  @discardableResult
  private func draw(
    _ lines: [String], in frame: inout Frame, _ rows: Range<Int>, style: CellStyle
  ) -> Int {
    var end = 0
    for (row, line) in zip(rows, lines) {
      frame.clear(row: row)
      end = frame.write(line, row: row, column: 0, style: style)
    }
    return end
  }
}

extension Frame {
  mutating func clear(row: Int) {
    write(String(repeating: " ", count: size.columns), row: row, column: 0)
  }
}

extension [FieldRow] {
  /// The same fields, indented by one level less.
  fileprivate var outdented: [FieldRow] { map(\.outdented) }
}
