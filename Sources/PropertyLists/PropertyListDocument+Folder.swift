package import Platform

/// A folder of vCards after edits; see `CardFolder`.
extension PropertyListDocument {
  /// Whether the document was read from the files of a folder.
  package var isFolder: Bool { decoding.folder.isFolder }

  /// The files of a folder to save, and the places of the cards in them.
  package struct PatchedFolder {
    package let bytes: FileBytes
    package let cards: [Card]

    /// The previous names of files that were renamed, by their current names.
    package let origins: [FilePath: FilePath]

    package struct Card {
      /// The name of the card's file.
      package let file: FilePath
      /// The card's position in the current document, preceded by that of its section if it is in
      /// one.
      package let positions: [Int]
      /// Whether the card does not replace an old one.
      package let isNew: Bool
      /// The card's text in the file.
      package let text: [UInt8]
      fileprivate let node: NodeIndex
      fileprivate let document: PropertyListDocument

      package var uid: String? { document.uid(of: node) }
      package var revision: String? { document.revision(of: node) }
    }
  }

  /// The files of the folder to save.
  ///
  /// - Parameters:
  ///   - earlier: The pieces of an earlier text; `nil` for the current ones.
  ///   - listsCards: Whether to return the places of cards even if nothing was edited.
  /// - Throws: `UnwritableFile` if the edited values would not be the same when read again.
  /// - Complexity: O(*n*), several times that of reading.
  package func patchedFolder(
    _ earlier: TextPieces? = nil, listsCards: Bool = false
  ) throws(UnwritableFile) -> PatchedFolder {
    try withNodesAsRead(earlier) { () throws(UnwritableFile) in
      if hasSourceText, !listsCards {
        return PatchedFolder(bytes: source.file, cards: [], origins: [:])
      }
      return try patchedFolderAsRead()
    }
  }

  private func patchedFolderAsRead() throws(UnwritableFile) -> PatchedFolder {
    let decoded = try rethrowing(decodedWithOrigins(), as: UnwritableFile.text)
    let current = try rethrowing(PropertyListDocument(current: self), as: UnwritableFile.text)
    let written = try PatchedCards.written(
      PatchedElements(self, current, decoded), isConverted: isConverted)
    let marked = Set(decoding.folder.parts.filter(\.hasMark).map(\.name))
    let bytes = FileBytes(
      files: written.files.map { file in
        (
          file.name,
          (marked.contains(file.origin ?? file.name) ? [0xEF, 0xBB, 0xBF] : []) + file.text
        )
      }, inFolderNamed: source.file.folderName,
      new: Set(written.cards.filter(\.isNew).map { written.files[$0.file].name }))
    try check(bytes, current) { PatchedCards.difference(between: $0, and: current, written) }
    let cards = written.cards.map { card in
      PatchedFolder.Card(
        file: written.files[card.file].name, positions: card.positions, isNew: card.isNew,
        text: card.text, node: card.node, document: current)
    }
    let origins = written.files.compactMap { file in file.origin.map { (file.name, $0) } }
    return PatchedFolder(
      bytes: bytes, cards: cards, origins: Dictionary(uniqueKeysWithValues: origins))
  }
}
