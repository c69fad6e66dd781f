import Catalogues
import Commands
import ICUText

/// The output of `cardex show --by-letter`: entries under the labels of an alphabetic index.
struct LetterShowing {
  private let catalogue: Catalogue
  private let filing: EntryFiling
  private let options: ParsedOptions
  private let titles: [String]

  /// - Parameter titles: The requested labels; none means all.
  init(
    _ catalogue: Catalogue, _ filing: EntryFiling, _ options: ParsedOptions,
    titles: [String]
  ) {
    self.catalogue = catalogue
    self.filing = filing
    self.options = options
    self.titles = titles
  }

  /// The parts to print.
  ///
  /// - Parameter depth: The number of levels to show, if given: labels, and entries.
  func parts(depth: Int?) -> [ShownPart] {
    let listing = filing.listing(of: catalogue) {}
    let wanted = titles.compactMap { group(titled: $0, in: listing) }
    if options.has(.accordion) {
      let open = listing.groups.isEmpty ? nil : listing.groups[wanted.last ?? 0].place
      return [.letters(LetterCursor(from: 0), listing) { $0 != open }]
    }
    let isClosed = options.has(.collapsed) || depth == 1
    if wanted.isEmpty { return [.letters(LetterCursor(from: 0), listing) { _ in isClosed }] }
    return wanted.map { .letters(LetterCursor($0), listing) { _ in isClosed } }
  }

  /// The position of the label that a title refers to, or of the nearest one, which is reported.
  private func group(titled title: String, in listing: AlphabeticListing) -> Int? {
    let place = filing.names.place(named: title)
    guard let group = listing.group(nearest: place) else { return nil }
    if listing.groups[group].place != place {
      let nearest = listing.label(of: listing.groups[group]).text
      Diagnostics.report("no entries under '\(title)'; the nearest is \(nearest)")
    }
    return group
  }
}
