import Editing
import Grammar
import Language
import Platform
import PropertyLists
import Searching

/// `cardex index build`: makes indexes of files of any size.
struct IndexBuilding {
  let options: ParsedOptions
  let output: Output

  /// Makes the indexes that are not current; failures are reported, and the other indexes are made.
  func run(_ paths: [FilePath]) throws(Failure) -> ExitStatus {
    var status = ExitStatus.found
    for path in paths {
      do throws(Failure) {
        try output.flush()
        try build(path)
      } catch {
        status = .failed
        try output.report(error)
      }
    }
    return status
  }

  /// Makes an index and reports it.
  private func build(_ path: FilePath) throws(Failure) {
    let name = InputFile.path(path).name(options)
    let file = try IndexedFile(path, options.parseOptions())
    if !options.has(.force), isCurrent(file) {
      return try output.write(naming: "\(name): the index is current")
    }
    let read = try file.read()
    let built = Progress.during("indexing \(name)", .bytes(file.bytes.count)) { file.build(read) }
    let location = try rethrowing(built.location.get()) {
      (problem: IndexedFileError) in
      Failure(naming: "\(name): no index was kept: \(problem)")
    }
    let size = KeptIndex(path: location.path).size
    let count = built.index.entryCount
    try output.report(
      naming: "\(name): \(count) \(count == 1 ? "entry" : "entries") indexed in \(size) bytes",
      of: "\(name): the index was made")
  }

  /// Whether there is an index with every byte intact.
  private func isCurrent(_ file: IndexedFile) -> Bool {
    do {
      guard file.hasReadings(try file.storedCatalogue().index) else { return false }
      try KeptIndex(path: try file.location().path).checkContent()
      return true
    } catch {
      return false
    }
  }
}
