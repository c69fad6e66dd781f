package import Catalogues
package import PropertyLists
package import Storage

/// What a search of a catalogue reads: the catalogue's text, or its kept index.
///
/// With an index, the catalogue is restored from it when it is first needed. Not safe for
/// concurrent use.
package final class SearchSource {
  private let stored: (index: StoredCatalogue, file: FileBytes)?
  private var known: Catalogue?

  /// The text of a catalogue that was read.
  package init(_ catalogue: Catalogue) { (stored, known) = (nil, catalogue) }

  /// The index of a catalogue.
  ///
  /// - Parameter file: The catalogue's file, with the identity that the index was opened for.
  package init(_ index: StoredCatalogue, of file: FileBytes) { stored = (index, file) }

  package func catalogue() throws(IndexDamage) -> Catalogue {
    if let known { return known }
    guard let stored else { throw IndexDamage() }
    let restored = try stored.index.restore(stored.file)
    known = restored
    return restored
  }

  /// Whether the file has turned out to be another than the indexed one.
  package var hasFailed: Bool { known?.restoringFailure ?? false }

  /// Whether an entry has a field of this key.
  package func hasField(_ key: String) throws(IndexDamage) -> Bool {
    // The index tells apart only so many keys, and has none of fields without text.
    if stored?.index.index.hasColumn(ofKey: key) ?? false { return true }
    return try catalogue().hasField(key, followsPaths: true)
  }

  /// Searches the catalogue.
  ///
  /// Everything needed from an index is read at once, so that a damaged index can still be replaced
  /// by a search of the text.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of entries wanted.
  ///   - isPrinted: Whether the catalogue will be needed.
  /// - Throws: `IndexDamage` if the index does not tell what is found.
  package func search(
    _ query: SearchQuery, limit: Int = .max, isPrinted: Bool = false
  ) throws(IndexDamage) -> Found {
    guard let stored = stored?.index else { return Found(query, inTextOf: try catalogue()) }
    var found = Found(query, of: stored.index.entryCount)
    if query.findsEntries {
      let candidates = try stored.index.candidates(for: query.matcher, in: query.fields)
      _ = try found.add(
        candidates ?? Candidates(.all(of: stored.index.entryCount)), of: catalogue, limit: limit)
      found.end()
    }
    if query.findsSections {
      let candidates =
        query.isInverted
        ? nil : try stored.sections.candidates(for: query.matcher, in: query.fields)
      if candidates?.isEmpty != true {
        found.addSections(of: try catalogue(), among: candidates)
      }
    }
    if isPrinted, !found.entries.isEmpty { _ = try catalogue() }
    return found
  }
}
