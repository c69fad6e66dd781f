import Catalogues
import Editing
import Grammar
import Language
import Platform
import Searching
import Storage

/// `cardex index remove`: removes indexes, and unfinished ones that killed programs have left.
struct IndexRemoval {
  let options: ParsedOptions
  let output: Output

  /// Removes the indexes of some catalogues, or those that the options select.
  func run(_ paths: [FilePath]) throws(Failure) -> ExitStatus {
    let directory = try IndexDirectory.checked()
    var result = Result()
    if paths.isEmpty {
      // First, because removing an index also removes what was to replace it.
      try removeTemporaries(in: directory, &result)
      for index in try directory.indexes(options) where options.has(.all) || isStale(index) {
        try remove(index, index.name(), &result)
      }
      if result.isEmpty {
        Diagnostics.note(naming: "there is nothing to remove in \(directory.path)")
      }
    }
    for path in paths {
      let indexes = try directory.indexes(of: path, options)
      if indexes.isEmpty {
        Diagnostics.report(naming: "\(path): there is no index")
      }
      for index in indexes { try remove(index, index.name(path), &result) }
    }
    return result.hasFailed ? .failed : result.hasRemoved ? .found : .notFound
  }

  private struct Result {
    var hasRemoved = false
    var hasFailed = false

    var isEmpty: Bool { !hasRemoved && !hasFailed }
  }

  private func isStale(_ index: KeptIndex) -> Bool {
    (KeptIndex.Fault.caught(try index.check()) ?? KeptIndex.Fault.caught(try index.checkContent()))
      != nil
  }

  private func remove(
    _ index: KeptIndex, _ name: ByteText, _ result: inout Result
  ) throws(Failure) {
    let size = index.size
    let isGone: Bool
    do throws(StorageError) {
      isGone = try !CacheFile(path: index.path).remove()
    } catch {
      result.hasFailed = true
      return try output.report(Failure(naming: "\(index.path): \(error)"))
    }
    // Another program may have been faster.
    if isGone { return }
    result.hasRemoved = true
    try output.report(
      naming: "\(name): \(size) bytes removed", of: "\(name): the index was removed")
  }

  private func removeTemporaries(
    in directory: IndexDirectory, _ result: inout Result
  ) throws(Failure) {
    let sizes = CacheFile.removeTemporaries(in: directory.path, includingNew: options.has(.all))
    if sizes.isEmpty { return }
    result.hasRemoved = true
    let files = sizes.count == 1 ? "1 unfinished index" : "\(sizes.count) unfinished indexes"
    try output.report(
      naming: "\(files): \(sizes.reduce(0, +)) bytes removed", of: "\(files) removed")
  }
}
