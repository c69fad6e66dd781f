import Catalogues
import Forms
import ICUText
import Language
import Outlines
import Presentation

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
  func lines(ofFieldsOf item: Item, width: Int) -> [String] {
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

  /// Draws a line that has styles.
  func draw(_ text: String, in frame: inout Frame, row: Int, column: Int) {
    var column = column
    for part in StyledText.parts(of: text) {
      column = frame.write(
        part.text, row: row, column: column,
        style: CellStyle(part.style, isColored: settings.isColored))
    }
  }

  /// - Parameter isOnly: Whether the list has the same row, so that only what needs an answer is
  ///   shown.
  func drawBottom(in frame: inout Frame, row: Int, isOnly: Bool) {
    switch mode {
    case .prompt(let prompt): return draw(prompt, in: &frame, row: row)
    case .question(let question):
      frame.clear(row: row)
      let end = frame.write(
        VisibleText.shown(question.text), row: row, column: 0, style: CellStyle(.bold))
      frame.cursor = Frame.Place(row: row, column: min(end + 1, size.columns - 1))
      return
    case .list, .filter, .fields, .page: break
    }
    if isOnly { return }
    if let message {
      let style =
        message.isError ? CellStyle(.bold, settings.isColored ? .red : nil) : CellStyle.plain
      frame.write(VisibleText.shown(message.text), row: row, column: 0, style: style)
      return
    }
    frame.write(hints, row: row, column: 0, style: CellStyle(.dimmed))
  }

  /// What can be done now, as much as fits.
  private var hints: String {
    let all: [String]
    if !pending.isEmpty {
      all = [pending.map(\.name).joined() + " …"]
    } else if case .filter = mode {
      all = [
        "⏎ keep", "Esc end", "Ctrl-O fields", "Ctrl-E expression", "Ctrl-T accents",
        "Ctrl-R readings", "↑ earlier",
      ]
    } else if case .fields = mode {
      all = [
        "⏎ change", "Space switch", "← → less, more", "i add", "d remove", "u undo", "Esc done",
      ]
    } else if !taken.isEmpty {
      all = ["⏎ put down here", "Esc leave where it was"]
    } else if settings.isPicking {
      all = ["⏎ choose", "/ filter", "Space mark", "? keys", "q quit"]
    } else {
      all = [
        "/ filter", "⏎ open", "e edit", "? keys", "q quit", "s save", "u undo", "i insert",
        "m move",
        "d delete", "Space mark",
      ]
    }
    var line = ""
    for hint in all {
      let hint = settings.isASCII ? hint.asciiHint : hint
      let more = line.isEmpty ? hint : line + "  " + hint
      if DisplayWidth.of(more) > size.columns { break }
      line = more
    }
    return line
  }
}

extension String {
  fileprivate var asciiHint: String {
    let words = ["⏎": "Enter", "←": "Left", "→": "Right", "↑": "Up", "…": "..."]
    return map { words[String($0)] ?? String($0) }.joined()
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
