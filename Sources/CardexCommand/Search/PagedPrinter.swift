import Catalogues
import Outlines
import Platform
import Presentation

/// Prints one page of the results in a file.
final class PagedPrinter: HitPrinter {
  private let page: HitPage
  private let printer: any HitPrinter
  private let context: HitContext
  private let style: SearchConfiguration.Style
  private var count = 0

  init(
    _ page: HitPage, _ printer: any HitPrinter, _ context: HitContext,
    _ style: SearchConfiguration.Style
  ) {
    (self.page, self.printer, self.context, self.style) = (page, printer, context, style)
  }

  func print(_ entry: Entry.ID) throws(Failure) {
    if isOnPage() { try printer.print(entry) }
  }

  func print(_ section: Section.ID) throws(Failure) {
    if isOnPage() { try printer.print(section) }
  }

  private func isOnPage() -> Bool {
    defer { count += 1 }
    return page.range.contains(count)
  }

  func finish() throws(Failure) {
    try printer.finish()
    try page.finish(after: count, context, style)
  }
}

/// A page of results.
struct HitPage {
  private let number: Int
  private let pages: PageCount
  /// Which results are on it, counted from 0.
  let range: Range<Int>

  init(_ number: Int, rows: Int) {
    self.number = number
    pages = PageCount(rows: rows)
    let start = pages.rows(before: number)
    range = start..<start + min(rows, .max - start)
  }

  /// Says how many results follow, where people read them.
  ///
  /// - Parameter count: The number of all results.
  /// - Throws: `Failure` if there is no such page.
  func finish(
    after count: Int, _ context: HitContext, _ style: SearchConfiguration.Style
  ) throws(Failure) {
    guard number == 1 || range.lowerBound < count else {
      let message = PageCount.noSuchPage(number, count: pages.count(of: count))
      throw Failure(naming: "\(context.fileName): \(message)")
    }
    switch style {
    case .lines, .headings: break
    case .onlyMatching, .json, .mutt, .template: return
    }
    guard range.upperBound < count else { return }
    let note = PageCount.left(
      count - range.upperBound, after: number, of: pages.count(of: count))
    let outline = Outline(style: context.outlineStyle)
    try context.write(outline.note("\(outline.style.ellipsis) \(note)"))
  }
}
