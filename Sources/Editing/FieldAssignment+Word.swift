package import Catalogues
package import Grammar

/// Fields as commands write them.
extension FieldAssignment {
  package static let typeNames = FieldType.allCases.filter { $0 != .file }.map(\.rawValue)

  /// Reads a field; `nil` for a word without `=`.
  ///
  /// - Throws: `CommandError` for an unknown type.
  package init?(_ word: Word) throws(CommandError) {
    guard let field = try FieldWord(word, types: FieldAssignment.typeNames) else { return nil }
    self.init(
      key: field.key, type: field.type.flatMap(FieldType.init(rawValue:)), value: field.value)
  }

  /// The field as one word.
  package var canonicalText: String {
    FieldWord(key: key, type: type?.rawValue, value: value).canonicalText
  }
}
