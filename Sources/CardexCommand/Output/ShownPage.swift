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
  /// What to report below the rows if some are left.
  let note: String?

  /// - Throws: `Failure` for an invalid page or size, and for a page after the last one.
  init(of parts: [ShownPart], _ options: ParsedOptions, fileName: ByteText) throws(Failure) {
    guard let page = options.page else {
      (self.parts, note) = (parts, nil)
      return
    }
    let count = parts.reduce(0) { $0 + $1.count }
    let range = try page.range(of: count, in: fileName)
    var first = 0
    self.parts = parts.compactMap { part in
      defer { first += part.count }
      return part.rows(in: range.lowerBound - first..<range.upperBound - first)
    }
    note = page.note(of: count)
  }
}

extension ParsedOptions {
  /// The requested page; `nil` if the output is not paged.
  var page: ListPage? {
    let (number, rows) = (number(.page), number(.pageSize))
    return number == nil && rows == nil ? nil : ListPage(number ?? 1, rows: rows ?? 20)
  }
}

extension ListPage {
  /// Which rows of a file are on the page.
  ///
  /// - Throws: `Failure` for a page after the last one.
  func range(of rowCount: Int, in fileName: ByteText) throws(Failure) -> Range<Int> {
    try rethrowing(range(of: rowCount)) { Failure(reported: $0, at: fileName) }
  }
}
