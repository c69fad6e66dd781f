import Catalogues

/// Goes down an outline row by row, past what is in closed sections.
struct OutlineCursor {
  enum Row: Equatable {
    case item(Item, depth: Int)
    case footer(of: Int, depth: Int)
  }

  /// The sections that are being gone through, each with the position of its next item.
  private var open: [(section: Int, position: Int, depth: Int)] = []
  /// A section that comes as a row first.
  private var first: Int?

  /// All items of a section, and its footer; for one that is not the root, its own row first.
  init(_ section: Int) {
    if section == 0 { open = [(0, 0, 0)] } else { first = section }
  }

  /// From a section on to the end of the outline.
  init(from section: Int, in catalogue: Catalogue) {
    var depth = 0
    for inner in catalogue.path(to: section) {
      let parent = catalogue.sections[inner].parent
      open.append((parent, catalogue.position(of: .section(inner)) + 1, depth))
      depth += 1
    }
    if section == 0 { open = [(0, 0, 0)] } else { first = section }
  }

  /// The next row, `nil` at the end.
  mutating func next(_ catalogue: Catalogue, isClosed: (Int) -> Bool) -> Row? {
    if let section = first {
      first = nil
      return enter(section, depth: max(open.count - 1, 0), isClosed)
    }
    while let top = open.last {
      let whole = catalogue.sections[top.section]
      guard top.position < whole.itemCount else {
        open.removeLast()
        if catalogue.footer(of: top.section) != nil {
          return .footer(of: top.section, depth: top.depth)
        }
        continue
      }
      open[open.count - 1].position += 1
      switch whole.item(at: top.position) {
      case .section(let section): return enter(section, depth: top.depth, isClosed)
      case .entry(let entry):
        if catalogue.isHidden(entry) { continue }
        return .item(.entry(entry), depth: top.depth)
      }
    }
    return nil
  }

  /// Steps out of sections that have been deleted.
  mutating func leaveDeleted(_ catalogue: Catalogue) {
    if let section = first, !catalogue.contains(.section(section)) { first = nil }
    open.removeAll { !catalogue.contains(.section($0.section)) }
  }

  private mutating func enter(
    _ section: Int, depth: Int, _ isClosed: (Int) -> Bool
  ) -> Row {
    if !isClosed(section) { open.append((section, 0, depth + 1)) }
    return .item(.section(section), depth: depth)
  }
}
