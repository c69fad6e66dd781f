import Catalogues
import Commands

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
    for line in FindingLines(findings, in: catalogue) {
      try output.write(line: "\(file.name(options)):\(line)")
    }
  }
}
