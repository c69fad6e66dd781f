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
