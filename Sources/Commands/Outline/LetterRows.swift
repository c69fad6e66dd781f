package import Catalogues
import ICUText
package import Outlines

/// The labels of an alphabetic index as rows of an outline.
package struct LetterRows {
  private let listing: AlphabeticListing

  package init(_ listing: AlphabeticListing) { self.listing = listing }

  package func heading(_ group: AlphabeticListing.Group, isClosed: Bool) -> OutlineRow {
    OutlineRow(
      kind: isClosed ? .collapsedSection : .expandedSection, depth: 0,
      label: OutlineRow.Text(listing.label(of: group).text), count: String(group.entries.count))
  }
}
