import Catalogues
import ICUText
import Language
import Presentation
import Terminal

/// All rows of a catalogue, with what is made of them when it is first asked for, since that looks
/// at many entries. After an edit it is made anew.
final class AllRows {
  let session: Session
  let rows: Rows
  /// Makes rows and fields.
  private(set) lazy var builder = session.rowBuilder(
    rows.sectioning, matches: nil, isPartial: false)
  /// How many entries and headings there are.
  private(set) lazy var totals = (
    entries: session.catalogue.entryCount(of: .root), headings: rows.sectioning.headings.count
  )
  /// The titles of the strip.
  private(set) lazy var titles = rows.sectioning.indexTitles
  /// Those that lead to something, by their indices.
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

  init(_ rows: Rows, of session: Session) { (self.rows, self.session) = (rows, session) }
}
