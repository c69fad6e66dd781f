import Catalogues
import Outlines
import PropertyLists

/// `cardex check`: what deserves a look.
struct CheckCommand {
  private let options: ParsedOptions
  private let output: Output

  init(_ options: ParsedOptions, output: Output) {
    self.options = options
    self.output = output
  }

  func run() throws(Failure) -> ExitStatus {
    let files = try InputFile.files(options.operands)
    let pager = Pager.start(options)
    var hasFindings = false
    var hasFailed = false
    for file in files {
      do throws(Failure) {
        let catalogue = try CatalogueLoader(options).load(file)
        let findings = CatalogueCheck.findings(in: catalogue)
        if !findings.isEmpty { hasFindings = true }
        try print(findings, in: catalogue, of: file)
      } catch {
        try output.flush()
        Diagnostics.report(error)
        hasFailed = true
      }
    }
    try output.flush()
    pager?.finish()
    return hasFailed ? .failed : hasFindings ? .notFound : .found
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
