import Catalogues
package import Platform
import PropertyLists

/// Catalogues without entries.
package enum NewCatalogue {
  /// Writes a file that does not exist, in the format that its name says, without entries.
  ///
  /// - Parameter keys: The keys of the fields that its entries will have; empty for formats that
  ///   cannot declare keys.
  package static func write(to path: FilePath, keys: [String]) throws(SessionError) {
    let (text, format) = try begin(FileFormat.promised(by: path) ?? .xml, keys, at: path)
    var file = CatalogueFile(path: path)
    do throws(CatalogueFileError) {
      let catalogue = try Catalogue(parsing: FileBytes(text), ParseOptions(format: format))
      _ = try file.saveNew(catalogue, replacesExisting: false)
    } catch {
      throw .file(path: path, error)
    }
  }

  /// The text of an empty file, and its format: XML if the given format has no empty files.
  private static func begin(
    _ format: FileFormat, _ keys: [String], at path: FilePath
  ) throws(SessionError) -> ([UInt8], FileFormat) {
    let list = try rethrowing(DeclaredKeys.emptyList(keys), as: SessionError.edit)
    let isCatalog = path.hasSuffix(".xcstrings", ignoresCase: true)
    let empty: String
    switch format {
    case .csv, .tsv:
      // No key has a comma, or a control character.
      let separator = format == .csv ? "," : "\t"
      empty = (keys.isEmpty ? ["name"] : keys).joined(separator: separator) + "\n"
    case .json:
      empty =
        isCatalog
        ? "{\n  \"sourceLanguage\" : \"en\",\n  \"strings\" : {\n\n  },\n  \"version\" : \"1.0\"\n}\n"
        : "[]\n"
    case .jsonLines, .strings, .vcard: empty = ""
    default: return (list, .xml)
    }
    if !keys.isEmpty, format != .csv, format != .tsv {
      let reason = "only XML property lists and tables say which fields their entries have"
      throw .file(path: path, .propertyList(PropertyListError(.unsupported(reason))))
    }
    return (Array(empty.utf8), format)
  }
}
