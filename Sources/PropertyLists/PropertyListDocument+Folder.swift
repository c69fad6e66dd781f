package import Platform

/// A folder of vCards after edits; see `CardFolder`.
extension PropertyListDocument {
  /// Whether it was read from the files of a folder.
  package var isFolder: Bool { decoding.folder.isFolder }

  /// The files of a folder as they are to be saved, and where its cards are in them.
  package struct SplicedFolder {
    package let bytes: FileBytes
    package let cards: [Card]

    /// The names that files had which were moved, by those that they have now.
    package let origins: [FilePath: FilePath]

    package struct Card {
      /// The name of its file.
      package let file: FilePath
      /// Its position in the document as it is now, after that of its section if it is in one.
      package let positions: [Int]
      /// Whether it is not in the place of another one.
      package let isNew: Bool
      package let uid: String?
      /// When it was last changed, as it says.
      package let revision: String?
      /// Its text in the file.
      package let text: [UInt8]
    }
  }

  /// The files of the folder as they are to be saved.
  ///
  /// - Parameters:
  ///   - earlier: The pieces of the text at another time, instead of those of now.
  ///   - listsCards: Whether to tell where cards are, even if nothing was edited.
  /// - Throws: `UnwritableFile` if what was edited would not be read again as what it is.
  /// - Complexity: O(*n*), several times that of reading.
  package func splicedFolder(
    _ earlier: TextPieces? = nil, listsCards: Bool = false
  ) throws(UnwritableFile) -> SplicedFolder {
    try withNodesAsRead(earlier) { () throws(UnwritableFile) in
      try splicedFolderAsRead(listsCards: listsCards)
    }
  }

  private func splicedFolderAsRead(
    listsCards: Bool
  ) throws(UnwritableFile) -> SplicedFolder {
    if hasSourceText, !listsCards {
      return SplicedFolder(bytes: source.file, cards: [], origins: [:])
    }
    let decoded = try rethrowing(decodedWithOrigins(), as: UnwritableFile.text)
    let current = try rethrowing(PropertyListDocument(current: self), as: UnwritableFile.text)
    let written = try SplicedCards.written(
      SplicedElements(self, current, decoded), isConverted: isConverted)
    let marked = Set(decoding.folder.parts.filter(\.hasMark).map(\.name))
    let bytes = FileBytes(
      files: written.files.map { file in
        (
          file.name,
          (marked.contains(file.origin ?? file.name) ? [0xEF, 0xBB, 0xBF] : []) + file.text
        )
      }, inFolderNamed: source.file.folderName,
      new: Set(written.cards.filter(\.isNew).map { written.files[$0.file].name }))
    try check(bytes, current) { SplicedCards.difference(between: $0, and: current, written) }
    let cards = written.cards.map { card in
      SplicedFolder.Card(
        file: written.files[card.file].name, positions: card.positions, isNew: card.isNew,
        uid: current.uid(of: card.node),
        revision: current.value(of: "REV", in: card.node).flatMap(current.plainText),
        text: card.text)
    }
    let origins = written.files.compactMap { file in file.origin.map { (file.name, $0) } }
    return SplicedFolder(
      bytes: bytes, cards: cards, origins: Dictionary(uniqueKeysWithValues: origins))
  }
}
