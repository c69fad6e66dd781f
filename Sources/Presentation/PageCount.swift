/// Rows in pages of one size.
package struct PageCount {
  /// The number of rows per page.
  package let rows: Int

  /// - Precondition: `rows` is at least 1.
  package init(rows: Int) { self.rows = rows }

  /// The number of rows before a page; pages are counted from 1.
  package func rows(before page: Int) -> Int {
    let (count, isTooLarge) = (page - 1).multipliedReportingOverflow(by: rows)
    return isTooLarge ? .max : count
  }

  /// The number of pages for some rows: one if there are no rows.
  package func count(of rowCount: Int) -> Int {
    max(rowCount / rows + (rowCount % rows == 0 ? 0 : 1), 1)
  }

  /// What is said below a page after which rows are left.
  package static func left(_ rows: Int, after page: Int, of count: Int) -> String {
    "\(rows) more (page \(page) of \(count))"
  }

  /// The message about a page after the last one.
  package static func noSuchPage(_ page: Int, count: Int) -> String {
    // Larger numbers are read as this one.
    let name = page < Int(Int32.max) ? "page \(page)" : "such page"
    return "there is no \(name); there \(count == 1 ? "is 1 page" : "are \(count) pages")"
  }
}
