import Catalogues
package import Platform
import PropertyLists

/// Catalogues without entries.
package enum NewCatalogue {
  /// Writes a property list to a file that does not exist.
  ///
  /// - Parameter keys: The keys of the fields that its entries are to have.
  package static func write(to path: FilePath, keys: [String]) throws(SessionError) {
    let text = try rethrowing(DeclaredKeys.emptyList(keys), as: SessionError.edit)
    var file = CatalogueFile(path: path)
    do throws(CatalogueFile.Problem) {
      let catalogue = try Catalogue(parsing: FileBytes(text), ParseOptions())
      _ = try file.saveNew(catalogue, replacesExisting: false)
    } catch {
      throw .file(path: path, error)
    }
  }
}
