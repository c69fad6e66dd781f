import Catalogues
import Editing
import ICUText
import Language
import Outlines
import Platform
import Presentation
import PropertyLists
import Searching

/// Prints the results of a search in one file.
protocol HitPrinter {
  /// Takes a result; results come in order.
  func print(_ entry: Entry.ID) throws(Failure)
  /// Takes a section that was found; it comes before its entries.
  func print(_ section: Section.ID) throws(Failure)
  /// Prints what was held back.
  func finish() throws(Failure)
}

extension HitPrinter {
  /// Ignores sections, for printers of entries only.
  func print(_ section: Section.ID) throws(Failure) {}
  func finish() throws(Failure) {}
}

/// What all printers need.
struct HitContext {
  let catalogue: Catalogue
  let fileName: ByteText
  let printsName: Bool
  let configuration: SearchConfiguration
  private let hits: HitMatches
  private let undecided: UndecidedEntries
  let output: Output
  let book: AddressBook

  var outlineStyle: OutlineStyle { configuration.outlineStyle }

  init(
    catalogue: Catalogue, fileName: ByteText, printsName: Bool,
    configuration: SearchConfiguration, query: SearchQuery, undecided: UndecidedEntries,
    output: Output
  ) {
    self.catalogue = catalogue
    self.fileName = fileName
    self.printsName = printsName
    self.configuration = configuration
    hits = HitMatches(
      catalogue, query, showsMatches: configuration.outlineStyle.showsMatches)
    self.undecided = undecided
    self.output = output
    book = AddressBook(catalogue)
  }

  func printer(for style: SearchConfiguration.Style) -> any HitPrinter {
    switch style {
    case .lines: LinePrinter(self)
    case .headings: HeadingPrinter(self)
    case .onlyMatching: MatchPrinter(context: self)
    case .json: JSONPrinter(context: self)
    case .template(let template): TemplatePrinter(self, template)
    case .mutt: MuttPrinter(context: self)
    }
  }

  /// The matches in an entry's searched fields; none if the search is inverted. An entry whose
  /// matches cannot all be determined is noted as undecided.
  func matches(in entry: Entry.ID) -> [HitMatches.FieldMatch] {
    let (found, failure) = hits.matches(in: entry)
    if let failure { undecided.note(UndecidedRecord(entry: entry, failure: failure)) }
    return found
  }

  /// The matches in the title and the other fields of a section.
  func matches(in section: Section.ID) -> [HitMatches.FieldMatch] {
    let (found, failure) = hits.matches(in: section)
    if let failure { undecided.note(section, failure) }
    return found
  }

  /// What is printed of a section: its address, with a slash at the end, and the field that matches
  /// if it was not found by its title.
  func texts(
    of section: Section.ID, isMatch: Bool = true
  ) -> (address: Row.Text, field: Row.Text?) {
    let path = book.address(of: .section(section))
    let address = path + "/"
    guard isMatch, let match = matches(in: section).first else { return (Row.Text(address), nil) }
    let ranges = outlineStyle.showsMatches ? match.ranges : []
    let text = Row.Text(match.text, matches: ranges)
    guard match.path.isEmpty else { return (Row.Text(address), text.following(match.prefix)) }
    return (Row.Text(address, matches: HitContext.matches(in: text, atEndOf: path)), nil)
  }

  /// The matches of a name, as ranges of the address that ends with it; empty if the address writes
  /// the name differently.
  static func matches(in name: Row.Text, atEndOf address: String) -> [Range<Int>] {
    // The number of a namesake may follow the name.
    let stem = [address, NumberedName(address)?.name ?? ""].first { $0.hasSuffix(name.value) }
    guard let stem else { return [] }
    let start = stem.utf8.count - name.value.utf8.count
    return name.matches.map { ($0.lowerBound + start)..<($0.upperBound + start) }
  }

  /// The printed texts of an entry: its label and detail. If the entry was found, they have the
  /// matches, or another field that matches.
  func texts(of entry: Entry.ID, isMatch: Bool) -> (label: Row.Text, detail: Row.Text?) {
    let label = catalogue.label(of: entry)
    let date = catalogue.detailNode(of: entry).flatMap {
      configuration.dates.text(of: $0.node, in: catalogue.document)
    }
    let detail = date ?? catalogue.detail(of: entry)
    return isMatch
      ? hits.texts(of: entry, label: label, detail: detail)
      : (Row.Text(label), detail.map { Row.Text($0) })
  }
}

/// Decides which items around the results are also printed: entries, or sections if only they are
/// found.
final class ContextWindow {
  private let context: HitContext
  private let hasEntries: Bool
  /// The numbers of the items that were last found and printed.
  private var lastFound: Int?
  private var lastPrinted: Int?

  init(_ context: HitContext) {
    self.context = context
    hasEntries = context.configuration.findsEntries
  }

  enum Line {
    case item(Item, isMatch: Bool)
    /// The separator between groups of items that are not neighbours.
    case gap
  }

  /// The lines to print for an entry that was found.
  func lines(for entry: Entry.ID) -> [Line] { lines(for: entry.rawValue) }

  /// The lines to print for a section that was found.
  func lines(for section: Section.ID) -> [Line] {
    guard hasEntries else { return lines(for: section.rawValue) }
    return remainder(upTo: context.catalogue.firstEntry(from: section).rawValue)
      + [.item(.section(section), isMatch: true)]
  }

  private func lines(for found: Int) -> [Line] {
    let (before, after) = (context.configuration.before, context.configuration.after)
    var lines = remainder(upTo: found)
    var first = found
    let free = lastPrinted.map { $0 + 1 } ?? numbers.lowerBound
    while found - first < before, first > free, isNeighbour(first - 1, of: found) { first -= 1 }
    if before > 0 || after > 0, hasGap(before: first, of: found) { lines.append(.gap) }
    lines += (first..<found).map { .item(item($0), isMatch: false) }
    lines.append(.item(item(found), isMatch: true))
    lastFound = found
    lastPrinted = found
    return lines
  }

  /// Whether other items, a section's end or the end of another file precede a group.
  private func hasGap(before first: Int, of found: Int) -> Bool {
    guard let lastPrinted else { return context.output.hasWritten }
    return lastPrinted + 1 < first || !isNeighbour(lastPrinted, of: found)
  }

  /// The items after the last result that are still to be printed.
  func remainder(upTo end: Int = .max) -> [Line] {
    guard let found = lastFound else { return [] }
    let limit = min(end, numbers.upperBound)
    var lines: [Line] = []
    var next = found + 1
    while next - found <= context.configuration.after, next < limit, isNeighbour(next, of: found) {
      lines.append(.item(item(next), isMatch: false))
      lastPrinted = next
      next += 1
    }
    return lines
  }

  /// The numbers of all items; the root is not a neighbour of its sections.
  private var numbers: Range<Int> {
    let catalogue = context.catalogue
    return hasEntries ? 0..<catalogue.entryCount : 1..<max(catalogue.sections.count, 1)
  }

  private func item(_ number: Int) -> Item {
    hasEntries ? .entry(Entry.ID(rawValue: number)) : .section(Section.ID(rawValue: number))
  }

  /// Whether an item next to another one may be its context. Sections next to each other in the
  /// section index always may.
  private func isNeighbour(_ number: Int, of other: Int) -> Bool {
    !hasEntries
      || context.catalogue.section(of: Entry.ID(rawValue: number))
        == context.catalogue.section(of: Entry.ID(rawValue: other))
  }
}

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
