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

  /// The folder as it was read.
  private struct OldFolder {
    let parts: [FilePart]
    let cards: [Card]
    /// The extent of each card, without what is around it.
    let extents: [Range<Int>]
    let stretches: ListStretches
    let places: Places

    init(of cards: PatchedCards) throws(UnwritableFile) {
      parts = cards.old.decoding.folder.parts
      self.cards = try PatchedCards.cards(of: cards.old)
      extents = self.cards.map { cards.extent(of: $0.card) }
      stretches = ListStretches(of: extents, cards.old.unread)
      places = Places(stretches.all.map(\.extent), parts, cards.text)
    }

    private func owner(_ card: Int) -> Int { places.owners[stretches.elements[card]] }

    /// The file of a card.
    func part(of card: Int) -> FilePart { parts[owner(card)] }

    /// The text before the first card of a card's file.
    func beginning(ofFileWith card: Int) -> Range<Int> { places.beginnings[owner(card)] ?? 0..<0 }

    func isAlone(_ card: Int) -> Bool { places.counts[owner(card)] == 1 }

    /// The text around a card that belongs to it.
    func surroundings(of card: Int) -> (before: Range<Int>, after: Range<Int>) {
      let (whole, own) = (places.extents[stretches.elements[card]], extents[card])
      return (
        whole.lowerBound..<own.lowerBound,
        own.upperBound..<Swift.max(whole.upperBound, own.upperBound)
      )
    }
  }

  private struct File {
    let name: FilePath
    /// The file's previous name, if it was moved.
    let origin: FilePath?
    var text: [UInt8]
    var cards: [PatchedCards.WrittenCard] = []
  }

  /// The files of the folder as they are written, in the order of their first cards.
  private struct NewFolder {
    private var files: [File] = []
    private var indices: [FilePath: Int] = [:]
    /// The folded names that no other file may get.
    private lazy var taken = findTaken()
    private let findTaken: () -> Set<[UInt8]>

    /// - Parameter staying: The cards that stay in their files.
    init(_ old: OldFolder, staying: [Int]) {
      findTaken = {
        let unread = old.stretches.unread.map { old.parts[old.places.owners[$0]] }
        let empty = old.parts.indices.filter { old.places.counts[$0] == nil }.map { old.parts[$0] }
        return Set((staying.map(old.part) + unread + empty).map { CardFolder.folded($0.name) })
      }
    }

    mutating func isTaken(_ name: FilePath) -> Bool { taken.contains(CardFolder.folded(name)) }

    mutating func take(_ name: FilePath) { taken.insert(CardFolder.folded(name)) }

    /// Appends to a file.
    ///
    /// - Parameters:
    ///   - origin: The name of the file that the text comes from.
    ///   - beginning: What the file begins with.
    mutating func append(
      _ text: some Sequence<UInt8>, _ card: WrittenCard? = nil, to name: FilePath,
      from origin: FilePath?, beginning: ArraySlice<UInt8>
    ) {
      let index = indices[name] ?? files.count
      if index == files.count {
        indices[name] = index
        files.append(
          File(name: name, origin: origin == name ? nil : origin, text: Array(beginning)))
      }
      files[index].text += text
      if let card { files[index].cards.append(card) }
    }

    /// Appends unreadable stretches to their files.
    mutating func append(_ unread: ArraySlice<Int>, of old: OldFolder, _ text: [UInt8]) {
      for stretch in unread {
        let owner = old.places.owners[stretch]
        append(
          text[old.places.extents[stretch]], to: old.parts[owner].name, from: nil,
          beginning: text[old.places.beginnings[owner] ?? 0..<0])
      }
    }

    /// Appends the files that have no cards, which stay.
    mutating func appendEmpty(of old: OldFolder, _ text: [UInt8]) {
      for (index, part) in old.parts.enumerated() where old.places.counts[index] == nil {
        files.append(File(name: part.name, origin: nil, text: Array(text[part.range])))
      }
    }

    var written: Written {
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
  }

  /// The files of the folder, in the order of their first cards. A card stays in its file unless
  /// its section or its `UID` has changed. A new card gets a file of its own.
  ///
  /// - Throws: `UnwritableFile` if cards cannot express an edit, or if they are in another order
  ///   than their files.
  mutating func folder() throws(UnwritableFile) -> Written {
    let before = try OldFolder(of: self)
    let cards = try PatchedCards.cards(of: new)
    let partners = elements.partners(
      of: cards.map(\.card), among: before.cards.map(\.card), isDict: false)
    let isStaying = zip(cards, partners).map { card, partner in
      partner.map { stays(card, inFileOf: $0, before) } ?? false
    }
    let staying = zip(partners, isStaying).compactMap { $1 ? $0 : nil }
    try expectOrder(staying)
    var files = NewFolder(before, staying: staying)
    var passed = 0
    var model = before.cards.first?.node
    for (index, card) in cards.enumerated() {
      let (partner, isStaying) = (partners[index], isStaying[index])
      if let partner, isStaying {
        files.append(try before.stretches.unread(before: partner, &passed), of: before, text)
      }
      try append(card, inPlaceOf: partner, isStaying, before, like: model, to: &files)
      if let partner { model = before.cards[partner].node }
    }
    files.append(before.stretches.unread[passed...], of: before, text)
    files.appendEmpty(of: before, text)
    return files.written
  }

  /// Appends a card to its file.
  ///
  /// - Parameters:
  ///   - partner: The old card that it replaces.
  ///   - isStaying: Whether it stays in the old card's file.
  ///   - model: The old card whose version a new card gets.
  private mutating func append(
    _ card: Card, inPlaceOf partner: Int?, _ isStaying: Bool, _ before: OldFolder,
    like model: NodeIndex?, to files: inout NewFolder
  ) throws(UnwritableFile) {
    var written = try self.written(card, inPlaceOf: partner, before, like: model)
    let part = partner.map(before.part)
    let name: FilePath
    if isStaying, let part {
      name = part.name
    } else {
      name = newName(of: card, in: part?.name) { files.isTaken($0) }
      files.take(name)
    }
    var beginning: Range<Int> = 0..<0
    if let partner, isStaying || before.isAlone(partner) {
      beginning = before.beginning(ofFileWith: partner)
      let around = before.surroundings(of: partner)
      written.text = text[around.before] + written.text + text[around.after]
    }
    files.append(
      written.text,
      WrittenCard(
        node: card.node, positions: card.positions, isNew: part?.isNew ?? true, text: written.text,
        expected: written.expected),
      to: name, from: part?.name, beginning: text[beginning])
  }

  /// The text of a card, in the layout of its file, and what reading it must give.
  private mutating func written(
    _ card: Card, inPlaceOf partner: Int?, _ before: OldFolder, like model: NodeIndex?
  ) throws(UnwritableFile) -> (text: [UInt8], expected: [VCardProperty]?) {
    guard let partner else { return try self.card(card.card, inPlaceOf: nil, like: model) }
    let (other, end) = (before.cards[partner], before.part(of: partner).range.upperBound)
    if !elements.isUntouched(card.node, other.node) {
      newCards.layout = VCardLayout(of: Array(text[before.part(of: partner).range]))
    }
    var written = try self.card(card.card, inPlaceOf: other.card, like: nil)
    // The last card gets no line end if its file does not end in one.
    let excess = min(before.extents[partner].upperBound - end, written.text.count)
    written.text.removeLast(max(excess, 0))
    return written
  }

  /// Whether a card stays in the file of the old card that it replaces.
  private func stays(_ card: Card, inFileOf partner: Int, _ before: OldFolder) -> Bool {
    let other = before.cards[partner]
    guard card.folder == other.folder else { return false }
    if elements.isUntouched(card.node, other.node) { return true }
    let (uid, oldUID) = (new.uid(of: card.node), old.uid(of: other.node))
    // When a card gets its first UID, only a file that does not exist yet is named after it.
    return !before.isAlone(partner) || uid == oldUID || uid == nil
      || oldUID == nil && !before.part(of: partner).isNew
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

  /// When a card was last changed, its `REV`.
  func revision(of card: NodeIndex) -> String? {
    value(of: "REV", in: card).flatMap(plainText)
  }
}
