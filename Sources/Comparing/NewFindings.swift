package import Catalogues
import PropertyLists

extension Finding {
  /// The identity of a finding across versions of a file, without its line: its kind, its item, and
  /// the path from the item to the value that it is about.
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

  /// The findings that were not in an older version of a catalogue. Items are matched by comparing
  /// both versions; if these are read in different shapes, values are matched by their paths.
  ///
  /// - Parameters:
  ///   - catalogue: The new version. Neither catalogue has been edited.
  ///   - older: The findings in the old version.
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
      // A finding of an item that is gone must not match by its path the item that is there now.
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
