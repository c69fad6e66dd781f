import Catalogues
import Outlines
import PropertyLists

/// `cardex check`: what deserves a look.
struct CheckCommand {
  let options: ParsedOptions
  let output: Output

  func run() throws(Failure) -> ExitStatus {
    var hasFindings = false
    let isComplete = try options.forEachCatalogue(output) { catalogue, file throws(Failure) in
      let findings = CatalogueCheck.findings(in: catalogue)
      if !findings.isEmpty { hasFindings = true }
      try print(findings, in: catalogue, of: file)
    }
    return !isComplete ? .failed : hasFindings ? .notFound : .found
  }

  private func print(
    _ findings: [Finding], in catalogue: Catalogue, of file: InputFile
  ) throws(Failure) {
    let book = AddressBook(catalogue)
    let places = catalogue.document.locations(of: findings.map(\.node))
    for (finding, place) in zip(findings, places) {
      let address = finding.item.map { book.address(of: $0) + ": " } ?? ""
      let message = VisibleText.shown(finding.message)
      try output.write(
        line: "\(file.name(options)):\(place): \(address)\(message) [\(finding.code.rawValue)]")
    }
  }
}
