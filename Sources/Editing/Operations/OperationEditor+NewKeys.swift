package import Catalogues

extension OperationEditor {
  /// The keys in an operation that no entry has, but that are nearly keys of the entries around, or
  /// for a section, of the sections beside it, or that look like paths.
  ///
  /// - Complexity: That of `CatalogueEditor.newKeys(of:for:)`.
  package func newKeys(in operation: Operation) -> [NewKey] {
    switch operation {
    case .insert(let new, let destination):
      if let name = editor.newName(of: new, in: sectionAround(destination.item)) { return [name] }
      return editor.newKeys(of: new.fields, for: destination.item)
    case .insertByLetter(_, let fields, _):
      return editor.newKeys(of: fields, for: .section(.root))
    case .set(let fields, .entry(let entry)):
      return editor.newKeys(of: fields, for: .entry(entry), followsPaths: true)
    case .set(let fields, .section(let section)):
      return editor.newKeys(of: fields, ofSection: section)
    default: return []
    }
  }
}
