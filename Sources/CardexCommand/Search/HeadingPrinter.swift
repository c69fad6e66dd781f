import Catalogues
import Presentation

/// Prints entries under the headings of their sections, with the number of results in each.
final class HeadingPrinter: HitPrinter {
  private let context: HitContext
  private let window: ContextWindow
  private var printer: HitGroupPrinter
  private var section: Section.ID?
  private var rows: [Row] = []
  private var found = 0
  /// The address of the section and its field that matches, if it was found itself.
  private var own: (address: Row.Text, field: Row.Text?)?

  init(_ context: HitContext) {
    self.context = context
    window = ContextWindow(context)
    printer = HitGroupPrinter(context)
  }

  func print(_ entry: Entry.ID) throws(Failure) {
    for line in window.lines(for: entry) { try add(line) }
  }

  func print(_ found: Section.ID) throws(Failure) {
    for line in window.lines(for: found) { try add(line) }
  }

  func finish() throws(Failure) {
    for line in window.remainder() { try add(line) }
    try printSection()
  }

  private func add(_ line: ContextWindow.Line) throws(Failure) {
    guard case .item(let item, let isMatch) = line else { return }
    switch item {
    case .entry(let entry): try add(entry, isMatch: isMatch)
    case .section(let found):
      try printSection()
      section = found
      own = context.texts(of: found, isMatch: isMatch)
    }
  }

  private func add(_ entry: Entry.ID, isMatch: Bool) throws(Failure) {
    let entrySection = context.catalogue.section(of: entry)
    if section != entrySection { try printSection() }
    section = entrySection
    if isMatch { found += 1 }
    let depth = context.catalogue.isFlat ? 0 : 1
    rows.append(try printer.row(of: entry, isMatch: isMatch, depth: depth))
  }

  private func printSection() throws(Failure) {
    guard let section, own != nil || !rows.isEmpty else { return }
    var heading: Row?
    if let own {
      let count = context.catalogue.entryCount(of: section)
      heading = Row(
        .heading, depth: 0, label: own.address, detail: own.field,
        count: rows.isEmpty ? Row.Count(count) : Row.Count(found, of: count))
    } else if !context.catalogue.isFlat {
      heading = Row(
        .heading, depth: 0, label: Row.Text(context.book.fullAddress(of: .section(section))),
        count: Row.Count(found, of: context.catalogue.sections[section].entryCount))
    }
    try printer.print(rows, under: heading)
    rows = []
    found = 0
    own = nil
  }
}
