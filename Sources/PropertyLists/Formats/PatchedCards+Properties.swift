import Platform

/// The properties of a card.
extension PatchedCards {
  /// Appends an edited card in place of the old one.
  mutating func append(
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
  /// property that it labels. Any other property follows the last property of its name; if there is
  /// none, it follows the property before it.
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
  mutating func append(
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

  mutating func append(
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

  func check(_ property: VCardProperty, _ card: VCardWriter.Card) throws(UnwritableFile) {
    let key = newCards.key(of: property, card)
    if newCards.hasLineEnd(property, card) { throw .value("'\(key)' of a card has one line") }
    if property.hasInvalidHead {
      throw .value("what begins '\(key)' of a card could not be written as it is")
    }
  }
}
