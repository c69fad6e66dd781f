import Platform

/// A vCard file after edits: properties that are as they were are copied from the file, and what is new
/// is written in the manner of the file.
///
/// A property that has several members is written whole. What says more of one that is removed, by the
/// same group, goes with it. A new property follows the last one of its name, else the member before
/// it.
struct SplicedCards {
  private typealias Child = SplicedElements.Child

  private let elements: SplicedElements
  private let oldCards: VCardWriter
  private let newCards: VCardWriter
  private var result: [UInt8] = []
  /// The properties of each card that has been edited.
  private var expected: [[VCardProperty]?] = []

  private var old: PropertyListDocument { elements.old }
  private var new: PropertyListDocument { elements.new }
  private var text: [UInt8] { elements.text }

  /// The text of the file, and what is to be read of it.
  ///
  /// - Throws: `UnwritableFile` if cards do not have what was edited.
  /// - Complexity: O(*n*).
  static func text(
    of elements: SplicedElements, isConverted: Bool
  ) throws(UnwritableFile) -> (text: [UInt8], expected: [[VCardProperty]?]) {
    var cards = SplicedCards(elements, isConverted)
    try cards.append()
    return (cards.result, cards.expected)
  }

  private init(_ elements: SplicedElements, _ isConverted: Bool) {
    self.elements = elements
    oldCards = SplicedCards.reader(of: elements.old)
    newCards = SplicedCards.reader(of: elements.new)
    let old = elements.old
    newCards.isKnown = { old.keysAsRead.contains($0) }
    newCards.layout = VCardLayout(of: elements.text)
    newCards.keepsCharsets = true
    newCards.isConverted = isConverted
  }

  /// Tells the properties of cards that were read.
  fileprivate static func reader(of document: PropertyListDocument) -> VCardWriter {
    let reader = VCardWriter(document) { keys, _ in keys.map { _ in nil } }
    reader.isKnown = { _ in true }
    reader.keepsInvalidHeads = true
    return reader
  }

  private func extent(of child: Child) -> Range<Int> {
    elements.extent(of: child.first).lowerBound..<elements.extent(of: child.value).upperBound
  }

  // MARK: Cards

  private mutating func append() throws(UnwritableFile) {
    guard new.kind(of: .root) == .array else { throw .value("a vCard file is a list of cards") }
    let olds = SplicedElements.children(of: .root, in: old)
    let cards = SplicedElements.children(of: .root, in: new)
    if cards.isEmpty { throw .value("a vCard file has at least one card") }
    let partners = elements.partners(of: cards, among: olds, isDict: false)
    // Comments belong to the card after them, but those before the first one to the file.
    let starts = olds.indices.map { index in
      let start = extent(of: olds[index]).lowerBound
      guard index > 0 else { return start }
      let gap = extent(of: olds[index - 1]).upperBound..<start
      return text[gap].firstIndex(of: UInt8(ascii: "#")) ?? start
    }
    let lineEnd = newCards.layout.lineEnd
    result = Array(text[..<(starts.first ?? text.count)])
    let endsInLine = text.last == 0x0A || text.last == 0x0D
    var version = olds.first.map { declaredVersion(of: $0.value) } ?? "3.0"
    for (index, card) in cards.enumerated() {
      if let last = result.last, last != 0x0A, last != 0x0D { result += lineEnd }
      guard let partner = partners[index] else {
        try append(card.value, version: version)
        continue
      }
      let extent = extent(of: olds[partner])
      result += text[starts[partner]..<extent.lowerBound]
      if elements.isUntouched(card.value, olds[partner].value) {
        result += text[extent]
        expected.append(nil)
      } else {
        try append(card.value, for: olds[partner].value, extent)
      }
      version = declaredVersion(of: olds[partner].value)
      let end = partner + 1 < starts.count ? starts[partner + 1] : text.count
      result += text[extent.upperBound..<end]
    }
    // The last line has an end if the last one had.
    if !endsInLine, partners.last != olds.count - 1, result.suffix(lineEnd.count) == lineEnd[...] {
      result.removeLast(lineEnd.count)
    }
  }

  private func declaredVersion(of card: NodeIndex) -> String {
    String(decoding: old.heads(ofCard: card)["VERSION"] ?? [], as: UTF8.self)
  }

  /// Appends a new card.
  private mutating func append(
    _ node: NodeIndex, version: String
  ) throws(UnwritableFile) {
    guard new.kind(of: node) == .dict else { throw .value("a card is a dictionary") }
    newCards.forgetMany()
    var card = newCards.card(of: node)
    if card.isForeign {
      card.declaredVersion = version
      card.version = VCardMapping.Version(rawValue: version) ?? .old
    }
    guard let name = newCards.usualName(of: card) else {
      throw .value("a card has a name, under 'name'")
    }
    var properties = try newCards.properties(of: card, named: name)
    fit(&properties, to: &card)
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

  /// Gives labels a group, and members the heads that they are written with.
  private func fit(_ properties: inout [VCardProperty], to card: inout VCardWriter.Card) {
    var groups = Set(properties.map(\.group))
    for index in properties.indices {
      guard let labelled = newCards.labelled(by: properties[index], card, properties) else {
        continue
      }
      if properties[labelled].group.isEmpty {
        let number = (1...).first { !groups.contains(Array("item\($0)".utf8)) } ?? 1
        properties[labelled].group = Array("item\(number)".utf8)
        groups.insert(properties[labelled].group)
      }
      properties[index].head = properties[labelled].group + ".X-ABLabel".utf8
    }
    for property in properties { newCards.setHead(of: property, in: &card) }
  }

  private mutating func takeText() throws(UnwritableFile) {
    newCards.take { result += $0 }
    if let lost = newCards.takeLost().first { throw .value("a card cannot have '\(lost.key)'") }
  }

  // MARK: Properties

  /// Appends a card in the place of one that was there.
  private mutating func append(
    _ node: NodeIndex, for other: NodeIndex, _ extent: Range<Int>
  ) throws(UnwritableFile) {
    guard new.kind(of: node) == .dict else { throw .value("a card is a dictionary") }
    newCards.forgetMany()
    oldCards.forgetMany()
    let oldCard = oldCards.card(of: other)
    var card = newCards.card(of: node)
    let (oldHeads, heads) = (old.heads(ofCard: other), new.heads(ofCard: node))
    if card.isForeign || heads["VERSION"] != oldHeads["VERSION"] {
      throw .value("the version of a card stays, with '\(VCardMapping.headsKey)'")
    }
    for name in ["N", "VERSION"]
    where new.value(of: name, in: node) != nil && old.value(of: name, in: other) == nil {
      throw .value("a card has one '\(name)', which is read under other keys")
    }
    let olds = try oldCards.properties(of: oldCard)
    var news = try newCards.properties(of: card)
    let oldMembers = SplicedElements.children(of: other, in: old)
    let partners = elements.partners(
      of: SplicedElements.children(of: node, in: new), among: oldMembers, isDict: true)
    // The property of each member.
    var owners: [Int: Int] = [:]
    for (index, property) in olds.enumerated() {
      for member in property.members { owners[member] = index }
    }
    try checkHeads(heads, after: oldHeads, of: news)
    fit(&news, to: &card)
    var isTaken = Array(repeating: false, count: olds.count)
    var places: [Int?] = []
    for property in news {
      let place = property.members.lazy.compactMap { partners[$0].flatMap { owners[$0] } }
        .first { !isTaken[$0] && olds[$0].name == property.name }
      if let place { isTaken[place] = true }
      places.append(place)
    }
    // What says more of a property goes with it.
    let gone = Set(olds.indices.filter { !isTaken[$0] }.map { olds[$0].group }).subtracting([[]])
    let left = Set(news.filter { !$0.isLabel }.map(\.group))
    let isKept = news.indices.map { index in
      !(news[index].isLabel && gone.contains(news[index].group)
        && !left.contains(news[index].group))
    }
    var order = news.indices.filter { isKept[$0] && places[$0] != nil }
    for index in news.indices where isKept[index] && places[index] == nil {
      let position =
        order.lastIndex { news[$0].name == news[index].name }
        ?? order.lastIndex { $0 < index }
      order.insert(index, at: position.map { $0 + 1 } ?? 0)
    }
    let extents = olds.map { property in
      let members = property.members.map { self.extent(of: oldMembers[$0]) }
      return (members.first?.lowerBound ?? 0)..<(members.first?.upperBound ?? 0)
    }
    try append(order.map { (news[$0], places[$0]) }, card, extent, olds, extents)
    expected.append(order.map { news[$0] })
  }

  /// Appends the lines of a card.
  ///
  /// - Parameters:
  ///   - properties: Those that it has now, with the positions of those in whose places they are.
  ///   - extent: The place of the card in the file.
  ///   - extents: Those of its properties.
  private mutating func append(
    _ properties: [(property: VCardProperty, place: Int?)], _ card: VCardWriter.Card,
    _ extent: Range<Int>, _ olds: [VCardProperty], _ extents: [Range<Int>]
  ) throws(UnwritableFile) {
    // What is before each property, as comments are, and after the last one.
    let gaps = (0...extents.count).map { index in
      let start = index == 0 ? extent.lowerBound : extents[index - 1].upperBound
      return start..<(index < extents.count ? extents[index].lowerBound : extent.upperBound)
    }
    let isUsed = Set(properties.compactMap(\.place))
    var isWritten = Array(repeating: false, count: gaps.count)
    func gap(_ index: Int) -> ArraySlice<UInt8> {
      defer { isWritten[index] = true }
      return isWritten[index] ? [] : text[gaps[index]]
    }
    if extents.isEmpty {
      // The card ends in its last line.
      let end =
        text[extent].dropLast(newCards.layout.lineEnd.count)
        .lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? extent.upperBound
      result += text[extent.lowerBound..<end]
      for (property, _) in properties { try append(property, card) }
      result += text[end..<extent.upperBound]
      return
    }
    result += gap(0)
    // Those of properties that are gone come before the next one that has stayed.
    var passed = 0
    for (property, place) in properties {
      guard let place else {
        try append(property, card)
        continue
      }
      while passed < place {
        if !isUsed.contains(passed) { result += gap(passed) }
        passed += 1
      }
      result += gap(place)
      if property == olds[place], property.head == olds[place].head {
        result += text[extents[place]]
      } else {
        try append(property, card)
      }
    }
    for index in gaps.indices { result += gap(index) }
  }

  private mutating func append(
    _ property: VCardProperty, _ card: VCardWriter.Card
  ) throws(UnwritableFile) {
    try check(property, card)
    newCards.append(property, of: card)
    try takeText()
  }

  /// Checks that each head that has been edited begins a property.
  private func checkHeads(
    _ heads: [String: [UInt8]], after olds: [String: [UInt8]], of properties: [VCardProperty]
  ) throws(UnwritableFile) {
    let known = Set(olds.filter { $0.key != "VERSION" }.values)
    let written = Set(properties.flatMap(\.heads))
    for (key, head) in heads.sorted(by: { $0.key < $1.key })
    where key != "VERSION" && !known.contains(head)
      && !written.contains(where: { $0 == head || $0.starts(with: head + ";".utf8) })
    {
      let head = String(decoding: head, as: UTF8.self)
      throw .value("what begins '\(key)' of a card cannot be '\(head)'")
    }
  }

  private func check(_ property: VCardProperty, _ card: VCardWriter.Card) throws(UnwritableFile) {
    let key = newCards.key(of: property, card)
    if newCards.hasLineEnd(property, card) { throw .value("'\(key)' of a card has one line") }
    if property.hasInvalidHead {
      throw .value("what begins '\(key)' of a card could not be written as it is")
    }
  }
}

extension PropertyListDocument {
  /// Checks that a card of a file that is edited in place has only what vCard has.
  ///
  /// - Throws: `UnwritableFile` that names the key of what it does not have.
  package func checkCard(_ card: NodeIndex) throws(UnwritableFile) {
    guard source.format == .vcard, unwritable == nil, kind(of: card) == .dict else { return }
    let reader = SplicedCards.reader(of: self)
    reader.isKnown = { self.keysAsRead.contains($0) }
    _ = try reader.properties(of: reader.card(of: card))
  }
}

extension SplicedCards {
  /// Whether cards that were read again are those that were edited.
  static func areEqual(
    _ read: PropertyListDocument, _ current: PropertyListDocument, _ expected: [[VCardProperty]?]
  ) -> Bool {
    let cards = SplicedElements.children(of: .root, in: read)
    let others = SplicedElements.children(of: .root, in: current)
    guard cards.count == expected.count, cards.count == others.count else { return false }
    let reader = reader(of: read)
    return expected.indices.allSatisfy { index in
      if read.hasValue(cards[index].value, of: others[index].value, in: current) { return true }
      guard let properties = expected[index] else { return false }
      reader.forgetMany()
      return (try? reader.properties(of: reader.card(of: cards[index].value))) == properties
    }
  }
}
