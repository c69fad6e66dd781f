import Catalogues
import Outlines
import Platform
import Presentation

/// Prints one page of the results in a file.
final class PagedPrinter: HitPrinter {
  private let page: ListPage
  private let printer: any HitPrinter
  private let context: HitContext
  private var count = 0

  init(_ page: ListPage, _ printer: any HitPrinter, _ context: HitContext) {
    (self.page, self.printer, self.context) = (page, printer, context)
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
    try context.finish(page, of: count)
  }
}

extension HitContext {
  /// Prints how many results follow a page, in the forms of output that people read.
  ///
  /// - Parameter count: The number of all results.
  /// - Throws: `Failure` if there is no such page.
  func finish(_ page: ListPage, of count: Int) throws(Failure) {
    _ = try page.range(of: count, in: fileName)
    switch configuration.result {
    case .entries(.lines), .entries(.headings): break
    default: return
    }
    if let note = page.note(of: count) {
      try write(Outline(style: outlineStyle).note("\(outlineStyle.ellipsis) \(note)"))
    }
  }
}
