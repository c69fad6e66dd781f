package import Catalogues

extension OperationEditor {
  /// Keys in an operation that are probably misspelt. No entry has them, but they resemble keys of
  /// the entries around or, for a section, of the sections beside it, or they look like paths.
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
