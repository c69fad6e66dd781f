import Catalogues
import Editing
import Forms
import Language
import Platform
import Presentation

/// Which rows are shown, and which of them are selected, marked or taken.
struct ListState {
  /// The selected row, and the first row that is shown.
  struct Position {
    /// The index of the selected row, and what it is about.
    var selection = 0
    var selected: Row.ID?
    /// The first row that is shown.
    var top = 0
  }

  /// What the mouse drags.
  enum Drag: Equatable {
    case strip
    /// The slider of the selected row.
    ///
    /// - Parameter edits: How many edits there were before the drag.
    case slider(edits: Int)
    /// - Parameter opens: Whether the row is opened unless it is dragged.
    case row(from: Int, to: Int, opens: Bool)
  }

  /// All rows, also while a filter shows only some of them.
  private(set) var all: AllRows
  var filter: Filter?
  var position = Position()
  var marked: Set<Item> = []
  /// The items that were taken and are to be put down.
  var taken: [Item] = []
  /// What the mouse drags while its button is down.
  var drag: Drag?

  init(_ all: AllRows) {
    self.all = all
    select(0)
  }

  /// The rows that are shown.
  var rows: Rows { filter?.found?.rows ?? all.rows }
  /// The builder of the rows that are shown.
  var builder: RowBuilder { filter?.found?.builder ?? all.builder }
  /// The titles of the strip that lead to something, by their indices.
  var filledTitles: Set<Int> { filter?.found?.filledTitles ?? all.filledTitles }

  private var session: Session { all.session }
  private var catalogue: Catalogue { session.catalogue }

  // MARK: Selection

  var selection: Int { position.selection }
  var selected: Row.ID? { position.selected }
  /// The item of the selected row; `nil` for a letter or a footer.
  var selectedItem: Item? { selected?.item }

  /// The selected heading, or the one that the selected row is under.
  var heading: Heading? {
    switch selected {
    case .heading(let heading): heading
    case .entry, .footer: rows.heading(around: selection)
    case nil: nil
    }
  }

  /// The items that an action is about: the marked ones in order, or else the selected one.
  var chosenItems: [Item] {
    if marked.isEmpty { return selectedItem.map { [$0] } ?? [] }
    return marked.sorted { catalogue.isInOrder($0, $1) }
  }

  /// How many marked items have no row now: a filter leaves them out, or a section around them is
  /// closed.
  var hiddenMarkCount: Int {
    marked.count { item in
      switch item {
      case .entry(let entry): rows.index(of: .entry(entry)) == nil
      case .section(let section): rows.index(of: .heading(.section(section))) == nil
      }
    }
  }

  /// The control of the selected row; `nil` if it is not a row of a form or of settings.
  var control: Control? {
    guard case .entry(let entry)? = selected,
      FormRow(entry, of: session.form, in: catalogue) != nil
    else { return nil }
    return builder.row(of: entry, depth: 0).control
  }

  /// Whether the selected row is a switch or a choice that can be turned.
  var isSwitch: Bool {
    switch control {
    case .switch?, .choice?: true
    default: false
    }
  }

  /// Selects a row; an index beyond either end means the row at that end.
  mutating func select(_ index: Int) {
    let count = rows.count
    position.selection = max(min(index, count - 1), 0)
    position.selected = count > 0 ? rows.id(at: selection) : nil
  }

  /// Selects an item, and opens what is around it.
  mutating func select(_ item: Item) {
    if let index = rows.reveal(item).index { select(index) } else { settle() }
  }

  /// Selects a row and scrolls it to the top.
  mutating func show(atTop index: Int) {
    select(index)
    position.top = selection
  }

  /// Finds the selected row after rows have changed; if it is gone, the row in its place is
  /// selected.
  mutating func settle() {
    if let index = selected.flatMap(rows.index(of:)) {
      position.selection = index
    } else {
      select(selection)
    }
  }

  // MARK: Filter

  /// Shows all rows again, with the selection and the first row from before the filter.
  mutating func endFilter() {
    guard let filter else { return }
    self.filter = nil
    position = filter.before
    settle()
  }

  /// The entry among hits that is next to the selected row.
  func hit(in hits: Rows, forward: Bool) -> Entry.ID? {
    let own = selected.flatMap(hits.index(of:))
    // Hits are in the order of the outline, so that the first one after the row can be bisected.
    let next =
      own.map { $0 + 1 }
      ?? (0..<hits.count).partitionPoint { index in
        guard let own = selectedItem, let other = hits.id(at: index).item else { return true }
        return catalogue.isInOrder(own, other)
      }
    let start = forward ? next : (own ?? next) - 1
    let count = hits.count
    for distance in 0..<count {
      let index = (start + (forward ? distance : -distance) + 2 * count) % count
      if case .entry(let entry) = hits.id(at: index) { return entry }
    }
    return nil
  }

  // MARK: Edits

  /// Continues with the rows of the changed catalogue.
  mutating func follow(_ all: AllRows) {
    self.all = all
    let found = filter?.found?.among(all)
    filter?.found = found
    marked = marked.filter(catalogue.contains)
    taken = taken.filter(catalogue.contains)
  }

  /// All items that the state refers to.
  var items: Set<Item> {
    marked.union(taken).union([selected, filter?.before.selected].compactMap { $0?.item })
  }

  /// Replaces items by their successors in another catalogue.
  mutating func replaceItems(by successors: [Item: Item]) {
    func successor(_ row: Row.ID?) -> Row.ID? {
      switch row?.item.flatMap({ successors[$0] }) {
      case .entry(let entry)?: .entry(entry)
      case .section(let section)?: .heading(.section(section))
      case nil: nil
      }
    }
    marked = Set(marked.compactMap { successors[$0] })
    taken = taken.compactMap { successors[$0] }
    position.selected = successor(selected)
    let before = successor(filter?.before.selected)
    filter?.before.selected = before
  }

  /// The destination of items that are put down at a row.
  func destination(_ row: Row.ID?) -> Destination {
    switch row {
    case .entry(let entry): Destination(.entry(entry))
    case .heading(.section(let section)): Destination(.section(section), .first)
    case .footer(.section(let section)): Destination(.section(section), .last)
    case .heading, .footer, nil: Destination(.section(.root), .last)
    }
  }

  /// The place one row below or above the selected row: past an entry, or in the next section.
  func neighbouringDestination(down: Bool) -> Destination? {
    func row(_ distance: Int) -> Row.ID? {
      let index = selection + distance
      return index >= 0 && index < rows.count ? rows.id(at: index) : nil
    }
    if down {
      var next = row(1)
      if case .footer? = next { next = row(2) }
      switch next {
      case .entry(let entry)?: return Destination(.entry(entry), .after)
      case .heading(.section(let section))?: return Destination(.section(section), .first)
      case .heading?, .footer?, nil: return nil
      }
    }
    var section: Section.ID?
    switch row(-1) {
    case .entry(let entry)?: return Destination(.entry(entry), .before)
    case .heading(let heading)? where heading == rows.heading(around: selection):
      // Past its own heading, the entry goes after the row before the heading.
      switch row(-2) {
      case .entry(let entry)?: return Destination(.entry(entry), .after)
      case .heading(let before)?, .footer(let before)?: section = before.section
      case nil: return nil
      }
    case .heading(let heading)?: section = heading.section
    case .footer?, nil: return nil
    }
    // A closed section above is entered at its end.
    return section.map { Destination(.section($0), .last) }
  }
}

extension Row.ID {
  /// The item of the row; `nil` for a letter or a footer.
  var item: Item? {
    switch self {
    case .entry(let entry): .entry(entry)
    case .heading(.section(let section)): .section(section)
    case .heading, .footer: nil
    }
  }
}

extension Catalogue {
  /// Whether an item comes before another one.
  func isInOrder(_ first: Item, _ second: Item) -> Bool {
    positions(of: first).lexicographicallyPrecedes(positions(of: second))
  }
}
