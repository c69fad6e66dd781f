import Catalogues
import ICUText
import Language
import Outlines
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
  /// Where the labels of some entries end.
  private lazy var labelEnds: [Int] = {
    let catalogue = session.catalogue
    let indentation = totals.headings > 0 ? OutlineStyle.indentation : 0
    return catalogue.someEntries(256).map { entry in
      indentation + DisplayWidth.of(VisibleText.shown(catalogue.shownName(of: .entry(entry))))
    }
  }()

  /// The column in which details are: the same for most labels.
  ///
  /// - Parameter width: The columns of a line, half of which are the most.
  func detailColumn(in width: Int) -> Int {
    let longest = labelEnds.filter { $0 + 2 <= width / 2 }.max() ?? 0
    return max(min(width / 2, 40), longest + 2)
  }

  init(_ rows: Rows, of session: Session) { (self.rows, self.session) = (rows, session) }
}
