import Platform

/// A folder of vCards that is read as one list, or as a list of sections if it has subfolders.
struct CardFolder: Equatable {
  /// Whether the cards are from a folder, not from a file.
  let isFolder: Bool
  /// The files, in the order in which the joined text has them.
  let parts: [FilePart]
  /// Whether some of the files are in subfolders.
  let hasFolders: Bool
  /// The title of the section of the cards that are in the folder itself.
  let ownTitle: String

  /// The keys of a section, the same as in other lists of sections: its folder, and the cards in
  /// it.
  static let titleKey: StaticString = "title"
  static let cardsKey: StaticString = "items"

  init(_ file: FileBytes = FileBytes([])) {
    isFolder = !file.folderName.isEmpty
    parts = file.parts
    let folders = Set(parts.compactMap(\.name.directory))
    hasFolders = !folders.isEmpty
    // A subfolder may have the same name as the folder. A slash tells them apart: no name ends in
    // one.
    ownTitle = file.folderName + (folders.contains(FilePath(file.folderName)) ? "/" : "")
  }

  /// The title of a subfolder, or without one, of the cards in the folder itself; `nil` if the
  /// subfolder's name is not UTF-8.
  func title(of folder: FilePath?) -> String? { folder.map(\.text) ?? ownTitle }

  /// The folder that a section's title names; `nil` for the folder itself.
  ///
  /// - Throws: `UnwritableFile` if the title is not the name of a folder that would be read.
  func folder(titled title: String) throws(UnwritableFile) -> FilePath? {
    if title == ownTitle { return nil }
    let folder = FilePath(title)
    let isName =
      !title.utf8.contains { $0 < 0x20 || $0 == 0x7F } && !folder.isAbsolute && !folder.endsInSlash
      && !folder.isEmpty && !title.contains("//")
      && folder.parts.allSatisfy {
        !$0.isHidden && !$0.hasSuffix(".vcf", ignoresCase: true) && $0.cString.count <= 256
      }
    guard isName else {
      throw .value("'\(title.excerpt())' cannot be the name of a folder of cards")
    }
    return folder
  }

  /// A name with ASCII letters in lower case, to compare it as file systems that ignore case do.
  static func folded(_ name: FilePath) -> [UInt8] {
    name.bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  /// A name for the file of a new card, made of its `UID`, that is not taken.
  static func fileName(
    for uid: String?, in folder: FilePath?, _ isTaken: (FilePath) -> Bool
  ) -> FilePath {
    // Only characters that other programs and file systems allow in names.
    let plain = (uid ?? "").unicodeScalars.map { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        || "-_+@=".unicodeScalars.contains(scalar) ? Character(scalar) : "_"
    }
    let base = plain.isEmpty ? "card" : String(plain.prefix(200))
    func whole(_ name: String) -> FilePath {
      let name = FilePath(name + ".vcf")
      return folder.map { $0.appending(name) } ?? name
    }
    let names = sequence(first: 1) { $0 + 1 }.lazy
      .map { $0 == 1 ? whole(base) : whole("\(base)-\($0)") }
    return names.first { !isTaken($0) } ?? whole(base)
  }
}
