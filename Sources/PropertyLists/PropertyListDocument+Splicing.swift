import Platform

/// Files that are not XML, after edits; see `SplicedTree`.
extension PropertyListDocument {
  /// The text of the file as it is to be saved, in UTF-8 and without a byte-order mark.
  ///
  /// - Parameter earlier: The pieces of the text at another time, instead of those of now.
  /// - Precondition: The format is spliced in place.
  /// - Throws: `UnwritableFile` if what was edited would not be read again as what it is.
  /// - Complexity: O(*n*), several times that of reading.
  package func splicedText(_ earlier: TextPieces? = nil) throws(UnwritableFile) -> [UInt8] {
    if isFolder { return try splicedFolder(earlier).bytes.copy }
    let now = pieces
    pieces = earlier ?? now
    defer { pieces = now }
    let decoded = try rethrowing(decodedWithOrigins(), as: UnwritableFile.text)
    if decoded.isPartial { throw .partial }
    if hasSourceText { return decoded.fileText }
    let current = try rethrowing(PropertyListDocument(current: self), as: UnwritableFile.text)
    let elements = SplicedElements(self, current, decoded)
    let text: [UInt8]
    if let table = decoded.table {
      text = try SplicedTable.text(of: elements, table)
      guard let read = try? reading(text), read.hasText(of: current) || read.hasRows(of: current)
      else {
        throw .unequal(source.format)
      }
    } else if source.format == .vcard {
      let cards = try SplicedCards.written(elements, isConverted: isConverted)
      text = cards.files[0].text
      guard let read = try? reading(text), SplicedCards.areEqual(read, current, cards) else {
        throw .unequal(source.format)
      }
    } else {
      text = try SplicedTree.text(of: elements, syntax(of: decoded, elements))
      guard let read = try? reading(text), read.hasText(of: current) || read.hasValues(of: current)
      else {
        throw .unequal(source.format)
      }
    }
    return text
  }

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
  /// - Parameter earlier: The pieces of the text at another time, instead of those of now.
  /// - Throws: `UnwritableFile` if what was edited would not be read again as what it is.
  /// - Complexity: O(*n*), several times that of reading.
  package func splicedFolder(
    _ earlier: TextPieces? = nil
  ) throws(UnwritableFile) -> SplicedFolder {
    let now = pieces
    pieces = earlier ?? now
    defer { pieces = now }
    if hasSourceText { return SplicedFolder(bytes: source.file, cards: []) }
    let decoded = try rethrowing(decodedWithOrigins(), as: UnwritableFile.text)
    let current = try rethrowing(PropertyListDocument(current: self), as: UnwritableFile.text)
    let written = try SplicedCards.written(
      SplicedElements(self, current, decoded), isConverted: isConverted)
    let marked = Set(decoding.folder.parts.filter(\.hasMark).map(\.name))
    let bytes = FileBytes(
      files: written.files.map { file in
        (file.name, (marked.contains(file.name) ? [0xEF, 0xBB, 0xBF] : []) + file.text)
      }, inFolderNamed: source.file.folderName)
    guard let read = try? reading(bytes), SplicedCards.areEqual(read, current, written) else {
      throw .unequal(source.format)
    }
    let cards = zip(written.cards, written.places).map { card, place in
      SplicedFolder.Card(
        file: place.file, positions: place.positions, hasUID: current.uid(of: card) != nil,
        revision: current.value(of: "REV", in: card).flatMap(current.plainText))
    }
    return SplicedFolder(bytes: bytes, cards: cards)
  }

  private func syntax(of decoded: DecodedFile, _ elements: SplicedElements) -> any TreeSyntax {
    source.format.isJSON
      ? JSONSyntax(
        decoded.fileText, isLines: decoded.hasNoBrackets, isEncodable: isEncodableInFile)
      : OpenStepSyntax(
        elements, hasNoBraces: decoded.hasNoBrackets, isEncodable: isEncodableInFile)
  }

  /// The bytes of the file as it is to be saved.
  func splicedFile() throws(UnwritableFile) -> [UInt8] { try encodedFile(splicedText()) }

  /// A text as the file has it: in its encoding, after its byte-order mark.
  ///
  /// - Throws: `UnwritableFile` if the encoding does not have it.
  package func encodedFile(_ text: [UInt8]) throws(UnwritableFile) -> [UInt8] {
    let encoding = source.encoding
    let mark = Array(source.fileBytes[..<encoding.byteOrderMarkLength])
    if encoding.isUTF8 { return mark + text }
    // What has not been edited must come out as it was.
    guard let old = try? decodedWithOrigins().fileText,
      let bytes = PropertyListDocument.encoded(old, encoding.converterName),
      bytes.elements.elementsEqual(source.fileBytes[encoding.byteOrderMarkLength...]),
      let new = PropertyListDocument.encoded(text, encoding.converterName)
    else { throw .encoding(encoding.name) }
    return mark + new.elements
  }

  /// Whether the file's encoding has a character.
  private func isEncodableInFile(_ scalar: Unicode.Scalar) -> Bool {
    source.encoding.isUTF8
      || PropertyListDocument.encoded(Array(String(scalar).utf8), source.encoding.converterName)
        != nil
  }

  private static func encoded(_ text: [UInt8], _ name: String) -> GrowingBuffer<UInt8>? {
    let (bytes, again) = (GrowingBuffer<UInt8>(capacity: 2 * text.count), GrowingBuffer<UInt8>())
    guard
      text.withUnsafeBufferPointer({
        EncodingConverter(named: name)?.encode($0, into: bytes) == true
      }), EncodingConverter(named: name)?.convert(bytes.elements, into: again) == true,
      again.elements.elementsEqual(text)
    else { return nil }
    return bytes
  }

  /// Whether the texts in the rows of a table are those of another one, under the same titles. A value
  /// that is missing is an empty one, and sections without rows are not there.
  private func hasRows(of other: PropertyListDocument) -> Bool {
    func rows(_ document: PropertyListDocument, _ list: NodeIndex) -> [[[UInt8]: String]]? {
      guard document.kind(of: list) == .array else { return nil }
      return document.elements(of: list).map { row in
        var values: [[UInt8]: String] = [:]
        guard document.kind(of: row) == .dict else { return values }
        for (key, value) in document.members(of: row) {
          let text = document.plainText(of: value) ?? ""
          if !text.isEmpty { values[document.withExactText(of: key) { Array($0) }] = text }
        }
        return values
      }
    }
    guard decoding.sectionColumn != nil else { return rows(self, .root) == rows(other, .root) }
    // In which order sections are first named is up to the rows.
    func sections(_ document: PropertyListDocument) -> [[[UInt8]: String]: [[[UInt8]: String]]]? {
      var result: [[[UInt8]: String]: [[[UInt8]: String]]] = [:]
      let titles = rows(document, .root) ?? []
      for (section, title) in zip(document.elements(of: .root), titles) {
        let lists = document.members(of: section).compactMap { rows(document, $0.value) }
        guard lists.count == 1, result[title] == nil else { return nil }
        if !lists[0].isEmpty { result[title] = lists[0] }
      }
      return result
    }
    return sections(self) != nil && sections(self) == sections(other)
  }

  /// Whether all values are those of another document, in the same order; numbers may be written in
  /// another way.
  private func hasValues(of other: PropertyListDocument) -> Bool {
    hasValue(root, of: other.root, in: other)
  }

  /// Whether a value is that of another document.
  func hasValue(
    _ node: NodeIndex, of partner: NodeIndex, in other: PropertyListDocument
  ) -> Bool {
    let (end, otherEnd) = (self.end(of: node), other.end(of: partner))
    var (node, partner) = (node, partner)
    while node < end, partner < otherEnd {
      let kind = kind(of: node)
      let isAlike = kind == other.kind(of: partner) || hasTextOfNumber(node, partner, other)
      guard isAlike, hasScalar(node, of: partner, in: other) else { return false }
      if kind.isContainer {
        guard
          elements(of: node).reduce(0, { count, _ in count + 1 })
            == other.elements(of: partner).reduce(0, { count, _ in count + 1 })
        else { return false }
        (node, partner) = (firstChild(of: node), other.firstChild(of: partner))
      } else {
        // What follows a key is its value.
        (node, partner) = (self.end(of: node), other.end(of: partner))
      }
    }
    return node >= end && partner >= otherEnd
  }

  /// Whether a text is what a format without numbers has for one.
  private func hasTextOfNumber(
    _ node: NodeIndex, _ partner: NodeIndex, _ other: PropertyListDocument
  ) -> Bool {
    source.format.isOpenStep && kind(of: node) == .string
      && [.integer, .real].contains(other.kind(of: partner))
  }

  private func hasScalar(
    _ node: NodeIndex, of partner: NodeIndex, in other: PropertyListDocument
  ) -> Bool {
    guard let one = scalar(node), let two = other.scalar(partner) else { return true }
    if isNull(node) != other.isNull(partner) { return false }
    let isSame = withExactText(of: one) { text in
      other.withExactText(of: two) { $0.elementsEqual(text) }
    }
    if isSame { return true }
    switch kind(of: node) {
    case .integer:
      return integer(at: node) != nil && integer(at: node) == other.integer(at: partner)
    case .real: return real(at: node) != nil && real(at: node) == other.real(at: partner)
    default: return false
    }
  }
}
