package import Catalogues

/// A cursor that moves down an outline row by row, skipping closed sections' items and hidden rows.
package struct OutlineCursor {
  package enum Row: Equatable {
    case item(Item, depth: Int)
    case footer(of: Section.ID, depth: Int)
  }

  /// The sections being traversed, each with the position of its next item.
  private var open: [(section: Section.ID, position: Int, depth: Int)] = []
  /// A section whose own row comes first.
  private var first: Section.ID?
  /// For each of the open sections, the previous item and the next one.
  private var neighbours: [(last: Item?, next: Item?)] = []

  /// Creates a cursor over all items of a section and its footer, preceded by its own row unless it
  /// is the root.
  package init(_ section: Section.ID) {
    if section == .root { open = [(.root, 0, 0)] } else { first = section }
  }

  /// Creates a cursor from a section to the end of the outline.
  init(from section: Section.ID, in catalogue: Catalogue) {
    var depth = 0
    for inner in catalogue.path(to: section) {
      let parent = catalogue.sections[inner].parent
      open.append((parent, catalogue.position(of: .section(inner)) + 1, depth))
      depth += 1
    }
    if section == .root { open = [(.root, 0, 0)] } else { first = section }
  }

  /// Returns the next row, or `nil` at the end.
  package mutating func next(_ catalogue: Catalogue, isClosed: (Section.ID) -> Bool) -> Row? {
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

  /// Skips some rows; by default all that are left, to count them.
  ///
  /// - Returns: The number of rows skipped.
  /// - Complexity: O(*s* + *r* log *r*) in the sections and runs skipped; O(*n*) in the entries of
  ///   a form.
  package mutating func skip(
    _ count: Int = .max, in catalogue: Catalogue, isClosed: (Section.ID) -> Bool
  ) -> Int {
    var skipped = 0
    while skipped < count {
      if let run = nextEntries(atMost: count - skipped, in: catalogue) {
        skipped += run.entries.count
      } else {
        if next(catalogue, isClosed: isClosed) == nil { break }
        skipped += 1
      }
    }
    return skipped
  }

  /// Returns at most `count` of the next rows if they are consecutive entries.
  ///
  /// - Returns: `nil` if the next row, if any, must be obtained from `next`, as is always so in
  ///   forms.
  package mutating func nextEntries(
    atMost count: Int, in catalogue: Catalogue
  ) -> (entries: Range<Entry.ID>, depth: Int)? {
    guard first == nil, let top = open.last, !catalogue.shape.isForm else { return nil }
    let whole = catalogue.sections[top.section]
    guard top.position < whole.itemCount,
      case .entries(let run) = whole.content(from: top.position)
    else { return nil }
    let entries = run.prefix(count)
    open[open.count - 1].position += entries.count
    return (entries, top.depth)
  }

  /// Saves the items around the cursor, so that edits do not make it skip or repeat others.
  mutating func keepPlace(in catalogue: Catalogue) {
    neighbours = open.map { level in
      let whole = catalogue.sections[level.section]
      return (
        last: level.position > 0 ? whole.item(at: level.position - 1) : nil,
        next: level.position < whole.itemCount ? whole.item(at: level.position) : nil
      )
    }
  }

  /// Moves to the saved place in a catalogue that may have been edited since, leaving sections that
  /// have been deleted.
  mutating func findPlace(in catalogue: Catalogue) {
    if let section = first, !catalogue.contains(.section(section)) { first = nil }
    for (index, (last, next)) in neighbours.enumerated() {
      let section = open[index].section
      if let next, catalogue.contains(next), catalogue.parent(of: next) == section {
        open[index].position = catalogue.position(of: next)
      } else if let last, catalogue.contains(last), catalogue.parent(of: last) == section {
        open[index].position = catalogue.position(of: last) + 1
      }
    }
    neighbours = []
    open.removeAll { !catalogue.contains(.section($0.section)) }
  }

  private mutating func enter(
    _ section: Section.ID, depth: Int, _ isClosed: (Section.ID) -> Bool
  ) -> Row {
    if !isClosed(section) { open.append((section, 0, depth + 1)) }
    return .item(.section(section), depth: depth)
  }
}
