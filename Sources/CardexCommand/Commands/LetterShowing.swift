import Catalogues
import Editing
import Grammar
import ICUText
import Language
import Presentation

/// The output of `cardex show --by-letter`: entries under the labels of an alphabetic index.
struct LetterShowing {
  let catalogue: Catalogue
  let filing: EntryFiling
  let options: ParsedOptions
  /// The requested labels; none means all.
  let titles: [String]

  /// The parts to print.
  ///
  /// - Parameter depth: The number of levels to show, if given: labels, and entries.
  func parts(depth: Int?) -> [ShownPart] {
    let listing = filing.listing(of: catalogue) { _, _ in }
    let sectioning = Sectioning(catalogue, letters: listing)
    let wanted = titles.compactMap { heading(titled: $0, in: sectioning) }
    var state = OutlineState()
    if options.has(.accordion) {
      if let open = wanted.last ?? sectioning.headings.first {
        state.closeOthers(than: open, in: sectioning)
      }
      return [.rows(Rows(sectioning, state: state))]
    }
    if options.has(.collapsed) || depth == 1 {
      for heading in sectioning.headings { state.close(heading) }
    }
    return (wanted.isEmpty ? [.top] : wanted).map {
      .rows(Rows(sectioning, state: state, under: $0))
    }
  }

  /// The label that a title refers to, or the nearest one, which is reported.
  private func heading(titled title: String, in sectioning: Sectioning) -> Heading? {
    let wanted = Heading.letter(filing.names.letter(named: title))
    guard let nearest = sectioning.letter(nearest: wanted) else { return nil }
    if nearest != wanted, let letter = nearest.letter {
      let name = filing.names.index[letter].text
      Diagnostics.report("no entries under '\(title)'; the nearest is \(name)")
    }
    return nearest
  }
}
