import Catalogues
import ICUText
import Outlines
import Presentation

/// Prints entries under the headings of their sections, with the number of results in each.
final class HeadingPrinter: HitPrinter {
  private let context: HitContext
  private let window: ContextWindow
  private var printer: HitGroupPrinter
  private var section: Section.ID?
  private var rows: [Row] = []
  private var found = 0
  /// The address and the matching field of the section, if the section itself was found.
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

/// Prints results under a heading.
struct HitGroupPrinter {
  private let context: HitContext
  private let outline: Outline
  private var hasPrinted = false

  init(_ context: HitContext) {
    self.context = context
    outline = Outline(style: context.outlineStyle)
  }

  /// The row of a result, or of an entry in its context.
  func row(of entry: Entry.ID, isMatch: Bool, depth: Int) throws(Failure) -> Row {
    let catalogue = context.catalogue
    var (label, detail) = context.texts(of: entry, isMatch: isMatch)
    if label.value.isEmpty { label = Row.Text("#\(catalogue.position(of: .entry(entry)) + 1)") }
    var row = Row(.entry, depth: depth, label: label, detail: detail)
    if context.configuration.showsPositions {
      row.position = context.book.position(of: .entry(entry))
    }
    return row
  }

  /// - Parameter heading: The heading above the rows.
  mutating func print(
    _ rows: [Row], under heading: Row?
  ) throws(Failure) {
    if !hasPrinted, context.printsName { try printFileName() }
    hasPrinted = true
    if let heading { try context.write(outline.line(for: heading)) }
    let column = outline.detailColumn(of: rows)
    for row in rows { try context.write(outline.line(for: row, detailColumn: column)) }
  }

  private func printFileName() throws(Failure) {
    if context.output.hasWritten { try context.output.write(end: context.configuration.lineEnd) }
    try context.writeName()
    try context.output.write(end: context.configuration.lineEnd)
  }
}

/// Prints results in the order of an alphabetic index, under its labels if there are headings.
final class AlphabeticPrinter: HitPrinter {
  private let context: HitContext
  private let filing: EntryFiling
  private let style: SearchConfiguration.Style
  private var found: [Entry.ID] = []

  init(_ context: HitContext, _ filing: EntryFiling, _ style: SearchConfiguration.Style) {
    self.context = context
    self.filing = filing
    self.style = style
  }

  func print(_ entry: Entry.ID) { found.append(entry) }

  func finish() throws(Failure) {
    let listing = filing.listing(of: found, in: context.catalogue) { _, _ in }
    let limit = context.configuration.limit
    let printed = context.configuration.page?.range.clamped(to: 0..<limit) ?? 0..<limit
    var groups: [(letter: Letter, entries: [Entry.ID])] = []
    var count = 0
    for group in listing.groups where count < printed.upperBound {
      let entries = group.entries.prefix(printed.upperBound - count)
        .dropFirst(max(printed.lowerBound - count, 0))
      if !entries.isEmpty { groups.append((group.letter, Array(entries))) }
      count += group.entries.count
    }
    try print(groups)
    if let page = context.configuration.page {
      try context.finish(page, of: min(found.count, limit))
    }
  }

  private func print(_ groups: [(letter: Letter, entries: [Entry.ID])]) throws(Failure) {
    if case .headings = style { return try printHeadings(groups) }
    let printer = context.printer(for: style)
    for group in groups {
      for entry in group.entries { try printer.print(entry) }
    }
    try printer.finish()
  }

  private func printHeadings(_ groups: [(letter: Letter, entries: [Entry.ID])]) throws(Failure) {
    var printer = HitGroupPrinter(context)
    let totals = totals
    for group in groups {
      let label = filing.names.index[group.letter].text
      var rows: [Row] = []
      for entry in group.entries {
        rows.append(try printer.row(of: entry, isMatch: true, depth: 1))
      }
      let count = Row.Count(group.entries.count, of: totals?[group.letter.rawValue])
      try printer.print(
        rows, under: Row(.heading, depth: 0, label: Row.Text(label), count: count))
    }
  }

  /// The number of entries under each label; `nil` if counting them takes too long.
  private var totals: [Int]? {
    let catalogue = context.catalogue
    guard catalogue.entryCount <= AlphabeticPrinter.countedEntries else { return nil }
    var totals = [Int](repeating: 0, count: filing.names.index.labels.count)
    for entry in catalogue.entries { totals[filing.letter(of: entry, in: catalogue).rawValue] += 1 }
    return totals
  }

  /// The most entries to count: filing takes a few microseconds per entry, which must not outweigh
  /// the search.
  private static let countedEntries = 10_000
}
