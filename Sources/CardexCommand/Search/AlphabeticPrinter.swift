import Catalogues
import ICUText
import Presentation

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
