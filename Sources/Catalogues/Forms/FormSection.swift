/// The rows of a section of a form, and which rows own which.
///
/// A row with `additionalRows` = *n* owns the *n* rows after it, including rows that are owned by
/// rows among these.
package struct FormSection: Sendable {
  /// The rows in order, as entries.
  package let entries: [Entry.ID]
  /// The number of following rows that each row owns; at most as many as there are.
  private let counts: [Int]
  /// For each row, the position of the nearest row before it that owns it.
  private let owners: [Int?]
  /// The number of rows that each is nested in.
  private let levels: [Int]
  private let positions: [Entry.ID: Int]

  /// - Parameter counts: The number of following rows that each row claims to own, 0 or more.
  /// - Complexity: O(*n*) in the number of rows.
  package init(entries: [Entry.ID], counts: [Int]) {
    self.entries = entries
    self.counts = zip(entries.indices, counts).map { min($1, entries.count - 1 - $0) }
    positions = Dictionary(uniqueKeysWithValues: zip(entries, entries.indices))
    var owners: [Int?] = []
    var levels: [Int] = []
    var open: [(position: Int, end: Int)] = []
    for (position, count) in self.counts.enumerated() {
      while let last = open.last, last.end <= position { open.removeLast() }
      let owner = open.last?.position
      owners.append(owner)
      levels.append(owner.map { levels[$0] + 1 } ?? 0)
      if count > 0 { open.append((position, position + 1 + count)) }
    }
    self.owners = owners
    self.levels = levels
  }

  /// The position of a row in its section.
  package func position(of entry: Entry.ID) -> Int? { positions[entry] }

  /// The positions of the rows that a row owns.
  package func rows(of position: Int) -> Range<Int> {
    position + 1..<position + 1 + counts[position]
  }

  /// The position of the innermost row that owns a row.
  package func owner(of position: Int) -> Int? { owners[position] }

  /// The number of rows that a row is nested in.
  package func level(of position: Int) -> Int { levels[position] }
}

/// The keys under which a row of a form describes itself.
package enum FormKey: String, CaseIterable, Sendable {
  /// Whether the row can expand, whether it is expanded, and whether it is currently visible.
  case isExpandable, isExpanded, isVisible
  /// The number of following rows that belong to the row.
  case additionalRows
  /// The kind of row.
  case cellIdentifier
  /// The value that was entered.
  case value
  /// The large and the small text of a row with two lines.
  case primaryTitle, secondaryTitle
  /// The bounds of a slider.
  case minimum, maximum
  /// The format of a date; a pattern of Unicode's LDML.
  case dateFormat

  /// Keys that say how a row is shown, not what it is about.
  static let flags: Set<String> = Set(
    [isExpandable, isExpanded, isVisible, additionalRows].map(\.rawValue))
}
