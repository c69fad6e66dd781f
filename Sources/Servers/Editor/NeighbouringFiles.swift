import Catalogues
import Platform
import PropertyLists

/// Files near the one that is being edited, if they are in the editor's folders: pictures, and the
/// same texts in other languages.
struct NeighbouringFiles {
  private let path: FilePath?
  private let client: Client
  private let pictures: PictureFiles

  /// - Parameter path: The path of the file that is being edited.
  init(_ path: FilePath?, _ client: Client) {
    self.client = client
    guard let path, let folder = path.directory, client.mayRead(folder) else {
      (self.path, pictures) = (nil, PictureFiles())
      return
    }
    self.path = path
    pictures = PictureFiles(beside: path)
  }

  /// The picture that a value names.
  func picture(named name: String) -> FilePath? {
    guard let file = pictures.file(named: name), PictureFiles.isPicture("\(ByteText(file))"),
      client.mayRead(file)
    else { return nil }
    return file
  }

  /// The files of the same name in folders of other languages, such as `de.lproj`. The development
  /// language comes first.
  var translations: [FilePath] {
    guard let path, let name = path.name, let folder = path.directory,
      let language = folder.name, NeighbouringFiles.isLanguage(language)
    else { return [] }
    let parent = folder.directory ?? "."
    guard client.mayRead(parent) else { return [] }
    let languages = (Directory.names(in: parent) ?? []).filter(NeighbouringFiles.isLanguage)
    let usual: [FilePath] = ["Base.lproj", "en.lproj"]
    let ordered =
      usual.filter(languages.contains) + languages.filter { !usual.contains($0) }.sorted()
    return ordered.map { parent.appending($0).appending(name) }
      .filter { $0.isRegularFile && $0 != path && client.mayRead($0) }
  }

  private static func isLanguage(_ folder: FilePath) -> Bool {
    folder.bytes.count > 6 && folder.bytes.suffix(6).elementsEqual(".lproj".utf8)
  }
}
