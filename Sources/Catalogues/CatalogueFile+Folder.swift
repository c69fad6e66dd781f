package import Platform
package import PropertyLists
package import Storage

/// Folders of vCards, which are saved with a file for each card.
extension CatalogueFile {
  /// Whether the path is a folder of vCards.
  package var isFolder: Bool { content?.document.isFolder == true && path.isDirectory }

  /// Whether the catalogue is saved as a folder, with a file for each entry.
  func isFolder(_ catalogue: Catalogue) -> Bool {
    catalogue.document.isFolder && unwritable == nil && path.isDirectory
  }

  /// A card of a folder that is new, or differs from its file.
  package struct ChangedCard {
    /// The position of the card, preceded by that of its section if it is in one.
    package let positions: [Int]
    /// Whether the card is new and needs a `UID`: it has none or, as a copy, that of another card.
    package let needsUID: Bool
    /// The card's `REV`, when it was last changed, if it is still the one in the file; otherwise
    /// `nil`.
    package let revision: String?
  }

  /// The cards of a folder that are new, or differ from their files; none if the path is a file.
  package mutating func changedCards(
    _ catalogue: Catalogue
  ) throws(CatalogueFileError) -> [ChangedCard] {
    guard isFolder(catalogue), !holds(catalogue) else { return [] }
    let now: PropertyListDocument.PatchedFolder
    let changes: [FolderReplacement.Change]
    do throws(UnwritableFile) {
      (now, changes) = try self.changes(catalogue)
    } catch {
      throw .unwritable(error)
    }
    let changed = Set(changes.map(\.name))
    let saved = savedCards(in: changes, now.bytes.folderName)
    let texts = Set(saved.map(\.text))
    var revisions: [FilePath: Set<String>] = [:]
    for card in saved {
      if let revision = card.revision { revisions[card.file, default: []].insert(revision) }
    }
    lazy var counts = Dictionary(now.cards.compactMap(\.uid).map { ($0, 1) }) { $0 + $1 }
    return now.cards.compactMap { card in
      guard changed.contains(card.file) else { return nil }
      let needsUID = card.isNew && card.uid.map { counts[$0] ?? 0 > 1 } ?? true
      if !needsUID, texts.contains(card.text) { return nil }
      return ChangedCard(
        positions: card.positions, needsUID: needsUID,
        revision: card.revision.flatMap { revision in
          let known = revisions[card.file] ?? now.origins[card.file].flatMap { revisions[$0] }
          return known?.contains(revision) == true ? revision : nil
        })
    }
  }

  /// The cards that changed files had when they were last read or written; none if none could be
  /// read.
  private func savedCards(
    in changes: [FolderReplacement.Change], _ folderName: String
  ) -> [PropertyListDocument.PatchedFolder.Card] {
    let files = changes.compactMap { change in change.old.map { (name: change.name, bytes: $0) } }
      .sorted { $0.name.precedesInFolder($1.name) }
    if files.isEmpty { return [] }
    let bytes = FileBytes(files: files, inFolderNamed: folderName)
    let document = try? PropertyListDocument(parsing: bytes, at: path, options)
    return (try? document?.patchedFolder(listsCards: true).cards) ?? []
  }

  /// The files of the folder to save, and how they differ from those that were last read or
  /// written.
  private mutating func changes(
    _ catalogue: Catalogue
  ) throws(UnwritableFile) -> (
    now: PropertyListDocument.PatchedFolder, changes: [FolderReplacement.Change]
  ) {
    let saved = try savedFiles()
    let document = catalogue.document
    let now: PropertyListDocument.PatchedFolder
    if let patchedFolder, patchedFolder.document === document,
      patchedFolder.pieces == document.pieces.ranges
    {
      now = patchedFolder.folder
    } else {
      now = try document.patchedFolder(listsCards: true)
      patchedFolder = (document, document.pieces.ranges, now)
    }
    var rest = Dictionary(uniqueKeysWithValues: saved.parts.map { ($0.name, $0) })
    var changes: [FolderReplacement.Change] = []
    for part in now.bytes.parts {
      let old = rest.removeValue(forKey: part.name)
      if let old, now.bytes.isSame(part, as: old, in: saved) { continue }
      changes.append(
        .init(
          name: part.name, old: old.map(saved.file), new: now.bytes.file(part),
          origin: old == nil ? now.origins[part.name] : nil))
    }
    return (
      now,
      changes
        + rest.values.sorted { $0.name < $1.name }
        .map { .init(name: $0.name, old: saved.file($0), new: nil) }
    )
  }

  /// The files of the folder as they were last read or written.
  func savedFiles() throws(UnwritableFile) -> FileBytes {
    if let writtenFiles { return writtenFiles }
    guard let content else { return FileBytes([]) }
    return try content.document.patchedFolder(content.pieces).bytes
  }

  /// The identity of a folder after changes that were saved; `nil` if another program has changed a
  /// file since the others had their identity.
  private static func identity(
    of folder: Folder, after changes: [FolderReplacement.Change], _ others: FileIdentity?
  ) throws(StorageError) -> FileIdentity? {
    let now = try folder.identities(ignoring: Set(changes.map(\.name)))
    if now.others != others { return nil }
    for change in changes where try folder.content(of: change.name) != change.new { return nil }
    return now.all
  }

  mutating func saveFolder(
    _ catalogue: Catalogue, _ options: SaveOptions
  ) throws(CatalogueFileError) -> [FileReplacement.Warning] {
    do {
      let folder = try Folder(path: path)
      var replacement = FolderReplacement(of: folder)
      replacement.breaksHardLinks = options.breaksHardLinks
      replacement.backupSuffix = options.backupSuffix
      try replacement.completeUnfinished()
      if catalogue.someEntries(1).isEmpty, !folder.hasOnlyCards {
        throw UnwritableFile.value("a folder with other files is not read without a card")
      }
      let (now, changes) = try changes(catalogue)
      patchedFolder = nil
      let names = Set(changes.map(\.name))
      var others: FileIdentity?
      let warnings = try replacement.save(changes) {
        // Another program may have put another folder in the place of this one.
        guard try Folder(path: path).isSame(as: folder) else {
          throw CatalogueFileError.changedByOthers
        }
        let before = try folder.identities(ignoring: names)
        if before.all != identity { try checkIsUnchanged() }
        others = before.others
      }
      content = (catalogue.document, catalogue.document.pieces)
      writtenFiles = now.bytes
      // If another program has changed a file meanwhile, the next save has to compare.
      identity = (try? CatalogueFile.identity(of: folder, after: changes, others)) ?? nil
      return warnings
    } catch {
      if let error = error as? StorageError, error.problem == .changed, error.step == .rename {
        throw .changedByOthers
      }
      throw CatalogueFileError(error)
    }
  }
}

extension FileBytes {
  /// Reads the files of a folder of vCards.
  ///
  /// - Throws: `StorageError` if the folder cannot be read, or has other files but no vCards.
  package convenience init(folder path: FilePath) throws(StorageError) {
    let folder = try Folder(path: path)
    try self.init(folder.files(), of: folder)
  }

  /// - Parameter files: The files of the folder.
  convenience init(_ files: [Folder.File], of folder: Folder) throws(StorageError) {
    if files.isEmpty, !folder.hasOnlyCards {
      throw StorageError(.open, folder.path, .system(EISDIR))
    }
    let name = try UserDirectory.canonicalPath(folder.path).name?.text ?? "cards"
    self.init(files: files.lazy.map { ($0.name, $0.bytes) }, inFolderNamed: name)
  }
}
