import Catalogues
import Platform
import PropertyLists

/// A problem in the file, such as a duplicate entry.
public struct Finding: Hashable, Sendable {
  /// What kind of finding it is, as `cardex check` prints it: `duplicate-entry`.
  public let code: String
  /// What is wrong, for a person to read.
  public let message: String
  /// The address of the entry or section with the problem; `nil` if it concerns neither.
  public let address: String?
  /// The line of the file, from 1; `nil` in a binary file.
  public let line: Int?
}

extension Finding {
  /// All findings in a file.
  static func all(
    in file: FileBytes, _ options: ParseOptions
  ) throws(CatalogueError) -> [Finding] {
    let catalogue: Catalogues.Catalogue
    do throws(CatalogueFileError) {
      catalogue = try Catalogues.Catalogue(parsing: file, options)
    } catch {
      throw CatalogueError(error, at: nil)
    }
    let book = AddressBook(catalogue)
    let findings = CatalogueCheck.findings(in: catalogue)
    let places = catalogue.document.locations(of: findings.map(\.node))
    return zip(findings, places).map { finding, place in
      let line: Int? = if case .text(let line, _) = place { line } else { nil }
      return Finding(
        code: finding.code.rawValue, message: finding.message,
        address: finding.item.map(book.fullAddress), line: line)
    }
  }
}
