package import Catalogues
package import PropertyLists
package import Storage

/// A catalogue in an open index: what is needed to search it and to print what was found.
package struct StoredCatalogue: Sendable {
  package let index: CatalogueIndex
  package let sections: SectionTexts
  private let file: IndexFile
  private let parsing: ParseOptions

  /// The text of a file that is not XML in UTF-8.
  static let textPart: PartTag = "TEXT"

  init(_ file: IndexFile, parsing: ParseOptions) throws(IndexFileError) {
    do throws(IndexDamage) {
      let part = { name throws(IndexDamage) in try file.part(PartTag(name)) }
      index = try CatalogueIndex(part, entryCount: file.header.entryCount)
      sections = try SectionTexts(
        part, sectionCount: CatalogueSnapshot.sectionCount(try part(CatalogueSnapshot.offsetsName)))
    } catch {
      throw .damaged
    }
    self.file = file
    self.parsing = parsing
  }

  /// When the index was made, in nanoseconds since 1970.
  package var created: Int64 { file.header.created }

  /// The size of the index file in bytes.
  package var size: Int { file.header.fileLength }

  /// The catalogue, without reading it completely.
  ///
  /// - Parameter bytes: The catalogue's file, with the identity that the index was opened for.
  /// - Throws: `IndexDamage`.
  /// - Complexity: O(*n*) in the number of entries; about a byte and a half per entry is checked.
  package func restore(_ bytes: FileBytes) throws(IndexDamage) -> Catalogue {
    var parts: [String: StoredBytes] = [:]
    for name in CatalogueSnapshot.names {
      parts[name] = try file.part(PartTag(name))
    }
    let text = try? file.part(StoredCatalogue.textPart)
    // All of the text is checked in advance: once it is read on demand, it is too late to fall
    // back.
    _ = try text?.all()
    let converted = text.map { text in
      ConvertedText(text.unchecked, owner: text) { (try? text.bytes($0)) != nil }
    }
    guard
      let document = try? PropertyListDocument(
        rereading: bytes, format: parsing.format(of: bytes, at: file.header.source.path),
        encoding: parsing.encoding, decoding: parsing.decoding, converted: converted)
    else { throw IndexDamage() }
    return try Catalogue(restoring: parts, document: document)
  }
}
