import Catalogues
import Commands
import ICUText
import Outlines

/// `cardex show --index`: a catalogue's entries under the labels of an alphabetic index.
struct IndexShowing {
  private let catalogue: Catalogue
  private let filing: EntryFiling
  private let options: ParsedOptions
  private let titles: ArraySlice<String>

  /// - Parameter titles: The labels that are wanted; none means all.
  init(
    _ catalogue: Catalogue, _ filing: EntryFiling, _ options: ParsedOptions,
    titles: ArraySlice<String>
  ) {
    self.catalogue = catalogue
    self.filing = filing
    self.options = options
    self.titles = titles
  }

  /// - Parameters:
  ///   - looks: What entries show behind their labels.
  ///   - depth: How many levels are shown, if that was said: labels, and entries.
  func print(
    _ looks: EntryLooks, style: OutlineStyle, depth: Int?, to output: Output
  ) throws(Failure) -> ExitStatus {
    let listing = filing.listing(of: catalogue) {}
    let wanted = titles.compactMap { group(titled: $0, in: listing) }
    let pager = Pager.start(options)
    let printer = OutlinePrinter(catalogue, looks: looks, style: style, output: output)
    if options.has(.accordion) {
      let open = wanted.last ?? 0
      try printer.print(listing.groups.indices, of: listing) { $0 != open }
    } else {
      let isClosed = options.has(.collapsed) || depth == 1
      let groups = wanted.isEmpty ? Array(listing.groups.indices) : wanted
      try printer.print(groups, of: listing) { _ in isClosed }
    }
    try output.flush()
    pager?.finish()
    return listing.groups.isEmpty ? .notFound : .found
  }

  /// The position of the label that a title means, or of the nearest before it, which is told.
  private func group(titled title: String, in listing: AlphabeticListing) -> Int? {
    let place = filing.names.label(named: title)
    guard let group = listing.group(nearest: place) else { return nil }
    if listing.groups[group].place != place {
      let nearest = listing.label(of: listing.groups[group]).text
      Diagnostics.report("nothing stands under '\(title)'; the nearest is \(nearest)")
    }
    return group
  }
}
