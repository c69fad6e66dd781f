import Catalogues
import Language
import Platform
import PropertyLists

extension ParsedOptions {
  /// The files to read; with `--recursive` also those in directories, and those directories that
  /// cannot be read.
  func files(
    _ operands: [FilePath]
  ) throws(Failure) -> (files: [InputFile], failures: [Directories.Problem]) {
    guard has(.recursive) else { return (try InputFile.files(operands), []) }
    let roots = operands.isEmpty ? ["."] : operands
    let format = try parseOptions().format
    var (files, failures): ([InputFile], [Directories.Problem]) = ([], [])
    for root in roots {
      let file = try InputFile(toLookAt: root)
      files +=
        file.path.map { root in
          Directories.propertyLists(at: root, of: format) { failures.append(($0, $1)) }
        } ?? [file]
    }
    return (files, failures)
  }
}

/// Finds the property lists in directories.
enum Directories {
  typealias Problem = (path: FilePath, failure: Failure)

  /// The files at a path: the path itself, or the files below it, in order of their names. Links to
  /// directories are followed only if given explicitly.
  ///
  /// - Parameters:
  ///   - format: Leaves out files of other formats.
  ///   - complain: Called for directories that cannot be read.
  static func propertyLists(
    at path: FilePath, of format: FileFormat?, _ complain: (FilePath, Failure) -> Void
  ) -> [InputFile] {
    guard path.isDirectory else { return [.path(path)] }
    return Directory.propertyLists(in: path, of: format) { path, error in
      complain(path, Failure(naming: "\(path): \(error)"))
    }.map(InputFile.path)
  }
}
