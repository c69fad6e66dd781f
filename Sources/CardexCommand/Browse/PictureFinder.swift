import Browser
import Catalogues
import Exchange
import Platform
import PropertyLists
import Terminal

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
