package import Platform

/// A page of a list, by its number.
package struct ListPage: Sendable {
  private let number: Int
  private let size: Int

  /// - Parameters:
  ///   - number: Counted from 1.
  ///   - rows: The number of rows per page, at least 1.
  package init(_ number: Int, rows size: Int) { (self.number, self.size) = (number, size) }

  /// The rows on the page, if the list is long enough.
  package var range: Range<Int> {
    let (before, isTooLarge) = (number - 1).multipliedReportingOverflow(by: size)
    let start = isTooLarge ? .max : before
    return start..<start + min(size, .max - start)
  }

  /// The rows of a list that are on the page; empty only if the list is empty.
  ///
  /// - Throws: `ReportedError` for a page after the last one.
  package func range(of rowCount: Int) throws(ReportedError) -> Range<Int> {
    guard number == 1 || range.lowerBound < rowCount else {
      throw .noPage(number, of: pageCount(of: rowCount))
    }
    return range.clamped(to: 0..<rowCount)
  }

  /// The note below the page, if rows of a list are left after it.
  package func note(of rowCount: Int) -> String? {
    let left = rowCount - range.upperBound
    return left > 0 ? "\(left) more (page \(number) of \(pageCount(of: rowCount)))" : nil
  }

  /// The number of pages of a list: one if it has no rows.
  private func pageCount(of rowCount: Int) -> Int {
    max(rowCount / size + (rowCount % size == 0 ? 0 : 1), 1)
  }
}

extension ReportedError {
  package static func noPage(_ number: Int, of count: Int) -> ReportedError {
    // Larger numbers are read as this one.
    let page = number < Int(Int32.max) ? "page \(number)" : "such page"
    return ReportedError(
      "there is no \(page); there " + (count == 1 ? "is 1 page" : "are \(count) pages"))
  }
}
