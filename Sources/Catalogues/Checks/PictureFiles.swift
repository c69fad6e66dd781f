package import Platform
import PropertyLists

/// The names by which a program finds the pictures in a folder.
package struct PictureFiles: Sendable {
  /// The files by name, and by paths of the name and one or more of the folders around it.
  private var files: [String: FilePath] = [:]

  package init() {}

  /// The files beside a file, without those in inner folders; none if the folder cannot be read.
  package init(beside path: FilePath) {
    let folder = path.directory ?? "."
    for name in Directory.names(in: folder) ?? [] {
      if let text = name.text { add([text], at: folder.appending(name)) }
    }
  }

  /// Adds a file, whether or not it is a picture.
  ///
  /// - Parameters:
  ///   - path: The names of the folders from the searched folder on, then the name of the file.
  ///   - file: The path of the file.
  package mutating func add(_ path: [String], at file: FilePath = "") {
    guard let name = path.last else { return }
    let folders = path.dropLast()
    insert(file, as: name, in: folders)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex, PictureFiles.isPicture(name)
    else { return }
    let (stem, ending) = (name[..<dot], name[dot...])
    insert(file, as: String(stem), in: folders)
    if let plain = PictureFiles.withoutScale(stem) {
      insert(file, as: String(plain), in: folders)
      insert(file, as: "\(plain)\(ending)", in: folders)
    }
    if let set = folders.last, set.hasSuffix(PictureFiles.setEnding) {
      let name = String(set.dropLast(PictureFiles.setEnding.count))
      insert(file, as: name, in: folders.dropLast())
    }
  }

  /// The file for a name, with or without folders and extension. Of several files it is the last by
  /// path, which has the largest scale.
  package func file(named name: String) -> FilePath? {
    let parts = name.split(separator: "/").filter { $0 != "." }
    return files[parts.joined(separator: "/")]
  }

  private mutating func insert(
    _ file: FilePath, as name: String, in folders: ArraySlice<String>
  ) {
    var path = name
    add(file, as: path)
    for folder in folders.reversed() {
      path = folder + "/" + path
      add(file, as: path)
    }
  }

  private mutating func add(_ file: FilePath, as path: String) {
    if let other = files[path], !other.bytes.lexicographicallyPrecedes(file.bytes) { return }
    files[path] = file
  }

  /// The ending of an asset catalogue's folders, each with one picture in several sizes.
  private static let setEnding = ".imageset"

  /// Whether a file is a picture by its name.
  package static func isPicture(_ name: String) -> Bool {
    var name = name.lowercased()
    return name.hasSuffix(".pdf") || name.withUTF8(FieldNames.isPictureFile)
  }

  /// A name without the mark of a display's scale; `nil` if it has none.
  private static func withoutScale(_ stem: Substring) -> Substring? {
    ["@2x", "@3x"].contains { stem.hasSuffix($0) } ? stem.dropLast(3) : nil
  }
}

extension Catalogue {
  /// The key and the text of the first field whose key is a usual name for pictures and whose text
  /// is not empty.
  package func picture(of entry: Entry.ID) -> (key: String, name: String)? {
    let value = value(of: entry)
    guard document.kind(of: value) == .dict else { return nil }
    for member in document.members(of: value) {
      let key = document.text(of: member.key)
      guard FieldNames.isPictureName(FieldNames.normalized(key)),
        let name = document.string(member.value).map(document.text), !name.isEmpty
      else { continue }
      return (key, name)
    }
    return nil
  }
}
