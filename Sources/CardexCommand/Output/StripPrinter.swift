import ICUText
import Outlines

/// Prints a strip of titles, cut to the size of the terminal.
struct StripPrinter {
  let isColored: Bool
  let output: Output

  /// - Parameters:
  ///   - titles: The titles, and which of them have no entries.
  ///   - inColumn: Whether each title has a line of its own.
  func print(
    _ titles: [(text: String, isEmpty: Bool)], inColumn: Bool
  ) throws(Failure) {
    guard !titles.isEmpty else { return }
    let texts = titles.map { VisibleText.shown($0.text) }
    let strip =
      inColumn
      // One row is left for the prompt below.
      ? TitleStrip(sizes: texts.map { _ in 1 }, room: Terminal.height.map { $0 - 1 }, separation: 0)
      : TitleStrip(sizes: texts.map { DisplayWidth.of($0) }, room: Terminal.width, separation: 1)
    let mark = Terminal.isUnicode ? "•" : "*"
    var line = StyledText(isColored: isColored)
    for (position, part) in strip.parts.enumerated() {
      if position > 0, !inColumn { line.append(" ") }
      switch part {
      case .title(let index, let room):
        line.append(
          value: texts[index], style: titles[index].isEmpty ? .dimmed : nil,
          limit: inColumn ? Terminal.width : room, ellipsis: Terminal.isUnicode ? "…" : "...")
      case .mark: line.append(mark, style: .dimmed)
      }
      if inColumn {
        try output.write(line: line.text)
        line = StyledText(isColored: isColored)
      }
    }
    if !inColumn { try output.write(line: line.text) }
  }
}
