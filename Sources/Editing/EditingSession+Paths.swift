package import Catalogues
package import PropertyLists

/// Paths to items.
extension EditingSession {
  /// The property list as it is now, which is read again after edits.
  package func currentDocument() throws(SessionError) -> PropertyListDocument {
    try catalogue.document.hasSourceText ? catalogue.document : currentCatalogue().document
  }

  /// The elements of values in entries at paths, if finding them otherwise would read the text again.
  func textsInEntries(at paths: [ValuePath]) -> [[UInt8]]? {
    guard setsValuesInEntries, form == nil, !paths.isEmpty, !catalogue.document.hasSourceText else {
      return nil
    }
    return loaded.paths?.texts(at: paths)
  }

  /// The item that is made of the value at a path, as if the file had been saved and read again.
  ///
  /// - Complexity: O(*n*) in the number of items; after edits, reading the text again.
  package func item(atPath text: String) throws(AddressError) -> Item {
    if catalogue.document.hasSourceText { return try book.item(atPath: text) }
    // What cannot be read again cannot be saved, either; that is said then.
    guard let current = try? reparsed(catalogue) else { throw .noItem(.root) }
    let item = try AddressBook(current).item(atPath: text)
    return try book.item(
      at: Address(components: current.positions(of: item).map { .position($0 + 1) }))
  }
}
