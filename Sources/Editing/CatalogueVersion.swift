import Catalogues
import PropertyLists

/// A catalogue that a session continued with, or edits by paths that lead to it.
///
/// After edits by paths the property list may be read as another catalogue. Of many such edits only the
/// last text is read, and others when they are gone back to.
final class CatalogueVersion {
  /// Edits by paths that follow each other, the first of which changes what was read.
  final class Edits {
    let base: Catalogue
    /// Each with what belongs to it.
    private(set) var edits: [[TreeEdit]] = []

    init(_ base: Catalogue, _ edits: some Sequence<[TreeEdit]> = []) {
      self.base = base
      self.edits = Array(edits)
    }

    /// - Returns: The version that the edit leads to.
    func append(_ edit: [TreeEdit]) -> CatalogueVersion {
      edits.append(edit)
      return CatalogueVersion(self, edits.count)
    }
  }

  /// How many of some edits lead here; `nil` for a catalogue that was read otherwise.
  private let origin: (edits: Edits, count: Int)?
  private var read: LoadedCatalogue?
  /// What has become of the property list, until that is edited again.
  private var tree: EditedTree?

  init(_ loaded: LoadedCatalogue) { (origin, read) = (nil, loaded) }

  private init(_ edits: Edits, _ count: Int) { origin = (edits, count) }

  /// The catalogue, which is read when it is first asked for.
  ///
  /// - Parameter tree: What the edits have made, if that is known.
  /// - Throws: `SessionError` if the options for reading do not fit the text.
  func loaded(
    _ tree: EditedTree? = nil,
    _ load: (EditedTree, Catalogue) throws(SessionError) -> LoadedCatalogue
  ) throws(SessionError) -> LoadedCatalogue {
    if let read { return read }
    guard let origin else { preconditionFailure("a version has a catalogue or edits") }
    let tree = tree ?? replayed(origin)
    let loaded = try load(tree, origin.edits.base)
    (read, self.tree) = (loaded, tree)
    return loaded
  }

  /// The tree to change next, which costs no reading if the catalogue is as it was read, and the edits
  /// that have led to it; `nil` if it is not.
  func takeTree() -> (tree: EditedTree, edits: Edits)? {
    guard let read, read.catalogue.document.hasSourceText else { return nil }
    guard let (edits, count) = origin else {
      return (EditedTree(read.catalogue.document), Edits(read.catalogue))
    }
    let tree = self.tree ?? replayed((edits, count))
    self.tree = nil
    let isLast = edits.edits.count == count
    return (tree, isLast ? edits : Edits(edits.base, edits.edits.prefix(count)))
  }

  /// Forgets what can be read again. Edits of the catalogue itself cannot.
  func forgetReading() {
    guard origin != nil, read?.catalogue.document.hasSourceText == true else { return }
    (read, tree) = (nil, nil)
  }

  private func replayed(_ origin: (edits: Edits, count: Int)) -> EditedTree {
    var tree = EditedTree(origin.edits.base.document)
    for edit in origin.edits.edits.prefix(origin.count) {
      do throws(PathError) {
        _ = try tree.make(edit)
      } catch {
        preconditionFailure("an edit that was possible is so again: \(error)")
      }
    }
    return tree
  }
}
