/// The names by which a program finds the pictures in a folder.
package struct PictureFiles: Sendable {
  /// The names, and the same after the names of some or all of the folders around them.
  private var names: Set<String> = []

  package init() {}

  /// Adds a file, whether or not it is a picture.
  ///
  /// - Parameter path: The names of the folders inside the whole folder, and of the file.
  package mutating func add(_ path: [String]) {
    guard let name = path.last else { return }
    let folders = path.dropLast()
    insert(name, in: folders)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex, PictureFiles.isPicture(name)
    else { return }
    let (stem, ending) = (name[..<dot], name[dot...])
    insert(String(stem), in: folders)
    if let plain = PictureFiles.withoutScale(stem) {
      insert(String(plain), in: folders)
      insert("\(plain)\(ending)", in: folders)
    }
    if let set = folders.last, set.hasSuffix(PictureFiles.setEnding) {
      insert(String(set.dropLast(PictureFiles.setEnding.count)), in: folders.dropLast())
    }
  }

  /// Whether there is a file for a name, with or without folders and ending.
  package func hold(_ name: String) -> Bool {
    let parts = name.split(separator: "/").filter { $0 != "." }
    return names.contains(parts.joined(separator: "/"))
  }

  private mutating func insert(_ name: String, in folders: ArraySlice<String>) {
    var path = name
    names.insert(path)
    for folder in folders.reversed() {
      path = folder + "/" + path
      names.insert(path)
    }
  }

  /// The ending of folders of an asset catalogue that hold one picture in several sizes.
  private static let setEnding = ".imageset"

  private static func isPicture(_ name: String) -> Bool {
    var name = name.lowercased()
    return name.hasSuffix(".pdf") || name.withUTF8(FieldNames.isPictureFile)
  }

  /// A name without the mark of a display's scale, if it has one.
  private static func withoutScale(_ stem: Substring) -> Substring? {
    ["@2x", "@3x"].contains { stem.hasSuffix($0) } ? stem.dropLast(3) : nil
  }
}
