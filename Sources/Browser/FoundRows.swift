import Catalogues
import ICUText
import Language
import Outlines
import Presentation
import Searching
import Terminal

/// The rows that a search has found, with values that are computed when they are first needed.
final class FoundRows {
  let text: String
  let rows: Rows
  private let query: SearchQuery
  private let all: AllRows
  /// The builder of rows that show where the search matches.
  private(set) lazy var builder = all.builder.showing(
    rows.sectioning, hits: HitMatches(all.session.catalogue, query, showsMatches: true),
    book: all.session.book)
  /// The titles of the strip under which something was found, by their indices.
  private(set) lazy var filledTitles: Set<Int> = {
    let outermost = Set(rows.sectioning.headings.map(outermost))
    return Set(all.titles.indices.filter { outermost.contains(all.titles[$0].heading) })
  }()
  /// How many entries were found.
  private(set) lazy var count = {
    let headings = rows.sectioning.headings
    return headings.isEmpty
      ? rows.sectioning.entryCount(under: .top)
      : headings.reduce(0) { $0 + rows.sectioning.entryCount(under: $1) }
  }()

  init(_ rows: Rows, by query: SearchQuery, for text: String, among all: AllRows) {
    (self.rows, self.query, self.text, self.all) = (rows, query, text, all)
  }

  /// The same rows after an edit.
  func among(_ all: AllRows) -> FoundRows { FoundRows(rows, by: query, for: text, among: all) }

  /// The first row of a title of the strip.
  func row(ofTitle heading: Heading) -> Int? {
    rows.sectioning.headings.first { outermost($0) == heading }
      .flatMap { rows.index(of: .heading($0)) }
  }

  private func outermost(_ heading: Heading) -> Heading {
    Sectioning(all.session.catalogue).path(to: heading).first ?? heading
  }
}

/// All rows of a catalogue, with values that are computed when they are first needed, since that
/// looks at many entries. After an edit, a new object is made.
final class AllRows {
  let session: Session
  let rows: Rows
  /// The builder of rows and fields.
  private(set) lazy var builder = session.rowBuilder(
    rows.sectioning, matches: nil, isPartial: false)
  /// How many entries and headings there are, and how many entries are under any heading.
  private(set) lazy var totals = {
    let (entries, headings) = (
      session.catalogue.entryCount(of: .root), rows.sectioning.headings
    )
    let listed =
      rows.sectioning.isOwn
      ? entries : headings.reduce(0) { $0 + rows.sectioning.entryCount(under: $1) }
    return (entries: entries, headings: headings.count, listed: listed)
  }()
  /// The titles of the strip.
  private(set) lazy var titles = rows.sectioning.indexTitles
  /// The titles that lead to something, by their indices.
  private(set) lazy var filledTitles = Set(titles.indices.filter { titles[$0].entryCount > 0 })
  /// The columns of the widest title, up to a limit.
  private(set) lazy var titleWidth: Int = {
    var width = 1
    for title in titles where width < AllRows.widestTitle {
      width = max(width, DisplayWidth.of(VisibleText.shown(title.text)))
    }
    return min(width, AllRows.widestTitle)
  }()

  private static let widestTitle = 12
  /// Where the labels of some entries end.
  private lazy var labelEnds: [Int] = {
    let catalogue = session.catalogue
    let indentation = totals.headings > 0 ? OutlineStyle.indentation : 0
    return catalogue.someEntries(256).map { entry in
      indentation + DisplayWidth.of(VisibleText.shown(catalogue.shownName(of: .entry(entry))))
    }
  }()

  /// The column in which details begin: the same for most labels.
  ///
  /// - Parameter width: The columns of a line; a label that reaches beyond half of them does not
  ///   count.
  func detailColumn(in width: Int) -> Int {
    let longest = labelEnds.filter { $0 + 2 <= width / 2 }.max() ?? 0
    return max(min(width / 2, 40), longest + 2)
  }

  init(_ rows: Rows, of session: Session) { (self.rows, self.session) = (rows, session) }
}
