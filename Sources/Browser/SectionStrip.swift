import Outlines
import Presentation
import Terminal

/// The titles at the right edge, each of which leads to a section or a letter.
struct SectionStrip {
  private let list: ListState
  private let rows: Range<Int>
  private let columns: Range<Int>
  /// The titles that may be shown, by their indices.
  private let titles: [Int]
  private let parts: [TitleStrip.Part]

  /// - Returns: `nil` if the layout has no strip.
  init?(_ list: ListState, _ layout: Layout) {
    guard layout.stripWidth > 0 else { return nil }
    (self.list, rows) = (list, layout.list)
    // At the very edge, terminals differ in where the cursor is after a character.
    let start = layout.listWidth + 1
    columns = Range(cellsFrom: start, to: start + layout.stripWidth)
    let all = Array(list.all.titles.indices)
    // If there is not room for all titles, only those under which something was found are shown.
    let found = list.filter?.found == nil ? [] : all.filter(list.filledTitles.contains)
    titles = all.count <= rows.count || found.isEmpty ? all : found
    parts = TitleStrip(sizes: titles.map { _ in 1 }, room: rows.count, separation: 0).parts
  }

  func draw(in frame: inout Frame, _ settings: Browser.Settings) {
    let current = currentTitle
    for (row, part) in zip(rows, parts) {
      var (text, style) = (settings.isASCII ? "." : "·", CellStyle.plain)
      if case .title(let number, _) = part {
        let index = titles[number]
        text = VisibleText.shown(list.all.titles[index].text)
        if !list.filledTitles.contains(index) {
          style = CellStyle(.dimmed)
        } else if list.filter?.found != nil {
          style = CellStyle([], settings.theme.letter)
        }
        if index == current { style = style.adding([.bold, .reversed]) }
      }
      frame.write(
        text, row: row, column: columns.lowerBound, end: columns.upperBound, style: style)
    }
  }

  /// The index of the title that the selected row is under.
  private var currentTitle: Int? {
    guard let heading = list.heading, heading != .top else { return nil }
    let outermost = list.all.rows.sectioning.path(to: heading).first ?? heading
    return list.all.titles.firstIndex { $0.heading == outermost }
  }

  /// The title at the mouse; at the mark for titles left out, the middle one of these.
  ///
  /// - Parameter isDragging: Whether only the row counts, as while the button is down.
  func title(at mouse: Key.Mouse, isDragging: Bool = false) -> Int? {
    guard !parts.isEmpty, isDragging || mouse.column >= columns.lowerBound else { return nil }
    var row = mouse.row - rows.lowerBound
    if isDragging { row = max(0, min(row, parts.count - 1)) }
    guard parts.indices.contains(row) else { return nil }
    func title(_ row: Int) -> Int? {
      if parts.indices.contains(row), case .title(let number, _) = parts[row] {
        number
      } else {
        nil
      }
    }
    if let own = title(row) { return titles[own] }
    let beside = [row - 1, row + 1].compactMap(title)
    return beside.isEmpty ? nil : titles[beside.reduce(0, +) / beside.count]
  }
}
