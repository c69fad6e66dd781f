import Catalogues
import Editing
import Language

/// `cardex info`: how a file is read, and why.
struct InfoCommand {
  let options: ParsedOptions
  let output: Output

  func run() throws(Failure) -> ExitStatus {
    let isComplete = try options.forEachCatalogue(output) { catalogue, file throws(Failure) in
      if output.hasWritten { try output.write(line: "") }
      for line in CatalogueSummary.lines(of: catalogue, fileName: file.name(options)) {
        try output.write(naming: line)
      }
    }
    return isComplete ? .found : .failed
  }
}
