import Catalogues

extension ParsedOptions {
  /// Calls the closure with the catalogue of each file that was given. Files that cannot be read
  /// are reported and left out.
  ///
  /// - Returns: Whether all could be read.
  func forEachCatalogue(
    _ output: Output, _ body: (Catalogue, InputFile) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    let files = try InputFile.files(operands)
    let pager = Pager.start(self)
    var isComplete = true
    for file in files {
      let catalogue: Catalogue
      do throws(Failure) {
        catalogue = try CatalogueLoader.load(file, self)
      } catch {
        isComplete = false
        try output.report(error)
        continue
      }
      try body(catalogue, file)
    }
    try output.flush()
    pager?.finish()
    return isComplete
  }
}
