package import Catalogues
import Editing
import PropertyLists
import Terminal

/// Findings as lines: `LINE:COLUMN: [ADDRESS: ]WHAT [CODE]`.
package struct FindingLines: Sequence {
  private let lines: [String]

  package init(_ findings: [Finding], in catalogue: Catalogue) {
    let book = AddressBook(catalogue)
    let places = catalogue.document.locations(of: findings.map(\.node))
    lines = zip(findings, places).map { finding, place in
      let address = finding.item.map { book.address(of: $0) + ": " } ?? ""
      let message = VisibleText.shown(finding.message)
      return "\(place): \(address)\(message) [\(finding.code.rawValue)]"
    }
  }

  package func makeIterator() -> IndexingIterator<[String]> { lines.makeIterator() }
}
