import Catalogues
import Platform

/// Reads the names of the files in folders of pictures.
enum PictureFolder {
  /// The files in the folders given for `--pictures`; `nil` if none is given.
  ///
  /// - Throws: `Failure` if one of them, or a folder in it, cannot be read.
  static func files(_ options: ParsedOptions) throws(Failure) -> PictureFiles? {
    let folders = options.paths(.pictures)
    if folders.isEmpty { return nil }
    var files = PictureFiles()
    for folder in folders { try add(folder, named: [], to: &files) }
    return files
  }

  /// Adds a folder's files. Links to folders are not followed, since they may lead back.
  private static func add(
    _ folder: FilePath, named names: [String], to files: inout PictureFiles
  ) throws(Failure) {
    guard let entries = Directory.names(in: folder) else {
      throw Failure(naming: "\(folder): \(String(cString: strerror(errno)))")
    }
    for entry in entries {
      let path = folder.appending(entry)
      // A name that is not text cannot be in a property list.
      guard let name = entry.text else { continue }
      var status = stat()
      guard lstat(path.cString, &status) == 0 else {
        throw Failure(naming: "\(path): \(String(cString: strerror(errno)))")
      }
      if status.st_mode & S_IFMT == S_IFDIR {
        try add(path, named: names + [name], to: &files)
      } else {
        files.add(names + [name], at: path)
      }
    }
  }
}
