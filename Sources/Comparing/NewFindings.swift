package import Catalogues
import PropertyLists

extension Finding {
  /// What identifies a finding in another version of a file, whatever its line: its kind, the item
  /// that it is about, and the way from there to what it is about.
  private struct Identity: Hashable {
    let code: Code
    let item: Item?
    let path: ValuePath?

    init(_ finding: Finding, of item: Item?, in catalogue: Catalogue) {
      (code, self.item) = (finding.code, item)
      let whole = catalogue.path(to: finding.node)
      let outer = item.flatMap { _ in finding.item.flatMap(catalogue.path) }
      path =
        if let whole, let outer, whole.steps.starts(with: outer.steps) {
          ValuePath(Array(whole.steps[outer.steps.count...]))
        } else {
          whole
        }
    }
  }

  /// The findings that were not in an older version of a catalogue. What its items have become is found
  /// by comparing the two; if they are read in different shapes, values at the same path are the same.
  ///
  /// - Parameters:
  ///   - catalogue: One that has not been edited, as the older one has not.
  ///   - older: The findings there.
  /// - Complexity: That of `CatalogueChanges`.
  package static func new(
    among findings: [Finding], in catalogue: Catalogue, since older: [Finding], in old: Catalogue
  ) -> [Finding] {
    if findings.isEmpty || older.isEmpty { return findings }
    let items = Set(older.compactMap(\.item))
    let successors = RereadCatalogue(old) { $0 }.successors(
      of: items, in: RereadCatalogue(catalogue) { $0 })
    var known: [Identity: Int] = [:]
    for finding in older {
      let item = finding.item.flatMap { successors[$0] }
      // What is gone is not what is at its place now.
      if finding.item != nil, item == nil, !successors.isEmpty { continue }
      known[Identity(finding, of: item, in: old), default: 0] += 1
    }
    return findings.filter { finding in
      let identity = Identity(
        finding, of: successors.isEmpty ? nil : finding.item, in: catalogue)
      guard let count = known[identity], count > 0 else { return true }
      known[identity] = count - 1
      return false
    }
  }
}
