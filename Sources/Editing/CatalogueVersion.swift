import Catalogues
import PropertyLists

/// A catalogue in the history of a session: one that was read, or the result of edits by paths.
///
/// After edits by paths, the property list may be read as another catalogue. After a series of such
/// edits only the last text is read; those in between are read when undo returns to them.
final class CatalogueVersion {
  /// A series of edits by paths, the first of which changes a catalogue that was read.
  final class Edits {
    let base: Catalogue
    /// The edits, each with its dependent edits.
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

  /// The series of edits and how many of them lead to this version; `nil` for a catalogue that no
  /// edit by a path has made.
  private let origin: (edits: Edits, count: Int)?
  private var read: LoadedCatalogue?
  /// The property list of this version, until the next edit takes it.
  private var tree: EditedTree?

  init(_ loaded: LoadedCatalogue) { (origin, read) = (nil, loaded) }

  private init(_ edits: Edits, _ count: Int) { origin = (edits, count) }

  /// The catalogue, read on first use.
  ///
  /// - Parameter tree: The property list after the edits, if it is known.
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

  /// The tree for the next edit, and the edits that led to it, without reading the text; `nil` if
  /// the catalogue itself has been edited.
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

  /// Frees the catalogue if it can be read again; one that was itself edited cannot.
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
