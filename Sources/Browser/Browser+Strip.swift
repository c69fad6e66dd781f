import Catalogues
import Forms
import ICUText
import Language
import Outlines
import Presentation
import Terminal

/// The strip of titles at the right edge, and jumping to a section.
extension Browser {
  /// The titles of the strip.
  struct StripTitles {
    let revision: Int
    let titles: [Sectioning.IndexTitle]
    /// The columns of the widest title, up to a limit.
    let width: Int

    static let widest = 12
  }

  /// The titles as they are now.
  func titles() -> StripTitles {
    if let stripTitles, stripTitles.revision == catalogue.revision { return stripTitles }
    let titles = all.sectioning.indexTitles
    var width = 1
    for title in titles where width < StripTitles.widest {
      width = max(width, DisplayWidth.of(VisibleText.shown(title.text)))
    }
    let result = StripTitles(revision: catalogue.revision, titles: titles, width: width)
    (stripTitles, filledTitles) = (result, nil)
    return result
  }

  /// The titles that lead to something, by their places.
  private func filled() -> Set<Int> {
    let titles = titles().titles
    if let filledTitles { return filledTitles }
    let outermost = filter?.found.map { found in
      Set(found.rows.sectioning.headings.map { Sectioning(catalogue).path(to: $0).first ?? $0 })
    }
    let filled = Set(
      titles.indices.filter {
        outermost?.contains(titles[$0].heading) ?? (titles[$0].entryCount > 0)
      })
    filledTitles = filled
    return filled
  }

  /// The strip's columns; 0 if there is none.
  var stripWidth: Int {
    guard size.columns >= 16, size.rows >= 3, titles().titles.count > 1 else { return 0 }
    return min(titles().width, StripTitles.widest, size.columns / 6)
  }

  private var strip: TitleStrip {
    TitleStrip(
      sizes: titles().titles.map { _ in 1 }, room: layout.strip.count, separation: 0)
  }

  func drawStrip(in frame: inout Frame) {
    guard layout.stripWidth > 0 else { return }
    let titles = titles()
    let filled = filled()
    let current = currentTitle
    // At the very edge, terminals differ in where the cursor is after a character.
    let (column, end) = (layout.listWidth + 1, layout.listWidth + 1 + layout.stripWidth)
    for (row, part) in zip(layout.strip, strip.parts) {
      switch part {
      case .mark:
        frame.write(
          settings.isASCII ? "." : "·", row: row, column: column, end: end)
      case .title(let index, _):
        var style = filled.contains(index) ? CellStyle.plain : CellStyle(.dimmed)
        if index == current { style = style.adding([.bold, .reversed]) }
        let pieces = VisibleText.shown(titles.titles[index].text)
        frame.write(pieces, row: row, column: column, end: end, style: style)
      }
    }
  }

  /// The place of the title that the selected row is under.
  private var currentTitle: Int? {
    guard let selected else { return nil }
    let heading: Heading?
    if case .heading(let own) = selected {
      heading = own
    } else {
      heading = rows.heading(around: selection)
    }
    guard let heading, heading != .top else { return nil }
    let outermost = all.sectioning.path(to: heading).first ?? heading
    return titles().titles.firstIndex { $0.heading == outermost }
  }

  /// The title that is shown where the mouse is; of those left out, the one in the middle.
  ///
  /// - Parameter isDragging: Whether only the row counts, as while the button is down.
  func stripTitle(at mouse: Key.Mouse, isDragging: Bool = false) -> Int? {
    let parts = strip.parts
    guard layout.stripWidth > 0, !parts.isEmpty,
      isDragging || mouse.column > layout.listWidth
    else { return nil }
    var row = mouse.row - layout.strip.lowerBound
    if isDragging { row = max(0, min(row, parts.count - 1)) }
    guard parts.indices.contains(row) else { return nil }
    if case .title(let index, _) = parts[row] { return index }
    let places = [row - 1, row + 1].compactMap { row -> Int? in
      if parts.indices.contains(row), case .title(let index, _) = parts[row] { index } else { nil }
    }
    return places.isEmpty ? nil : places.reduce(0, +) / places.count
  }

  /// Selects the heading of a title and scrolls it to the top; if a filter leaves nothing under it,
  /// the next one that it leaves.
  func go(to title: Int) {
    let known = titles()
    guard known.titles.indices.contains(title) else { return }
    guard let found = filter?.found else {
      if let index = all.row(forIndexTitle: known.titles[title]) { show(atTop: index) }
      return
    }
    let filled = filled()
    let wanted = filled.filter { $0 >= title }.min() ?? filled.max()
    guard let wanted else { return }
    let heading = known.titles[wanted].heading
    let first = found.rows.sectioning.headings.first {
      (Sectioning(catalogue).path(to: $0).first ?? $0) == heading
    }
    if let index = first.flatMap({ found.rows.index(of: .heading($0)) }) { show(atTop: index) }
  }

  func show(atTop index: Int) {
    select(index)
    top = selection
  }

  /// Goes to the section that begins with a letter, or sounds so.
  func jump(to letter: Character) {
    let known = titles().titles
    let place: Int?
    if all.sectioning.letters != nil {
      let wanted = session.filing.place(of: String(letter))
      place = known.lastIndex { $0.heading.letter.map { $0 <= wanted } ?? false } ?? 0
    } else {
      let answer = SectionIndex(catalogue, filing: session.filing)
        .section(titled: String(letter), book: session.book)
      guard let section = answer?.section else { return complain("there are no sections") }
      if filter?.found == nil {
        if let index = all.reveal(.section(section)).index { show(atTop: index) }
        return keepState()
      }
      let outermost = Sectioning(catalogue).path(to: .section(section)).first
      place = known.firstIndex { $0.heading == outermost }
    }
    if let place { go(to: place) }
  }
}
