import Editing
import Language
import Terminal

/// A page of conflicts: values that the session and other programs have changed differently. Of
/// each conflict, both values are shown, and one is chosen.
struct ConflictPage {
  /// What a key asks for, apart from changing the page.
  enum Outcome {
    case stay, leave, finish, redraw
  }

  let conflicts: EditingSession.Conflicts
  /// Shows what follows the page.
  let next: (Browser) -> Void
  /// The numbers of the conflicts in which the value of the others is chosen.
  private(set) var theirs: Set<Int> = []
  private var selection = 0

  init(_ conflicts: EditingSession.Conflicts, next: @escaping (Browser) -> Void) {
    (self.conflicts, self.next) = (conflicts, next)
  }

  mutating func take(_ key: Key, _ size: Size, _ settings: Browser.Settings) -> Outcome {
    switch key {
    case .escape, .control("c"), .control("q"), .control("x"): return .leave
    case .enter: return .finish
    case .up, .backTab: select(selection - 1)
    case .down, .tab: select(selection + 1)
    case .home, .pageUp: select(key == .home ? 0 : selection - 5)
    case .end, .pageDown: select(key == .end ? conflicts.all.count - 1 : selection + 5)
    case .left: choose(selection, theirs: false)
    case .right: choose(selection, theirs: true)
    case " ": choose(selection, theirs: !theirs.contains(selection))
    case .control("l"): return .redraw
    case .mouse(let mouse):
      if mouse.action == .wheelUp { select(selection - 1) }
      if mouse.action == .wheelDown { select(selection + 1) }
      if mouse.action == .press { press(mouse, size, settings) }
    default: break
    }
    return .stay
  }

  private mutating func select(_ index: Int) {
    selection = max(0, min(index, conflicts.all.count - 1))
  }

  /// Chooses a value of a conflict. Conflicts that are not separate are all decided in the same
  /// way.
  private mutating func choose(_ index: Int, theirs isOfTheirs: Bool) {
    for index in conflicts.areSeparate ? index..<index + 1 : conflicts.all.indices {
      if isOfTheirs { theirs.insert(index) } else { theirs.remove(index) }
    }
  }

  private mutating func press(_ mouse: Key.Mouse, _ size: Size, _ settings: Browser.Settings) {
    let lines = lines(size, settings)
    let row = mouse.row - ConflictPage.firstRow(size)
    let index = top(lines, size) + row
    guard row >= 0, mouse.row < ConflictPage.end(size), lines.indices.contains(index) else {
      return
    }
    selection = lines[index].conflict
    if let part = lines[index].parts.last(where: { $0.column <= mouse.column }),
      let isOfTheirs = part.isOfTheirs
    {
      choose(selection, theirs: isOfTheirs)
    }
  }

  // MARK: Drawing

  /// A line of the page: the title of a conflict, or parts of one or both values.
  private struct Line {
    let conflict: Int
    let parts: [(column: Int, text: StyledText, isOfTheirs: Bool?)]
  }

  private static func firstRow(_ size: Size) -> Int { size.rows >= 4 ? 1 : 0 }
  private static func end(_ size: Size) -> Int { size.rows >= 2 ? size.rows - 1 : size.rows }

  private func lines(_ size: Size, _ settings: Browser.Settings) -> [Line] {
    conflicts.all.enumerated().flatMap { index, conflict in
      let words = conflict.words
      func wrapped(_ text: StyledText, _ width: Int) -> [StyledText] {
        text.wrapped(to: width, ellipsis: settings.isASCII ? "..." : "…")
      }
      var title = StyledText(isColored: true)
      title.append(value: conflict.title, style: .title)
      title.append(value: "  (\(words.what))", style: .dimmed)
      let heading = wrapped(title, size.columns).map {
        Line(conflict: index, parts: [(0, $0, nil)])
      }
      let values = [("yours", words.ours, false), ("theirs", words.theirs, true)].map {
        side, value, isOfTheirs in
        let isChosen = theirs.contains(index) == isOfTheirs
        var text = StyledText(isColored: true)
        let marks = settings.isASCII ? ["( ) ", "(*) "] : ["○ ", "● "]
        text.append(marks[isChosen ? 1 : 0] + side + ": ", style: isChosen ? .title : .dimmed)
        text.append(value: value, style: isChosen ? .title : nil)
        return (text: text, isOfTheirs: isOfTheirs)
      }
      guard size.columns >= ConflictPage.wide else {
        return heading
          + values.flatMap { text, isOfTheirs in
            wrapped(text, size.columns - 2).map {
              Line(conflict: index, parts: [(2, $0, isOfTheirs)])
            }
          }
      }
      let width = size.columns / 2
      let columns = values.map { wrapped($0.text, width - 3) }
      let rows = (0..<max(columns[0].count, columns[1].count)).map { row in
        Line(
          conflict: index,
          parts: [0, 1].map { side in
            (
              side * width + 2, row < columns[side].count ? columns[side][row] : StyledText(""),
              values[side].isOfTheirs
            )
          })
      }
      return heading + rows
    }
  }

  /// The width of a screen from which on both values are beside each other.
  private static let wide = 60

  /// The first visible line, so that the selected conflict is visible. If the conflict does not fit,
  /// its beginning is shown or, if the value of the others is chosen, that value.
  private func top(_ lines: [Line], _ size: Size) -> Int {
    let room = max(ConflictPage.end(size) - ConflictPage.firstRow(size), 1)
    let own = lines.indices.filter { lines[$0].conflict == selection }
    guard let first = own.first, let last = own.last else { return 0 }
    if own.count > room, theirs.contains(selection),
      let value = own.first(where: { lines[$0].parts.contains { $0.isOfTheirs == true } })
    {
      return max(first, min(value, last - room + 1))
    }
    return min(first, max(last - room + 1, min(first - room / 2, lines.count - room), 0))
  }

  func frame(_ size: Size, _ settings: Browser.Settings) -> Frame {
    var frame = Frame(size)
    let lines = lines(size, settings)
    let (first, end) = (ConflictPage.firstRow(size), ConflictPage.end(size))
    if first > 0 {
      let count = conflicts.all.count
      let together = conflicts.areSeparate || count == 1 ? "" : ", which belong together"
      let number = count == 1 ? "1 conflict" : "\(count) conflicts"
      frame.write(
        title: "Changed here and by others: \(number)\(together)", isASCII: settings.isASCII)
    }
    for (row, line) in zip(Range(cellsFrom: first, to: end), lines.dropFirst(top(lines, size))) {
      for part in line.parts {
        frame.draw(part.text, row: row, column: part.column, in: settings.theme)
      }
      if line.conflict == selection, line.parts.first?.isOfTheirs == nil {
        frame.restyle(row: row, 0..<size.columns) { $0.selected(in: settings.theme) }
      }
    }
    if size.rows >= 2 {
      frame.write(
        hints: [
          Hint("← yours", .left), Hint("→ theirs", .right), Hint("⏎ takes what is chosen", .enter),
          Hint("Esc keeps yours", .escape),
        ], row: end, isASCII: settings.isASCII)
    }
    return frame
  }
}

extension Browser {
  /// Asks which values are to stay, if the last refresh has found conflicts, and goes on.
  func resolveConflicts(_ next: @escaping (Browser) -> Void) {
    guard let conflicts = session.conflicts else { return next(self) }
    mode = .conflicts(ConflictPage(conflicts, next: next))
  }

  func handle(_ key: Key, in page: ConflictPage) {
    var page = page
    let step = page.take(key, state.size, settings)
    mode = .conflicts(page)
    switch step {
    case .stay: break
    case .redraw: needsRedraw = true
    case .leave:
      mode = .list
      page.next(self)
    case .finish:
      mode = .list
      let isDone = change { [self] _ throws(SessionError) in
        try session.resolve(page.conflicts, theirs: page.theirs)
        return nil
      }
      // If values of other programs were chosen, the message that was printed before is wrong.
      if isDone { page.theirs.isEmpty ? page.next(self) : sayThatChoiceIsSaved() }
    }
  }
}
