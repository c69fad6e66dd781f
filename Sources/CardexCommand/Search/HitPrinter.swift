import Catalogues
import Editing
import ICUText
import Language
import Outlines
import Platform
import Presentation
import Searching

/// Prints the results of a search in one file.
protocol HitPrinter {
  /// Takes a result; results come in order.
  func print(_ entry: Entry.ID) throws(Failure)
  /// Takes a section that was found; it comes before what is in it.
  func print(_ section: Section.ID) throws(Failure)
  /// Prints what was held back.
  func finish() throws(Failure)
}

extension HitPrinter {
  /// Some printers are about entries only.
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
    configuration: SearchConfiguration, matcher: Matcher, undecided: UndecidedEntries,
    output: Output
  ) {
    self.catalogue = catalogue
    self.fileName = fileName
    self.printsName = printsName
    self.configuration = configuration
    hits = HitMatches(
      catalogue, matcher: matcher, fields: configuration.fields,
      isInverted: configuration.isInverted,
      showsMatches: configuration.outlineStyle.showsMatches)
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
  func texts(of section: Section.ID) -> (address: Row.Text, field: Row.Text?) {
    let address = section == .root ? "/" : book.address(of: .section(section)) + "/"
    guard let match = matches(in: section).first else { return (Row.Text(address), nil) }
    let ranges = outlineStyle.isColored ? match.ranges : []
    guard match.name.isEmpty else {
      let text = Row.Text(match.text, matches: ranges)
      return (Row.Text(address), text.following(match.name + "="))
    }
    let start = address.utf8.count - 1 - match.text.utf8.count
    guard start >= 0, address.utf8.dropFirst(start).starts(with: match.text.utf8) else {
      return (Row.Text(address), nil)
    }
    let shifted = ranges.map { ($0.lowerBound + start)..<($0.upperBound + start) }
    return (Row.Text(address, matches: shifted), nil)
  }

  /// The printed texts of an entry: its label and detail, if it was found with the matches in them,
  /// or with another field that matches.
  func texts(of entry: Entry.ID, isMatch: Bool) -> (label: Row.Text, detail: Row.Text?) {
    let label = catalogue.label(of: entry)
    let detail = catalogue.detail(of: entry)
    return isMatch
      ? hits.texts(of: entry, label: label, detail: detail)
      : (Row.Text(label), detail.map { Row.Text($0) })
  }
}

/// Decides which entries around the results are also printed.
final class ContextWindow {
  private let context: HitContext
  private var lastFound: Entry.ID?
  private var lastPrinted: Entry.ID?

  init(_ context: HitContext) { self.context = context }

  enum Line {
    case entry(Entry.ID, isMatch: Bool)
    /// The separator between groups of entries that are not neighbours.
    case gap
  }

  /// The lines to print for a result.
  func lines(for entry: Entry.ID) -> [Line] {
    let (before, after) = (context.configuration.before, context.configuration.after)
    var lines = remainder(upTo: entry)
    var first = entry
    let free = lastPrinted?.advanced(by: 1) ?? .first
    while first.distance(to: entry) < before, first > free,
      isNeighbour(first.advanced(by: -1), of: entry)
    {
      first = first.advanced(by: -1)
    }
    if before > 0 || after > 0, hasGap(before: first, of: entry) { lines.append(.gap) }
    lines += (first..<entry).map { .entry($0, isMatch: false) }
    lines.append(.entry(entry, isMatch: true))
    lastFound = entry
    lastPrinted = entry
    return lines
  }

  /// Whether other entries, a section's end or the end of another file precede a group.
  private func hasGap(before first: Entry.ID, of entry: Entry.ID) -> Bool {
    guard let lastPrinted else { return context.output.hasWritten }
    return lastPrinted.advanced(by: 1) < first || !isNeighbour(lastPrinted, of: entry)
  }

  /// The entries after the last result that are still to be printed before a section.
  func remainder(before section: Section.ID) -> [Line] {
    remainder(upTo: context.catalogue.firstEntry(from: section))
  }

  /// The entries after the last result that are still to be printed.
  func remainder(upTo end: Entry.ID? = nil) -> [Line] {
    guard let found = lastFound else { return [] }
    let last = context.catalogue.entries.upperBound
    let limit = min(end ?? last, last)
    var lines: [Line] = []
    var next = found.advanced(by: 1)
    while found.distance(to: next) <= context.configuration.after, next < limit,
      isNeighbour(next, of: found)
    {
      lines.append(.entry(next, isMatch: false))
      lastPrinted = next
      next = next.advanced(by: 1)
    }
    return lines
  }

  private func isNeighbour(_ entry: Entry.ID, of other: Entry.ID) -> Bool {
    context.catalogue.section(of: entry) == context.catalogue.section(of: other)
  }
}
