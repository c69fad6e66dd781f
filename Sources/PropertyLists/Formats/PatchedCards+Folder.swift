import Platform

/// Cards in the files of a folder.
extension PatchedCards {
  /// A card with the folder that its file is in and its position in the document, preceded by the
  /// position of its section if it is in a section.
  struct Card {
    let folder: FilePath?
    let card: Child
    let positions: [Int]

    var node: NodeIndex { card.value }
  }

  /// The cards of a document, in order.
  ///
  /// - Throws: `UnwritableFile` if the document is not a list of cards or, if the folder has
  ///   subfolders, of sections with cards.
  static func cards(of document: PropertyListDocument) throws(UnwritableFile) -> [Card] {
    guard document.kind(of: .root) == .array else {
      throw .value("a vCard file is a list of cards")
    }
    let elements = PatchedElements.children(of: .root, in: document)
    guard document.decoding.folder.hasFolders else {
      return elements.enumerated().map {
        Card(folder: nil, card: $1, positions: [$0])
      }
    }
    var cards: [Card] = []
    var folders: Set<FilePath?> = []
    // Folders that exist. One whose cards have all been moved away may stay as an empty section.
    let known = Set(document.decoding.folder.parts.map(\.name.directory))
    for (index, section) in elements.enumerated() {
      guard document.kind(of: section.value) == .dict else {
        throw .value("a card is in a section")
      }
      let members = document.members(of: section.value).map {
        (key: document.text(of: $0.key), value: $0.value)
      }
      guard members.count == 2,
        let title = members.first(where: { $0.key == CardFolder.titleKey.description }),
        let list = members.first(where: { $0.key == CardFolder.cardsKey.description }),
        document.kind(of: title.value) == .string, document.kind(of: list.value) == .array
      else { throw .value("a section of cards has a title, and nothing else but cards") }
      let name = document.plainText(of: title.value) ?? ""
      let folder = try document.decoding.folder.folder(titled: name)
      guard folders.insert(folder).inserted else {
        throw .value(
          "two sections cannot have the title '\(name.excerpt())', which is their folder")
      }
      let inner = PatchedElements.children(of: list.value, in: document)
      if inner.isEmpty, !known.contains(folder) {
        throw .value("the section '\(name.excerpt())' has no cards; its folder would not be read")
      }
      cards += inner.enumerated().map { position, card in
        Card(folder: folder, card: card, positions: [index, position])
      }
    }
    return cards
  }

  /// The places of cards and unreadable parts in the files that were read.
  private struct Places {
    /// The index of the file of each card.
    let owners: [Int]
    /// The extent of each card in its file, with the comments before it. Comments before the first
    /// card belong to the file.
    let extents: [Range<Int>]
    /// The text before the first card of each file.
    var beginnings: [Int: Range<Int>] = [:]
    /// How many cards each file has, including those that could not be read.
    var counts: [Int: Int] = [:]

    init(_ cards: [Range<Int>], _ parts: [FilePart], _ text: [UInt8]) {
      let owners = cards.map { card in
        Swift.max(parts.partitionPoint { $0.range.lowerBound > card.lowerBound } - 1, 0)
      }
      var starts = cards.map(\.lowerBound)
      for (index, owner) in owners.enumerated() {
        counts[owner, default: 0] += 1
        if beginnings[owner] == nil {
          beginnings[owner] = parts[owner].range.lowerBound..<starts[index]
        } else {
          let gap = cards[index - 1].upperBound..<starts[index]
          starts[index] = text[gap].firstIndex(of: UInt8(ascii: "#")) ?? starts[index]
        }
      }
      extents = cards.indices.map { index in
        let isLast = index + 1 == cards.count || owners[index + 1] != owners[index]
        let end = isLast ? parts[owners[index]].range.upperBound : starts[index + 1]
        return starts[index]..<Swift.max(end, starts[index])
      }
      self.owners = owners
    }
  }

  private struct File {
    let name: FilePath
    /// The file's previous name, if it was moved.
    let origin: FilePath?
    var text: [UInt8]
    var cards: [PatchedCards.WrittenCard] = []
  }

  /// The files of the folder, in the order of their first cards. A card stays in its file unless
  /// its section or its `UID` has changed. A new card gets a file of its own.
  ///
  /// - Throws: `UnwritableFile` if cards cannot express an edit, or if they are in another order
  ///   than their files.
  mutating func folder() throws(UnwritableFile) -> Written {
    let parts = old.decoding.folder.parts
    let (olds, news) = (try PatchedCards.cards(of: old), try PatchedCards.cards(of: new))
    let partners = elements.partners(
      of: news.map(\.card), among: olds.map(\.card), isDict: false)
    let cards = olds.map { extent(of: $0.card) }
    let stretches = ListStretches(of: cards, old.unread)
    let places = Places(stretches.all.map(\.extent), parts, text)
    func owner(_ card: Int) -> Int { places.owners[stretches.elements[card]] }
    let isStaying = news.indices.map { index in
      partners[index].map {
        stays(
          news[index], olds[$0], in: parts[owner($0)], places.counts[owner($0)] == 1)
      }
        ?? false
    }
    try expectOrder(zip(partners, isStaying).compactMap { $1 ? $0 : nil })
    var taken = Set(
      news.indices.filter { isStaying[$0] }.compactMap { partners[$0] }.map {
        CardFolder.folded(parts[owner($0)].name)
      } + stretches.unread.map { CardFolder.folded(parts[places.owners[$0]].name) })
    var files: [File] = []
    var indices: [FilePath: Int] = [:]
    func file(named name: FilePath, _ origin: FilePath?, _ beginning: Range<Int>) -> Int {
      if let index = indices[name] { return index }
      indices[name] = files.count
      files.append(
        File(name: name, origin: origin == name ? nil : origin, text: Array(text[beginning])))
      return files.count - 1
    }
    func keep(_ unread: ArraySlice<Int>) {
      for stretch in unread {
        let owner = places.owners[stretch]
        let index = file(named: parts[owner].name, nil, places.beginnings[owner] ?? 0..<0)
        files[index].text += text[places.extents[stretch]]
      }
    }
    var passed = 0
    var version = olds.first.map { declaredVersion(of: $0.node) } ?? "3.0"
    for (index, card) in news.enumerated() {
      let partner = partners[index]
      let part = partner.map { parts[owner($0)] }
      if let partner, isStaying[index] { keep(try stretches.unread(before: partner, &passed)) }
      if let partner, let part, !elements.isUntouched(card.node, olds[partner].node) {
        newCards.layout = VCardLayout(of: Array(text[part.range]))
      }
      var written = try self.card(
        card.card, inPlaceOf: partner.map { olds[$0].card }, version: version)
      // The last card gets no line end if its file does not end in one.
      if let partner, let part {
        written.text.removeLast(
          max(min(cards[partner].upperBound - part.range.upperBound, written.text.count), 0))
      }
      let name: FilePath
      if let partner, isStaying[index] {
        name = parts[owner(partner)].name
      } else {
        name = newName(of: card, in: part?.name) {
          taken.contains(CardFolder.folded($0))
        }
        taken.insert(CardFolder.folded(name))
      }
      var beginning: Range<Int> = 0..<0
      if let partner {
        version = declaredVersion(of: olds[partner].node)
        let owner = owner(partner)
        if isStaying[index] || places.counts[owner] == 1 {
          beginning = places.beginnings[owner] ?? beginning
          let whole = places.extents[stretches.elements[partner]]
          written.text =
            text[whole.lowerBound..<cards[partner].lowerBound] + written.text
            + text[
              cards[partner].upperBound..<Swift.max(whole.upperBound, cards[partner].upperBound)]
        }
      }
      let file = file(named: name, part?.name, beginning)
      files[file].text += written.text
      files[file].cards.append(
        WrittenCard(
          node: card.node, positions: card.positions, isNew: part?.isNew ?? true,
          text: written.text,
          expected: written.expected))
    }
    keep(stretches.unread[passed...])
    // A file without cards stays.
    for (index, part) in parts.enumerated() where places.counts[index] == nil {
      files.append(File(name: part.name, origin: nil, text: Array(text[part.range])))
    }
    var result = Written()
    for file in files {
      result.cards += file.cards.map { card in
        var card = card
        card.file = result.files.count
        return card
      }
      result.files.append((file.name, file.origin, file.text))
    }
    return result
  }

  /// Whether a card stays in the file of the old card that it replaces.
  private func stays(
    _ card: Card, _ other: Card, in part: FilePart, _ isAlone: Bool
  ) -> Bool {
    guard card.folder == other.folder else { return false }
    let (uid, before) = (new.uid(of: card.node), old.uid(of: other.node))
    // When a card gets its first UID, only a file that does not exist yet is named after it.
    return !isAlone || uid == before || uid == nil || before == nil && !part.isNew
  }

  private func newName(
    of card: Card, in name: FilePath?, _ isTaken: (FilePath) -> Bool
  ) -> FilePath {
    let uid = new.uid(of: card.node)
    // A card that was moved to another folder keeps its file name.
    if let last = name?.name, name?.directory != card.folder {
      let name = card.folder.map { $0.appending(last) } ?? last
      if !isTaken(name) { return name }
    }
    return CardFolder.fileName(for: uid, in: card.folder, isTaken)
  }

  private func expectOrder(_ olds: [Int]) throws(UnwritableFile) {
    guard zip(olds, olds.dropFirst()).allSatisfy({ $0 < $1 }) else {
      throw .value(
        "the cards of a folder are in the order of the names of their files, which stays")
    }
  }
}

extension PropertyListDocument {
  /// The identifier of a card.
  func uid(of card: NodeIndex) -> String? { value(of: "UID", in: card).flatMap(plainText) }
}
