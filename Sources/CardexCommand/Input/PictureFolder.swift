import Browser
import Catalogues
import Exchange
import Platform
import PropertyLists
import Terminal

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

/// Finds the pictures that entries name, as far as a terminal can draw them: PNG files in the
/// folders of `--pictures` or else beside the catalogue.
final class PictureFinder {
  private lazy var files = PictureFiles(beside: path)
  private let path: FilePath

  /// - Throws: `Failure` if a folder cannot be read.
  init(_ options: ParsedOptions, path: FilePath) throws(Failure) {
    self.path = path
    if let given = try PictureFolder.files(options) { files = given }
  }

  /// Larger files are not given to the terminal.
  private static let largest = 1 << 22

  func file(named name: String) -> PictureFile? {
    guard let path = files.file(named: name),
      (1...PictureFinder.largest).contains(InputFile.path(path).size),
      let bytes = try? FileBytes(path: path, access: .mapped),
      let picture = Picture(Array(bytes.bytes)), picture.format == .png
    else { return nil }
    return PictureFile(
      base64: Base64.encode(picture.bytes), width: picture.width, height: picture.height)
  }
}
