package import Catalogues
package import PropertyLists

/// One of the two versions that are merged.
enum Side: Int, CaseIterable {
  case ours, theirs

  var other: Side { self == .ours ? .theirs : .ours }
}

/// A place in which two sides have made different changes.
package struct MergeConflict {
  package enum Kind: String, Sendable {
    /// Both sides have changed a value in different ways, or both have added different values.
    case changed
    /// Ours has deleted a value that theirs has changed.
    case deletedByOurs = "deleted-by-ours"
    /// Theirs has deleted a value that ours has changed.
    case deletedByTheirs = "deleted-by-theirs"
    /// Both sides have moved an element, to different places.
    case moved
    /// Both sides have renamed a key, to different names.
    case renamed
  }

  package let kind: Kind
  /// The value in each version; `nil` in a version without it. A member's key is right before its
  /// value.
  package let base: NodeIndex?
  package let ours: NodeIndex?
  package let theirs: NodeIndex?
}

/// Options of a merge.
package struct MergeOptions {
  /// How conflicts are resolved.
  package enum Resolution: Hashable, Sendable {
    /// Conflicts are marked in the text.
    case marked
    case ours
    case theirs
    /// Nothing is deleted; of two different values ours is taken.
    case union
    /// Some conflicts, by their numbers from 0, are resolved in favour of theirs, all others in
    /// favour of ours.
    ///
    /// If the conflicts of a merge are not separate and any of them is given, all are resolved in
    /// favour of theirs.
    case each(theirs: Set<Int>)
  }

  package var resolution = Resolution.marked
  /// The number of characters of a marker.
  package var markerLength = 7
  /// Whether marked text also shows the version of the base.
  package var showsBase = false
  /// The names of the versions in markers.
  package var labels = (base: "base", ours: "ours", theirs: "theirs")
  /// The keys whose values identify elements, instead of the usual ones.
  package var keys: [String]?

  package init() {}
}

/// A conflict of a merge, with the item that it concerns.
package struct CatalogueConflict {
  /// A value and the document that it is in.
  package typealias Version = (value: NodeIndex, document: PropertyListDocument)

  package let kind: MergeConflict.Kind
  /// The address of the item in ours or, if it is not there, in theirs.
  package let address: String
  /// The path of the value inside the item; empty for the item itself.
  package let field: String
  package let base: Version?
  package let ours: Version?
  package let theirs: Version?

  /// The conflicts of a merge.
  ///
  /// - Parameter base: The catalogue of the base; `nil` for a merge without a base.
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
