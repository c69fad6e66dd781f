import ICUText
package import Terminal

/// A strip of titles that fits the available room, as beside a phone's contacts: titles are left
/// out evenly, with a mark in place of those left out.
package struct TitleStrip: Equatable, Sendable {
  package enum Part: Equatable, Sendable {
    /// A title by its index, and the room to which it is truncated, if it is.
    case title(Int, room: Int?)
    /// The mark for titles left out between two others.
    case mark
  }

  package let parts: [Part]

  /// Fits titles into some room. The first and the last title are always shown, truncated if
  /// necessary.
  ///
  /// - Parameters:
  ///   - sizes: The room that each title takes: columns, or lines.
  ///   - room: The available room; `nil` means no limit.
  ///   - separation: The room between two parts.
  /// - Complexity: O(*n* + *r*²) in the number of titles and the room.
  package init(sizes: [Int], room: Int?, separation: Int) {
    let all = sizes.indices.map { Part.title($0, room: nil) }
    guard let room, TitleStrip.size(of: all, sizes, separation) > room else {
      parts = all
      return
    }
    guard sizes.count > 1 else {
      parts = [.title(0, room: max(room, 0))]
      return
    }
    // Each title takes at least one column.
    for count in stride(from: min(sizes.count - 1, max(room, 2)), to: 1, by: -1) {
      let some = TitleStrip.even(count, of: sizes.count)
      if TitleStrip.size(of: some, sizes, separation) <= room {
        parts = some
        return
      }
    }
    parts = TitleStrip.ends(sizes, room: room, separation)
  }

  /// A given number of titles, evenly spread, including the first and the last.
  private static func even(_ count: Int, of total: Int) -> [Part] {
    var parts: [Part] = []
    var previous = -1
    for step in 0..<count {
      let index = (step * (total - 1) * 2 + count - 1) / ((count - 1) * 2)
      if index > previous + 1 { parts.append(.mark) }
      parts.append(.title(index, room: nil))
      previous = index
    }
    return parts
  }

  /// The first and the last title, truncated to fit.
  private static func ends(_ sizes: [Int], room: Int, _ separation: Int) -> [Part] {
    let last = sizes.count - 1
    let hasMark = last > 1 && room >= 3 + 2 * separation
    let free = max(room - separation - (hasMark ? 1 + separation : 0), 2)
    let second = min(sizes[last], max(free / 2, free - sizes[0]))
    let first = min(sizes[0], free - second)
    func part(_ index: Int, _ size: Int) -> Part {
      .title(index, room: size < sizes[index] ? size : nil)
    }
    return [part(0, first)] + (hasMark ? [.mark] : []) + [part(last, second)]
  }

  private static func size(of parts: [Part], _ sizes: [Int], _ separation: Int) -> Int {
    parts.reduce(separation * max(parts.count - 1, 0)) { size, part in
      switch part {
      case .title(let index, let room): size + (room ?? sizes[index])
      case .mark: size + 1
      }
    }
  }
}

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
