import Catalogues

extension ParsedOptions {
  /// Calls the closure with the catalogue of each given file. Files and directories that cannot be
  /// read, and parts of files, are reported and skipped.
  ///
  /// - Parameter end: Called after all files, while there is still a pager.
  /// - Returns: Whether all could be read.
  func forEachCatalogue(
    _ output: Output, unreadable: (InputFile, Failure) throws(Failure) -> Void = { _, _ in },
    end: () throws(Failure) -> Void = {}, _ body: (Catalogue, InputFile) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    var isComplete = true
    let (files, failures) = try files(operands)
    let pager = Pager.start(self)
    func skip(_ file: InputFile, _ failure: Failure) throws(Failure) {
      isComplete = false
      try unreadable(file, failure)
      try output.report(failure)
    }
    for failure in failures { try skip(.path(failure.path), failure.failure) }
    for file in files {
      let catalogue: Catalogue
      do throws(Failure) {
        catalogue = try CatalogueLoader.load(file, self, skipsUnreadable: true)
      } catch {
        try skip(file, error)
        continue
      }
      try body(catalogue, file)
    }
    try end()
    try output.flush()
    pager?.finish()
    return isComplete
  }
}
