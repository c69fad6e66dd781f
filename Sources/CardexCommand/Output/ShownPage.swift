import Catalogues
import Editing
import Grammar
import Language
import Platform
import Presentation

/// Something that `show` prints row by row.
enum ShownPart {
  case rows(Rows, in: Range<Int>? = nil)
  /// An item with all its fields, which are never separated and count as one row.
  case fields(of: Item)

  fileprivate var count: Int {
    switch self {
    case .rows(let rows, let range): range?.count ?? rows.count
    case .fields: 1
    }
  }

  /// Some of the rows; `nil` if there are none.
  fileprivate func rows(in range: Range<Int>) -> ShownPart? {
    let range = range.clamped(to: 0..<count)
    if range.isEmpty { return nil }
    if case .rows(let rows, _) = self { return .rows(rows, in: range) }
    return self
  }
}

/// The rows that `show` prints: all of them, or one page.
struct ShownPage {
  let parts: [ShownPart]
  /// What to report below the rows if some are left: their number, and which page this is.
  let left: (rows: Int, page: Int, pageCount: Int)?

  /// The default number of rows per page.
  private static let usualRows = 20

  /// - Throws: `Failure` for an invalid page or size, and for a page after the last one.
  init(of parts: [ShownPart], _ options: ParsedOptions, fileName: ByteText) throws(Failure) {
    guard let page = try ShownPage.page(options) else {
      (self.parts, left) = (parts, nil)
      return
    }
    let pages = PageCount(rows: page.rows)
    let count = parts.reduce(0) { $0 + $1.count }
    let start = pages.rows(before: page.number)
    guard page.number == 1 || start < count else {
      let message = PageCount.noSuchPage(page.number, count: pages.count(of: count))
      throw Failure(naming: "\(fileName): \(message)")
    }
    let end = start + min(page.rows, count - start)
    var shown: [ShownPart] = []
    var first = 0
    for part in parts {
      let next = first + part.count
      if start < next, first < end, let some = part.rows(in: max(start - first, 0)..<end - first) {
        shown.append(some)
      }
      first = next
    }
    self.parts = shown
    left = end < count ? (count - end, page.number, pages.count(of: count)) : nil
  }

  /// The requested page; `nil` if the output is not paged.
  static func page(_ options: ParsedOptions) throws(Failure) -> (number: Int, rows: Int)? {
    let number = try options.number(.page, least: 1)
    let rows = try options.number(.pageSize, least: 1)
    return number == nil && rows == nil ? nil : (number ?? 1, rows ?? usualRows)
  }
}
