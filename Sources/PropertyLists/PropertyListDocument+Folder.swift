import Platform

/// A folder of vCards after edits; see `CardFolder`.
extension PropertyListDocument {
  /// Whether it was read from the files of a folder.
  package var isFolder: Bool { !decoding.folder.parts.isEmpty }

  /// The files of a folder as they are to be saved, and where its cards are in them.
  package struct SplicedFolder {
    package let bytes: FileBytes
    package let cards: [Card]

    package struct Card {
      /// The index of its file.
      package let file: Int
      /// Its position in the document as it is now, after that of its section if it is in one.
      package let positions: [Int]
      package let hasUID: Bool
      /// When it was last changed, as it says.
      package let revision: String?
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
    let now = pieces
    pieces = earlier ?? now
    defer { pieces = now }
    if hasSourceText, !listsCards { return SplicedFolder(bytes: source.file, cards: []) }
    let decoded = try rethrowing(decodedWithOrigins(), as: UnwritableFile.text)
    let current = try rethrowing(PropertyListDocument(current: self), as: UnwritableFile.text)
    let written = try SplicedCards.written(
      SplicedElements(self, current, decoded), isConverted: isConverted)
    let marked = Set(decoding.folder.parts.filter(\.hasMark).map(\.name))
    let bytes = FileBytes(
      files: written.files.map { file in
        (file.name, (marked.contains(file.name) ? [0xEF, 0xBB, 0xBF] : []) + file.text)
      }, inFolderNamed: source.file.folderName)
    try check(bytes, current) { SplicedCards.difference(between: $0, and: current, written) }
    let cards = zip(written.cards, written.places).map { card, place in
      SplicedFolder.Card(
        file: place.file, positions: place.positions, hasUID: current.uid(of: card) != nil,
        revision: current.value(of: "REV", in: card).flatMap(current.plainText))
    }
    return SplicedFolder(bytes: bytes, cards: cards)
  }
}
