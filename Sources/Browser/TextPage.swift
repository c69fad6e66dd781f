import Terminal

/// Lines that fill the screen until they are dismissed, such as a difference or the keys.
struct TextPage {
  let title: String
  /// Lines that may have styles.
  let lines: [StyledText]
  /// What Tab shows instead, and its name.
  var other: (name: String, show: (Browser) -> Void)?
  private var top = 0

  init(title: String, lines: [StyledText]) { (self.title, self.lines) = (title, lines) }

  /// - Parameter size: The size of the screen.
  /// - Returns: Whether the page stays.
  mutating func take(_ key: Key, _ size: Size, _ settings: Browser.Settings) -> Bool {
    let step = max(size.rows - 2, 1)
    let count = wrapped(size, settings).count
    switch key {
    case .up, "k": top -= 1
    case .down, "j", .enter: top += 1
    case .pageUp, .control("b"): top -= step
    case .pageDown, .control("f"), " ": top += step
    case .home, "g": top = 0
    case .end, "G": top = count
    case .mouse(let mouse):
      if mouse.action == .wheelUp { top -= 3 }
      if mouse.action == .wheelDown { top += 3 }
    case .keyboardReport, .graphicsReport, .paste, .control("l"): break
    default: return false
    }
    top = max(0, min(top, count - step))
    return true
  }

  /// The lines as they fit the screen.
  private func wrapped(_ size: Size, _ settings: Browser.Settings) -> [StyledText] {
    lines.flatMap {
      $0.wrapped(to: size.columns, ellipsis: settings.isASCII ? "..." : "…")
    }
  }

  func frame(_ size: Size, _ settings: Browser.Settings) -> Frame {
    var frame = Frame(size)
    let first = size.rows >= 3 ? 1 : 0
    let end = size.rows >= 2 ? size.rows - 1 : size.rows
    if first > 0 { frame.write(title: title, isASCII: settings.isASCII) }
    for (row, line) in zip(Range(cellsFrom: first, to: end), wrapped(size, settings).dropFirst(top))
    {
      frame.draw(line, row: row, column: 0, in: settings.theme)
    }
    if size.rows >= 2 {
      frame.write(
        hints: [Hint("Esc closes", .escape), Hint("Space shows more", " ")]
          + (other.map { [Hint("Tab \($0.name)", .tab)] } ?? []),
        row: end, isASCII: settings.isASCII)
    }
    return frame
  }
}

extension Frame {
  /// Writes the title of a page into the first row.
  mutating func write(title: String, isASCII: Bool) {
    let title = StyledText(fitting: title, size.columns, ellipsis: isASCII ? "..." : "…")
    write(title.text, row: 0, column: 0, style: CellStyle(.bold))
  }

  /// Draws a line that has styles, with blanks for tabs.
  mutating func draw(
    _ text: StyledText, row: Int, column: Int, end: Int? = nil, in theme: Theme
  ) {
    var column = column
    for part in text.parts {
      column = write(
        part.text.replacing("\t", with: "    "), row: row, column: column, end: end,
        style: CellStyle(part.style, in: theme).leading(to: part.link))
    }
  }

  mutating func clear(row: Int, _ columns: Range<Int>? = nil) {
    let columns = columns ?? 0..<size.columns
    write(String(repeating: " ", count: columns.count), row: row, column: columns.lowerBound)
  }
}

extension KeyTable {
  /// The table for people, one line for each binding.
  package var lines: [String] {
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
