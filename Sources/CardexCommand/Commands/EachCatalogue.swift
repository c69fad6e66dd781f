import Catalogues

extension ParsedOptions {
  /// Calls the closure with the catalogue of each given file. Files that cannot be read are
  /// reported and skipped.
  ///
  /// - Returns: Whether all files could be read.
  func forEachCatalogue(
    _ output: Output, unreadable: (InputFile, Failure) throws(Failure) -> Void = { _, _ in },
    _ body: (Catalogue, InputFile) throws(Failure) -> Void
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
        try unreadable(file, error)
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
