import Terminal

/// Lines that fill the screen until they are dismissed, such as a difference or the keys.
struct TextPage {
  let title: String
  /// Lines that may have styles.
  let lines: [StyledText]
  var top = 0

  init(title: String, lines: [StyledText]) { (self.title, self.lines) = (title, lines) }
}

extension Browser {
  func handle(_ key: Key, in page: TextPage) {
    var page = page
    let step = max(size.rows - 2, 1)
    switch key {
    case .up, "k": page.top -= 1
    case .down, "j", .enter: page.top += 1
    case .pageUp, .control("b"): page.top -= step
    case .pageDown, .control("f"), " ": page.top += step
    case .home, "g": page.top = 0
    case .end, "G": page.top = page.lines.count
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: page.top -= 3
      case .wheelDown: page.top += 3
      case .press, .drag, .release: break
      }
    case .keyboardReport, .graphicsReport, .paste: break
    case .control("l"): needsRedraw = true
    default:
      mode = .list
      return
    }
    let last = max(page.lines.count - max(size.rows - 2, 1), 0)
    page.top = max(0, min(page.top, last))
    mode = .page(page)
  }

  func draw(_ page: TextPage, in frame: inout Frame) {
    let rows = size.rows
    let first = rows >= 3 ? 1 : 0
    let end = rows >= 2 ? rows - 1 : rows
    if first > 0 {
      frame.write(VisibleText.shown(page.title), row: 0, column: 0, style: CellStyle(.bold))
    }
    for (row, line) in zip(first..<end, page.lines.dropFirst(page.top)) {
      draw(line, in: &frame, row: row, column: 0)
    }
    if rows >= 2 {
      frame.write(
        "Esc closes, Space shows more", row: rows - 1, column: 0, style: CellStyle(.dimmed))
    }
  }

  /// Shows what a command has printed: one line below the list, or more on a page.
  func show(_ lines: [StyledText], title: String) {
    switch lines.count {
    case 0: break
    case 1: say(lines[0].text)
    default: mode = .page(TextPage(title: title, lines: lines))
    }
  }
}

extension KeyTable {
  /// The table for people, one line for each binding.
  package static var lines: [String] {
    let width = bindings.map(\.shown.count).max() ?? 0
    let lines = groups.map { group -> [String] in
      let rows = group.bindings.map { binding in
        let gap = String(repeating: " ", count: width + 2 - binding.shown.count)
        return "  " + binding.shown + gap + binding.help
      }
      return [group.title] + rows
    }
    return Array(lines.joined(separator: [""]))
  }
}
