import Catalogues
import Commands
import Platform

/// The rows that `show` prints: all of them, or one page.
struct ShownPage {
  let parts: [ShownPart]
  /// The number of rows to print.
  let rowCount: Int
  /// What to report below the rows if some are left: their number, and which page this is.
  let left: (rows: Int, page: Int, pageCount: Int)?

  /// The default number of rows per page.
  private static let usualRows = 20

  /// - Throws: `Failure` for an invalid page or size, and for a page after the last one.
  init(
    of parts: [ShownPart], in catalogue: Catalogue, _ options: ParsedOptions, fileName: ByteText
  ) throws(Failure) {
    guard let page = try ShownPage.page(options) else {
      (self.parts, rowCount, left) = (parts, .max, nil)
      return
    }
    let pages = PageCount(rows: page.rows)
    let rowsBefore = pages.rows(before: page.number)
    var rest = parts
    let skipped = ShownPage.skip(rowsBefore, of: &rest, in: catalogue)
    self.parts = rest
    rowCount = page.rows
    let shown = ShownPage.skip(page.rows, of: &rest, in: catalogue)
    guard page.number == 1 || shown > 0 else {
      let message = PageCount.noSuchPage(page.number, count: pages.count(of: skipped))
      throw Failure(naming: "\(fileName): \(message)")
    }
    let left = ShownPage.skip(.max, of: &rest, in: catalogue)
    let pageCount = pages.count(of: skipped + shown + left)
    self.left = left > 0 ? (left, page.number, pageCount) : nil
  }

  /// The requested page; `nil` if the output is not paged.
  static func page(_ options: ParsedOptions) throws(Failure) -> (number: Int, rows: Int)? {
    let (number, rows) = (try options.number(.page), try options.number(.pageSize))
    if number == 0 || rows == 0 {
      let name: OptionName = number == 0 ? .page : .pageSize
      throw Failure("--\(name.rawValue) takes a whole number of 1 or more, not '0'")
    }
    return number == nil && rows == nil ? nil : (number ?? 1, rows ?? usualRows)
  }

  private static func skip(
    _ count: Int, of parts: inout [ShownPart], in catalogue: Catalogue
  ) -> Int {
    var skipped = 0
    for index in parts.indices {
      skipped += parts[index].skip(count - skipped, in: catalogue)
    }
    return skipped
  }
}
