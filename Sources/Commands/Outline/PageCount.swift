/// Rows in pages of one size.
package struct PageCount {
  /// How many rows a page has.
  package let rows: Int

  /// - Precondition: A page has one row at least.
  package init(rows: Int) { self.rows = rows }

  /// How many rows stand before a page, counted from 1.
  package func rows(before page: Int) -> Int {
    let (count, isTooLarge) = (page - 1).multipliedReportingOverflow(by: rows)
    return isTooLarge ? .max : count
  }

  /// How many pages some rows take: one, if there are none.
  package func count(of rowCount: Int) -> Int {
    max(rowCount / rows + (rowCount % rows == 0 ? 0 : 1), 1)
  }

  /// What is said of a page behind the last one.
  package static func noSuchPage(_ page: Int, count: Int) -> String {
    "there is no page \(page); there \(count == 1 ? "is 1 page" : "are \(count) pages")"
  }
}

extension Paging {
  /// How many rows a page has, if that was said.
  var rows: Int? {
    switch self {
    case .rows(let count): count
    case .page(_, let rows): rows
    case .all: .max
    }
  }
}
