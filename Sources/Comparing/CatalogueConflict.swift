package import Catalogues
package import PropertyLists

/// A conflict of a merge, by the item that it concerns.
package struct CatalogueConflict {
  /// A value and the document that it is in.
  package typealias Version = (value: NodeIndex, document: PropertyListDocument)

  package let kind: MergeConflict.Kind
  /// The address of the item in ours, or in theirs if it is not in ours.
  package let address: String
  /// The path of the value inside of the item; empty for the item itself.
  package let field: String
  package let base: Version?
  package let ours: Version?
  package let theirs: Version?

  /// The conflicts of a merge.
  ///
  /// - Parameter base: `nil` if there was none.
  package static func conflicts(
    of merge: TreeMerge, base: Catalogue?, ours: Catalogue, theirs: Catalogue
  ) -> [CatalogueConflict] {
    if merge.conflicts.isEmpty { return [] }
    let finders = (ours: ItemFinder(ours), theirs: ItemFinder(theirs))
    return merge.conflicts.map { conflict in
      let place =
        conflict.ours.map { (finders.ours, $0) } ?? conflict.theirs.map { (finders.theirs, $0) }
      let found = place.map { $0.item(at: $1) }
      return CatalogueConflict(
        kind: conflict.kind, address: found.flatMap { place?.0.address(of: $0.item) } ?? "/",
        field: found.flatMap { place?.0.field($0.path) } ?? "",
        base: base.flatMap { base in conflict.base.map { ($0, base.document) } },
        ours: conflict.ours.map { ($0, ours.document) },
        theirs: conflict.theirs.map { ($0, theirs.document) })
    }
  }
}
