package import Catalogues
package import PropertyLists

/// One of the two versions that are merged.
enum Side: Int, CaseIterable {
  case ours, theirs

  var other: Side { self == .ours ? .theirs : .ours }
}

/// A place that two sides have changed in different ways.
package struct MergeConflict {
  package enum Kind: String, Sendable {
    /// Both have changed a value, or one has added it and the other one, too.
    case changed
    /// Ours has deleted what theirs has changed.
    case deletedByOurs = "deleted-by-ours"
    /// Theirs has deleted what ours has changed.
    case deletedByTheirs = "deleted-by-theirs"
    /// Both have moved an element, to different places.
    case moved
    /// Both have renamed a key.
    case renamed
  }

  package let kind: Kind
  /// The values; `nil` where there is none. Keys of members are right before them.
  package let base: NodeIndex?
  package let ours: NodeIndex?
  package let theirs: NodeIndex?
}

/// How a merge is done.
package struct MergeOptions {
  /// What becomes of conflicts.
  package enum Resolution: Hashable, Sendable {
    /// They are marked in the text.
    case marked
    case ours
    case theirs
    /// Nothing is deleted; of two values it is ours.
    case union
    /// Some, by their numbers from 0, are decided for theirs, all others for ours.
    ///
    /// Those of a merge that are not separate are all decided for theirs, if any of them is.
    case each(theirs: Set<Int>)
  }

  package var resolution = Resolution.marked
  /// The number of characters of a marker.
  package var markerLength = 7
  /// Whether the marked text also shows what both have changed.
  package var showsBase = false
  /// What markers call the versions.
  package var labels = (base: "base", ours: "ours", theirs: "theirs")
  /// The keys whose values identify elements, instead of the usual ones.
  package var keys: [String]?

  package init() {}
}

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
