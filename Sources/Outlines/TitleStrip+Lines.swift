import ICUText
package import Terminal

extension TitleStrip {
  /// The lines of a strip of titles: one, or one for each title.
  ///
  /// - Parameters:
  ///   - titles: The titles, and which of them have no entries.
  ///   - inColumn: Whether each title has a line of its own.
  ///   - height: The most lines, if there is a limit.
  ///   - style: How lines are drawn; its width is the room for each.
  package static func lines(
    of titles: [(text: String, isEmpty: Bool)], inColumn: Bool, height: Int?, style: OutlineStyle
  ) -> [StyledText] {
    guard !titles.isEmpty else { return [] }
    let texts = titles.map { VisibleText.shown($0.text) }
    let strip =
      inColumn
      ? TitleStrip(sizes: texts.map { _ in 1 }, room: height, separation: 0)
      : TitleStrip(sizes: texts.map { DisplayWidth.of($0) }, room: style.width, separation: 1)
    let parts = strip.parts.map { part in
      var line = StyledText(isColored: style.isColored)
      switch part {
      case .title(let index, let room):
        line.append(
          value: texts[index], style: titles[index].isEmpty ? .dimmed : nil,
          limit: inColumn ? style.width : room, ellipsis: style.ellipsis)
      case .mark: line.append(style.isASCII ? "*" : "•", style: .dimmed)
      }
      return line
    }
    if inColumn { return parts }
    var line = StyledText(isColored: style.isColored)
    for part in parts {
      if line.width > 0 { line.append(" ") }
      line.append(part)
    }
    return [line]
  }
}
