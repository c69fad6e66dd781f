package import PropertyLists

/// A conflict of a merge, by the item that it concerns.
package struct CatalogueConflict {
  package let kind: MergeConflict.Kind
  /// The address of the item in ours, or in theirs if it is not in ours.
  package let address: String
  /// The path of the value inside of the item; empty for the item itself.
  package let field: String
  package let base: NodeIndex?
  package let ours: NodeIndex?
  package let theirs: NodeIndex?

  /// - Parameters:
  ///   - ours: Finds items of ours.
  ///   - theirs: Finds items of theirs.
  package init(_ conflict: MergeConflict, ours: ItemFinder, theirs: ItemFinder) {
    kind = conflict.kind
    (base, self.ours, self.theirs) = (conflict.base, conflict.ours, conflict.theirs)
    let finder = conflict.ours == nil ? theirs : ours
    guard let node = conflict.ours ?? conflict.theirs else {
      (address, field) = ("/", "")
      return
    }
    let found = finder.item(at: node)
    address = finder.address(of: found.item)
    field = finder.field(found.path)
  }
}
