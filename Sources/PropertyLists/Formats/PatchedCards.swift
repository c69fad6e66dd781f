import Platform

/// A vCard file after edits. Unchanged properties are copied from the file; new ones are written in
/// the style of the file.
///
/// A property that has several members is written whole. A label is removed with the property that
/// it labels. A new property follows the last property of its name or, without one, the member
/// before it.
struct PatchedCards {
  typealias Child = PatchedElements.Child

  let elements: PatchedElements
  let oldCards: VCardWriter
  let newCards: VCardWriter
  /// The parameters of new texts of version 2.1 that are not ASCII; `nil` until they are looked up.
  var usualEncoding: [[UInt8]]?
  var result: [UInt8] = []
  /// The properties of each card that has been edited.
  var expected: [[VCardProperty]?] = []

  var old: PropertyListDocument { elements.old }
  var new: PropertyListDocument { elements.new }
  var text: [UInt8] { elements.text }

  /// Files as they are written, and the cards in them.
  struct Written {
    /// The file, or each file of a folder. `origin` is its previous name, if it was renamed.
    var files: [(name: FilePath, origin: FilePath?, text: [UInt8])] = []
    /// The cards, in the order of the files.
    var cards: [WrittenCard] = []
  }

  struct WrittenCard {
    /// The card's node in the edited document.
    let node: NodeIndex
    /// The card's position in the document, preceded by that of its section if it is in one.
    let positions: [Int]
    /// Whether the card does not replace an old one.
    let isNew: Bool
    let text: [UInt8]
    /// The properties that reading the text must give, if the card has been edited.
    let expected: [VCardProperty]?
    /// The index of its file.
    var file = 0
  }

  /// The text of the file, or of each file of a folder, and what reading it must give.
  ///
  /// - Throws: `UnwritableFile` if cards cannot express an edit.
  /// - Complexity: O(*n*).
  static func written(
    _ elements: PatchedElements, isConverted: Bool
  ) throws(UnwritableFile) -> Written {
    var cards = PatchedCards(elements, isConverted)
    if elements.old.decoding.folder.isFolder { return try cards.folder() }
    try cards.append()
    let nodes = PatchedElements.children(of: .root, in: elements.new).map(\.value)
    return Written(
      files: [("", nil, cards.result)],
      cards: zip(nodes, cards.expected).map {
        WrittenCard(node: $0, positions: [], isNew: false, text: [], expected: $1)
      })
  }

  private init(_ elements: PatchedElements, _ isConverted: Bool) {
    self.elements = elements
    oldCards = PatchedCards.reader(of: elements.old)
    newCards = PatchedCards.reader(of: elements.new)
    let old = elements.old
    newCards.isKnown = { old.keysAsRead.contains($0) }
    newCards.layout = VCardLayout(of: elements.text)
    newCards.keepsCharsets = true
    newCards.isConverted = isConverted
  }

  /// A writer that finds the properties of cards that were read.
  fileprivate static func reader(of document: PropertyListDocument) -> VCardWriter {
    let reader = VCardWriter(document) { keys, _ in keys.map { _ in nil } }
    reader.isKnown = { _ in true }
    reader.keepsInvalidHeads = true
    return reader
  }

  func extent(of child: Child) -> Range<Int> {
    elements.extent(of: child.first).lowerBound..<elements.extent(of: child.value).upperBound
  }

  // MARK: Cards

  private mutating func append() throws(UnwritableFile) {
    guard new.kind(of: .root) == .array else { throw .value("a vCard file is a list of cards") }
    let olds = PatchedElements.children(of: .root, in: old)
    let cards = PatchedElements.children(of: .root, in: new)
    let partners = elements.partners(of: cards, among: olds, isDict: false)
    let extents = olds.map { extent(of: $0) }
    let stretches = ListStretches(of: extents, old.unread)
    let wholes = wholes(of: stretches.all.map(\.extent))
    result = Array(text[..<(wholes.first?.lowerBound ?? text.count)])
    var last = olds.first
    var passed = 0
    for (card, partner) in zip(cards, partners) {
      guard let partner else {
        endLine()
        try append(card.value, like: last?.value)
        continue
      }
      let unread = try stretches.unread(before: partner, &passed)
      append(unread.map { wholes[$0] })
      endLine()
      let (whole, extent) = (wholes[stretches.elements[partner]], extents[partner])
      result += text[whole.lowerBound..<extent.lowerBound]
      try append(card, inPlaceOf: olds[partner], at: extent)
      last = olds[partner]
      result += text[extent.upperBound..<whole.upperBound]
    }
    let rest = stretches.unread[passed...]
    append(rest.map { wholes[$0] })
    let lastKept = rest.last ?? (partners.last ?? nil).map { stretches.elements[$0] }
    finish(isLastKept: lastKept == stretches.all.count - 1)
  }

  /// The extents of cards and unreadable stretches with what belongs to them, up to the next one.
  /// Comments belong to the card after them, except those before the first card, which belong to
  /// the file.
  private func wholes(of extents: [Range<Int>]) -> [Range<Int>] {
    let starts = extents.indices.map { index in
      let start = extents[index].lowerBound
      guard index > 0 else { return start }
      return text[extents[index - 1].upperBound..<start].firstIndex(of: UInt8(ascii: "#")) ?? start
    }
    return zip(starts, starts.dropFirst() + [text.count]).map { $0..<$1 }
  }

  /// Appends lines of the file.
  private mutating func append(_ lines: [Range<Int>]) {
    for range in lines {
      endLine()
      result += text[range]
    }
  }

  private mutating func endLine() {
    if let last = result.last, last != 0x0A, last != 0x0D { result += newCards.layout.lineEnd }
  }

  /// - Parameter isLastKept: Whether the end of the result is that of the file.
  private mutating func finish(isLastKept: Bool) {
    // Where files were joined, a card may have a byte-order mark before it, which must not begin
    // the file.
    if result.starts(with: [0xEF, 0xBB, 0xBF]) { result.removeFirst(3) }
    // The last line ends with a line end only if the file's last line did.
    let endsInLine = text.isEmpty || text.last == 0x0A || text.last == 0x0D
    let lineEnd = newCards.layout.lineEnd
    if !endsInLine, !isLastKept, result.suffix(lineEnd.count) == lineEnd[...] {
      result.removeLast(lineEnd.count)
    }
  }

  private mutating func append(
    _ card: Child, inPlaceOf other: Child, at extent: Range<Int>
  ) throws(UnwritableFile) {
    if elements.isUntouched(card.value, other.value) {
      result += text[extent]
      expected.append(nil)
    } else {
      try append(card.value, for: other.value, extent)
    }
  }

  /// The text of a card that replaces an old one or is new, and what reading it must give.
  ///
  /// - Parameter model: The old card whose version it gets if it is new.
  mutating func card(
    _ card: Child, inPlaceOf other: Child?, like model: NodeIndex?
  ) throws(UnwritableFile) -> (text: [UInt8], expected: [VCardProperty]?) {
    result = []
    if let other {
      try append(card, inPlaceOf: other, at: extent(of: other))
    } else {
      try append(card.value, like: model)
    }
    return (result, expected.removeLast())
  }

  func declaredVersion(of card: NodeIndex) -> String {
    String(decoding: old.heads(ofCard: card)["VERSION"] ?? [], as: UTF8.self)
  }

  /// Appends a new card.
  ///
  /// - Parameter model: The old card whose version it gets.
  private mutating func append(
    _ node: NodeIndex, like model: NodeIndex?
  ) throws(UnwritableFile) {
    guard new.kind(of: node) == .dict else { throw .value("a card is a dictionary") }
    newCards.forgetMany()
    var card = newCards.card(of: node)
    if card.isForeign {
      let version = model.map(declaredVersion) ?? "3.0"
      card.declaredVersion = version
      card.version = VCardMapping.Version(rawValue: version) ?? .old
    }
    let own = new.value(of: VCardMapping.nameKey, in: node).flatMap(new.plainText).flatMap {
      $0.isEmpty ? nil : $0
    }
    guard let name = own ?? newCards.usualName(of: card) else {
      throw .value("a card has a name, under 'name'")
    }
    var properties = try newCards.properties(of: card, named: name)
    groupLabels(in: &properties, of: card)
    separateGroups(of: &properties, firstOfGroups(properties, in: card), in: card)
    tellCharsets(of: &properties, to: &card)
    for property in properties { try check(property, card) }
    if let version = new.heads(ofCard: node)["VERSION"],
      !version.elementsEqual(card.declaredVersion.utf8)
    {
      throw .value("the version of a card has one line")
    }
    newCards.append(card, named: { name })
    try takeText()
    expected.append(properties)
  }

  mutating func takeText() throws(UnwritableFile) {
    newCards.take { result += $0 }
    if let lost = newCards.takeLost().first { throw .value("a card cannot have '\(lost.key)'") }
  }
}

extension PropertyListDocument {
  /// Checks that vCard can express all of a card, if the file is a vCard file that is edited in
  /// place.
  ///
  /// - Throws: `UnwritableFile` that names the key of a member that vCard cannot express.
  package func checkCard(_ card: NodeIndex) throws(UnwritableFile) {
    guard source.format == .vcard, unwritable == nil, kind(of: card) == .dict else { return }
    let reader = PatchedCards.reader(of: self)
    reader.isKnown = { self.keysAsRead.contains($0) }
    _ = try reader.properties(of: reader.card(of: card))
  }
}

extension PatchedCards {
  /// The first difference between cards that were read again and the edited ones; `nil` if there is
  /// none.
  static func difference(
    between read: PropertyListDocument, and current: PropertyListDocument, _ written: Written
  ) -> PropertyListDocument.Difference? {
    guard let cards = try? cards(of: read).map(\.node), cards.count == written.cards.count
    else { return .init() }
    let reader = reader(of: read)
    for (card, writtenCard) in zip(cards, written.cards) {
      let (other, wanted) = (writtenCard.node, writtenCard.expected)
      if read.hasValue(card, of: other, in: current) { continue }
      reader.forgetMany()
      let found = (try? reader.properties(of: reader.card(of: card))) ?? []
      if found == wanted { continue }
      let members = current.members(of: other).map(\.key)
      let wrong = (wanted ?? []).enumerated().first { position, property in
        position >= found.count || found[position] != property
      }
      return .init(key: wrong?.element.members.first.map { current.text(of: members[$0]) })
    }
    return nil
  }
}
