import Catalogues
import Comparing
import PropertyLists

/// A difference between two property lists. Layout, comments and the order of keys are ignored.
public enum Difference: Hashable, Sendable {
  /// A value that only the new list has, at its path there.
  case added(Path, Value)
  /// A value that only the old list has, at its path there.
  case removed(Path, Value)
  /// A value that is a different one, at its path in the new list.
  case changed(Path, from: Value, to: Value)
  /// A value that has another key, another position in its array, or another container: its path in
  /// the old list and its path in the new one.
  case moved(Path, to: Path)
}

extension Difference {
  /// The differences that a comparison has found in documents that have not been edited.
  static func all(
    _ found: [TreeDifference], _ old: PropertyListDocument, _ new: PropertyListDocument
  ) -> [Difference] {
    let (oldPlaces, newPlaces) = (Places(old), Places(new))
    return found.map { difference in
      let before = difference.old.map { oldPlaces.place(of: $0.node) }
      let now = difference.new.map { newPlaces.place(of: $0.node) }
      return Difference(before, now, isChange: difference.kind == .changed)
    }
  }

  /// The conflicts of a merge, from ours to theirs.
  static func all(
    _ conflicts: [MergeConflict], _ ours: PropertyListDocument, _ theirs: PropertyListDocument
  ) -> [Difference] {
    let (ourPlaces, theirPlaces) = (Places(ours), Places(theirs))
    return conflicts.map { conflict in
      let our = conflict.ours.map(ourPlaces.place)
      let their = conflict.theirs.map(theirPlaces.place)
      return Difference(our, their, isChange: our?.value != their?.value)
    }
  }

  /// A value and where it is.
  private struct LocatedValue {
    let path: Path
    let value: Value
  }

  /// Finds where values are in a document that has not been edited.
  private struct Places {
    private let tree: EditedTree
    private let paths: ValuePaths

    init(_ document: PropertyListDocument) {
      (tree, paths) = (EditedTree(document), ValuePaths(document))
    }

    func place(of node: NodeIndex) -> LocatedValue {
      let path = paths.path(to: node) ?? .root
      // Brackets tell positions from keys.
      return LocatedValue(
        path: Path((try? tree.bracketed(path)) ?? path), value: Value(node, in: tree.document))
    }
  }

  private init(_ old: LocatedValue?, _ new: LocatedValue?, isChange: Bool) {
    self =
      switch (old, new) {
      case (let old?, let new?) where isChange:
        .changed(new.path, from: old.value, to: new.value)
      case (let old?, let new?): .moved(old.path, to: new.path)
      case (let old?, nil): .removed(old.path, old.value)
      case (nil, let new?): .added(new.path, new.value)
      case (nil, nil): .removed(Path(.root), .null)
      }
  }
}
