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
  private let oldCards: VCardWriter
  let newCards: VCardWriter
  /// The parameters of new texts of version 2.1 that are not ASCII; `nil` until they are looked up.
  var usualEncoding: [[UInt8]]?
  var result: [UInt8] = []
  /// The properties of each card that has been edited.
  private var expected: [[VCardProperty]?] = []

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
    let stretches = ListStretches(of: olds.map { extent(of: $0) }, old.unread)
    let wholes = wholes(of: stretches.all.map(\.extent))
    result = Array(text[..<(wholes.first?.lowerBound ?? text.count)])
    var version = olds.first.map { declaredVersion(of: $0.value) } ?? "3.0"
    var passed = 0
    for (card, partner) in zip(cards, partners) {
      guard let partner else {
        endLine()
        try append(card.value, version: version)
        continue
      }
      let unread = try stretches.unread(before: partner, &passed)
      append(unread.map { wholes[$0] })
      endLine()
      let (whole, extent) = (wholes[stretches.elements[partner]], extent(of: olds[partner]))
      result += text[whole.lowerBound..<extent.lowerBound]
      try append(card, inPlaceOf: olds[partner])
      version = declaredVersion(of: olds[partner].value)
      result += text[extent.upperBound..<whole.upperBound]
    }
    let rest = stretches.unread[passed...]
    append(rest.map { wholes[$0] })
    let last = rest.last ?? (partners.last ?? nil).map { stretches.elements[$0] }
    finish(isLastKept: last == stretches.all.count - 1)
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
    _ card: Child, inPlaceOf other: Child
  ) throws(UnwritableFile) {
    let extent = extent(of: other)
    if elements.isUntouched(card.value, other.value) {
      result += text[extent]
      expected.append(nil)
    } else {
      try append(card.value, for: other.value, extent)
    }
  }

  /// The text of a card that replaces an old one or is new, and what reading it must give.
  mutating func card(
    _ card: Child, inPlaceOf other: Child?, version: String
  ) throws(UnwritableFile) -> (text: [UInt8], expected: [VCardProperty]?) {
    result = []
    if let other {
      try append(card, inPlaceOf: other)
    } else {
      try append(card.value, version: version)
    }
    return (result, expected.removeLast())
  }

  func declaredVersion(of card: NodeIndex) -> String {
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

  private mutating func takeText() throws(UnwritableFile) {
    newCards.take { result += $0 }
    if let lost = newCards.takeLost().first { throw .value("a card cannot have '\(lost.key)'") }
  }

  // MARK: Properties

  /// Appends an edited card in place of the old one.
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
    try checkHeads(in: node, other)
    try expectOneOfEach(in: node, other)
    let olds = try oldCards.properties(of: oldCard)
    var news = try newCards.properties(of: card)
    let oldMembers = PatchedElements.children(of: other, in: old)
    let partners = elements.partners(
      of: PatchedElements.children(of: node, in: new), among: oldMembers, isDict: true)
    try checkUse(of: heads, after: oldHeads, by: news)
    groupLabels(in: &news, of: card)
    let replaced = ReplacedProperties(of: olds, by: news, partners)
    let before = replaced.places.map { place in place.map { olds[$0] } }
    fitHeads(of: &news, before)
    separateGroups(of: &news, before, in: card)
    tellCharsets(of: &news, before, beside: olds, to: &card)
    let order = PatchedCards.order(of: news, replacing: olds, replaced)
    let extents = olds.map { property in
      let members = property.members.map { self.extent(of: oldMembers[$0]) }
      return (members.first?.lowerBound ?? 0)..<(members.first?.upperBound ?? 0)
    }
    try append(order.map { (news[$0], replaced.places[$0]) }, card, extent, olds, extents)
    expected.append(order.map { news[$0] })
  }

  private func expectOneOfEach(in node: NodeIndex, _ other: NodeIndex) throws(UnwritableFile) {
    for name in ["N", "VERSION"]
    where new.value(of: name, in: node) != nil && old.value(of: name, in: other) == nil {
      throw .value("a card has one '\(name)', which is read under other keys")
    }
  }

  /// The old properties that properties replace.
  private struct ReplacedProperties {
    /// For each property, the position of the old one; `nil` if it is new.
    private(set) var places: [Int?]
    /// Whether each property replaces one with a member that it still has.
    let isMember: [Bool]
    /// Whether each old property is replaced.
    private(set) var isTaken: [Bool]

    /// - Parameter partners: For each member of the card, the position of the old one.
    init(of olds: [VCardProperty], by news: [VCardProperty], _ partners: [Int?]) {
      var isTaken = Array(repeating: false, count: olds.count)
      let owners = PatchedCards.owners(of: olds)
      places = news.map { property in
        let place = property.members.lazy.compactMap { partners[$0].flatMap { owners[$0] } }
          .first { !isTaken[$0] && olds[$0].name == property.name }
        if let place { isTaken[place] = true }
        return place
      }
      isMember = places.map { $0 != nil }
      self.isTaken = isTaken
      takeByGroup(of: olds, by: news)
    }

    /// A property under another key may be found by its group. The parts of a name may replace an
    /// `N` without text.
    private mutating func takeByGroup(of olds: [VCardProperty], by news: [VCardProperty]) {
      var free: [[UInt8]: ArraySlice<Int>] = [:]
      for place in olds.indices where !isTaken[place] {
        free[olds[place].groupedName, default: []].append(place)
      }
      for (index, property) in news.enumerated()
      where !isMember[index] && (!property.group.isEmpty || property.isName) {
        places[index] = free[property.groupedName]?.popFirst()
        if let place = places[index] { isTaken[place] = true }
      }
    }
  }

  /// The order of the properties of an edited card, without those that go.
  private static func order(
    of news: [VCardProperty], replacing olds: [VCardProperty], _ replaced: ReplacedProperties
  ) -> [Int] {
    let (places, isMember) = (replaced.places, replaced.isMember)
    // A label is removed with the property that it labels.
    let gone = Set(
      olds.indices.filter { !replaced.isTaken[$0] && !olds[$0].isLabel }
        .map { olds[$0].foldedGroup }
    ).subtracting([[]])
    let left = Set(news.filter { !$0.isLabel }.map(\.foldedGroup))
    let kept = news.indices.filter { index in
      let group = news[index].foldedGroup
      return !(news[index].isLabel && gone.contains(group) && !left.contains(group))
    }
    var stayed = kept.filter { isMember[$0] }
    for index in kept where !isMember[index] {
      guard let place = places[index] else { continue }
      stayed.insert(
        index, at: stayed.firstIndex { places[$0].map { $0 > place } ?? false } ?? stayed.count)
    }
    return order(of: news, with: kept.filter { places[$0] == nil }, among: stayed)
  }

  /// The sort key of a property: the position of the staying property that it follows, or -1 if it
  /// precedes all of these; then the positions of the first new property of its name, of itself,
  /// and of its label.
  private struct PropertyPosition: Comparable {
    var stayed: Int
    var name = -1
    var own = -1
    var label = -1

    static func < (one: PropertyPosition, other: PropertyPosition) -> Bool {
      (one.stayed, one.name, one.own, one.label)
        < (other.stayed, other.name, other.own, other.label)
    }
  }

  /// The order of new properties among those that stay, whose order is given. A label follows the
  /// property that it labels. Any other property follows the last one of its name or, without one,
  /// the property before it.
  ///
  /// - Complexity: O(*n* log *n*) for *n* properties.
  private static func order(
    of properties: [VCardProperty], with new: [Int], among stayed: [Int]
  ) -> [Int] {
    if new.isEmpty { return stayed }
    // The last property of each name and of each group, and the last property before the new one.
    var names: [[UInt8]: PropertyPosition] = [:]
    var groups: [[UInt8]: PropertyPosition] = [:]
    var last = PropertyPosition(stayed: -1)
    // The labels after a property belong to it.
    var ends = Array(stayed.indices)
    for place in stayed.indices.dropLast().reversed() {
      let (next, group) = (properties[stayed[place + 1]], properties[stayed[place]].group)
      if next.isLabel, !group.isEmpty, next.group == group { ends[place] = ends[place + 1] }
    }
    for place in stayed.indices {
      names[properties[stayed[place]].name] = PropertyPosition(stayed: ends[place])
      groups[properties[stayed[place]].group] = PropertyPosition(stayed: place)
    }
    let places = stayed.indices.sorted { stayed[$0] < stayed[$1] }
    var passed = 0
    var positions: [(position: PropertyPosition, index: Int)] = []
    for index in new {
      while passed < places.count, stayed[places[passed]] < index {
        last = max(last, PropertyPosition(stayed: ends[places[passed]]))
        passed += 1
      }
      let property = properties[index]
      let (name, group) = (property.name, property.group)
      let isLabel = property.isLabel && !group.isEmpty
      let owner = isLabel ? groups[group] : names[name]
      var position = owner ?? PropertyPosition(stayed: last.stayed, name: index)
      if isLabel, owner != nil { position.label = index } else { position.own = index }
      if !isLabel { names[name] = position }
      groups[group] = max(groups[group] ?? position, position)
      last = max(last, position)
      positions.append((position, index))
    }
    positions += stayed.indices.map { (PropertyPosition(stayed: $0), stayed[$0]) }
    return positions.sorted { $0.position < $1.position }.map(\.index)
  }

  /// Appends the lines of a card.
  ///
  /// - Parameters:
  ///   - properties: The card's properties, with the positions of the old properties that they
  ///     replace.
  ///   - extent: The place of the card in the file.
  ///   - extents: The places of its old properties.
  private mutating func append(
    _ properties: [(property: VCardProperty, place: Int?)], _ card: VCardWriter.Card,
    _ extent: Range<Int>, _ olds: [VCardProperty], _ extents: [Range<Int>]
  ) throws(UnwritableFile) {
    // The text before each property, such as comments, and after the last one.
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
    // The gaps before removed properties come before the next property that stays.
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
  private func checkUse(
    of heads: [String: [UInt8]], after olds: [String: [UInt8]], by properties: [VCardProperty]
  ) throws(UnwritableFile) {
    let known = Set(olds.filter { $0.key != "VERSION" }.values)
    // With each head that begins a longer one, as `TEL;TYPE=home` begins `TEL;TYPE=home;PREF=1`.
    let written = Set(
      properties.lazy.flatMap(\.heads).flatMap { head in
        [head] + head.indices.filter { head[$0] == UInt8(ascii: ";") }.map { Array(head[..<$0]) }
      })
    for (key, head) in heads.sorted(by: { $0.key < $1.key })
    where key != "VERSION" && !known.contains(head) && !written.contains(head) {
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
