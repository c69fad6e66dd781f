import Catalogues
import Editing
import Outlines
import Presentation
import Terminal

/// The last listing: the items on its numbered lines, and the rest that `more` continues with.
struct SessionListing {
  enum Source {
    case nothing
    case rows(ListedRows)
    /// Headings alone, without the rows under them.
    case headings([Heading])
    case hits(Hits)
  }

  private(set) var items: [Item] = []
  var source = Source.nothing
  /// How many rows a page has, if the command specified it.
  var pageRows: Int?
  /// Whether the command that is being run has printed lines with numbers.
  var hasNewLines = false

  /// - Parameter items: The items on lines that are already listed.
  init(items: [Item] = [], source: Source = .nothing, pageRows: Int? = nil) {
    (self.items, self.source, self.pageRows) = (items, source, pageRows)
    hasNewLines = !items.isEmpty
  }

  /// The blanks in place of a number.
  static let noNumber = "      "

  /// Writes a line with the next number, which from now on names the item.
  mutating func write(
    numbered line: StyledText, _ item: Item, to output: any SessionOutput
  ) throws(SessionError) {
    let number = String(items.count + 1)
    let padding = String(repeating: " ", count: max(4 - number.utf8.count, 0))
    var numbered = StyledText(isColored: output.style.isColored)
    numbered.append(padding + number, style: .count)
    numbered.append("  ")
    numbered.append(line)
    try output.write(line: numbered)
    // The number of a line that could not be printed is not taken.
    items.append(item)
    hasNewLines = true
  }

  /// Writes lines that have no numbers.
  func write(unnumbered lines: [StyledText], to output: any SessionOutput) throws(SessionError) {
    for line in lines {
      var unnumbered = StyledText(isColored: output.style.isColored)
      unnumbered.append(SessionListing.noNumber)
      unnumbered.append(line)
      try output.write(line: unnumbered)
    }
  }
}

/// Rows that are listed page by page.
struct ListedRows {
  /// The heading whose rows are listed.
  let top: Heading
  /// The heading that the list begins at.
  var start: Heading?
  /// Which of the rows are shown.
  var shown = Shown.asIs

  enum Shown: Sendable {
    /// The rows under open headings.
    case asIs
    /// Only the headings, as if all were closed except those around the first row.
    case collapsed
    /// All rows, as if all headings and rows of a form were open.
    case expanded
  }

  /// Where the next page begins; `nil` for the first one.
  var place: PageStart?

  /// The end of a page, known by the rows around it, so that after edits the next page neither
  /// skips nor repeats rows.
  struct PageStart {
    /// A row, and the heading that it is under.
    private typealias PlacedRow = (row: Row.ID, heading: Heading?)

    /// The next rows, up to 32.
    private var next: [PlacedRow] = []
    /// The first row after each heading around the next row, from the innermost heading on.
    private var after: [PlacedRow] = []
    /// Up to 32 printed rows, the last one first.
    private var printed: [PlacedRow] = []

    private static let reach = 32

    /// - Complexity: That of finding some rows by index.
    init(_ index: Int, in rows: Rows) {
      let count = rows.count
      func row(_ index: Int) -> PlacedRow { (rows.id(at: index), rows.heading(around: index)) }
      next = (index..<min(index + PageStart.reach, count)).map(row)
      var heading = next.first?.heading
      while let around = heading, let end = rows.end(of: around), end < count {
        after.append(row(end))
        heading = after.last?.heading
        if heading == around { break }
      }
      printed = (max(index - PageStart.reach, 0)..<index).reversed().map(row)
    }

    /// The index at which to continue; `nil` if nothing is left.
    func index(in rows: Rows) -> Int? {
      func index(_ placed: PlacedRow, isElsewhere: Bool = false) -> Int? {
        rows.index(of: placed.row).flatMap { index in
          isElsewhere || rows.heading(around: index) == placed.heading ? index : nil
        }
      }
      let following = after.compactMap { index($0) }
      // A section that has moved down is listed at its present place.
      if let index = next.lazy.compactMap({ index($0) }).first {
        return min(index, following.first ?? index)
      }
      let last =
        printed.lazy.compactMap { index($0) }.first
        ?? printed.lazy.compactMap { index($0, isElsewhere: true) }.first
      if let index = following.first { return last.map { min($0 + 1, index) } ?? index }
      return last.flatMap { $0 + 1 < rows.count ? $0 + 1 : nil }
    }
  }
}
