import Catalogues
import PropertyLists

/// A catalogue that a session continued with, or the text that it would be read from.
///
/// After edits by paths the property list may be read as another catalogue. Of many such edits only
/// the last text is read, and others when they are gone back to.
final class CatalogueVersion {
  /// The property list after edits by paths; `nil` for one that was read otherwise.
  let tree: EditedTree?
  /// The catalogue whose document the tree changes.
  let base: Catalogue?
  private var read: LoadedCatalogue?

  init(_ loaded: LoadedCatalogue) { (tree, base, read) = (nil, nil, loaded) }

  init(_ tree: EditedTree, of base: Catalogue) { (self.tree, self.base) = (tree, base) }

  /// The catalogue, which is read when it is first asked for.
  ///
  /// - Throws: `SessionError` if the options for reading do not fit the text.
  func loaded(
    _ load: (EditedTree, Catalogue) throws(SessionError) -> LoadedCatalogue
  ) throws(SessionError) -> LoadedCatalogue {
    if let read { return read }
    guard let tree, let base else { preconditionFailure("a version has a catalogue or a text") }
    let loaded = try load(tree, base)
    read = loaded
    return loaded
  }

  /// The tree to change next, which costs no reading if the catalogue is as it was read.
  var unedited: (tree: EditedTree, base: Catalogue)? {
    if let read, !read.catalogue.document.hasSourceText { return nil }
    if let tree, let base { return (tree, base) }
    return read.map { (EditedTree($0.catalogue.document), $0.catalogue) }
  }
}
