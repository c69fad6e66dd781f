import Catalogues
import Language
import Presentation
import Searching

/// The rows of what a search has found, with what is made of them when it is first asked for.
final class FoundRows {
  let text: String
  let rows: Rows
  private let query: SearchQuery
  private let all: AllRows
  /// Makes rows that show where the search matches.
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
