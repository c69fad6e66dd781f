import Catalogues
import Commands
import ICUText
import Outlines
import Platform
import PropertyLists
import Searching

/// Prints the results of a search in one file.
protocol HitPrinter {
  /// Takes a result; results come in order.
  func print(_ entry: Entry.ID) throws(Failure)
  /// Prints what was held back.
  func finish() throws(Failure)
}

extension HitPrinter {
  func finish() throws(Failure) {}
}

/// What all printers need.
struct HitContext {
  let catalogue: Catalogue
  let fileName: ByteText
  let printsName: Bool
  let configuration: SearchConfiguration
  let matcher: Matcher
  private let undecided: UndecidedEntries
  let output: Output
  let book: AddressBook
  private let records: EntryRecords

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
    self.matcher = matcher
    self.undecided = undecided
    self.output = output
    book = AddressBook(catalogue)
    records = EntryRecords(catalogue: catalogue, fields: configuration.fields)
  }

  func printer(for style: SearchConfiguration.Style) -> any HitPrinter {
    switch style {
    case .lines: LinePrinter(self)
    case .headings: HeadingPrinter(self)
    case .onlyMatching: MatchPrinter(self)
    case .json: JSONPrinter(self)
    case .template(let template): TemplatePrinter(self, template)
    case .mutt: MuttPrinter(self)
    }
  }

  /// A searched field that matches, and where it does.
  struct FieldMatch {
    let name: String
    let text: String
    let ranges: [Range<Int>]
  }

  /// The matches in an entry's searched fields; none if the search is inverted. An entry whose
  /// matches cannot all be determined is noted as undecided.
  func matches(in entry: Entry.ID) -> [FieldMatch] {
    matches(in: entry) { undecided.note(UndecidedRecord(entry: entry, failure: $0)) }
  }

  private func matches(
    in entry: Entry.ID, _ hasFailed: (RegularExpression.Failure) -> Void
  ) -> [FieldMatch] {
    guard !configuration.isInverted else { return [] }
    var result: [FieldMatch] = []
    var failure: RegularExpression.Failure?
    for field in records.searchedFields(of: entry) {
      let text = catalogue.document.text(of: field.node)
      do throws(RegularExpression.Failure) {
        let ranges = try matcher.ranges(in: text)
        if !ranges.isEmpty {
          result.append(FieldMatch(name: field.name, text: text, ranges: ranges))
        }
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { hasFailed(failure) }
    return result
  }

  /// The ranges to highlight in a printed text; none if the text is too hard for the expression.
  func highlights(in text: String) -> [Range<Int>] { (try? matcher.ranges(in: text)) ?? [] }

  /// The printed texts of an entry: its label and detail, with the matches in them. If neither
  /// matches, because other fields were searched, the first matching field replaces the detail.
  func texts(of entry: Entry.ID) -> (label: OutlineRow.Text, detail: OutlineRow.Text?) {
    let label = catalogue.label(of: entry)
    let detail = catalogue.detail(of: entry)
    // Highlights are computed only where they are visible.
    let isPlain = !outlineStyle.isColored && configuration.fields == .labelAndDetail
    if configuration.isInverted || isPlain {
      return (OutlineRow.Text(label), detail.map { OutlineRow.Text($0) })
    }
    switch configuration.fields {
    case .labelAndDetail:
      let labelRanges = highlights(in: label)
      guard let detail else { return (OutlineRow.Text(label, highlights: labelRanges), nil) }
      let detailRanges = highlights(in: detail)
      return (
        OutlineRow.Text(label, highlights: labelRanges),
        OutlineRow.Text(detail, highlights: detailRanges)
      )
    case .keys, .all:
      let found = matches(in: entry) { _ in }
      let labelMatch = found.first { $0.text == label }
      let labelText = OutlineRow.Text(label, highlights: labelMatch?.ranges ?? [])
      if let match = found.first(where: { $0.text == detail }) {
        return (labelText, OutlineRow.Text(match.text, highlights: match.ranges))
      }
      guard labelMatch == nil, let match = found.first else {
        return (labelText, detail.map { OutlineRow.Text($0) })
      }
      let prefix = match.name.isEmpty ? "" : match.name + "="
      let shift = prefix.utf8.count
      let ranges = match.ranges.map { ($0.lowerBound + shift)..<($0.upperBound + shift) }
      return (labelText, OutlineRow.Text(prefix + match.text, highlights: ranges))
    }
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
