import PropertyLists

extension MergeRule {
  /// A property of a card in the versions that have it.
  private struct MergedProperty {
    let old: CardContent.Property?
    /// The property in each side, by side.
    let versions: [CardContent.Property?]
    let outcome: Outcome
    /// The node of ours in whose place it belongs, if any.
    var place: NodeIndex?
    /// Its key in each side, by side.
    var keys = ["", ""]

    enum Outcome {
      case kept(Side)
      /// The value is merged; each detail is taken from a side, by its role.
      case merged([String: Side])
      case conflict(MergeConflict.Kind)
      case gone
    }

    func version(_ side: Side) -> CardContent.Property? { versions[side.rawValue] }

    func member(_ role: String?, _ side: Side) -> CardContent.Member? {
      guard let role else { return version(side)?.members[0] }
      return version(side)?.members.dropFirst().first { CardContent.role(of: $0) == role }
    }
  }

  /// Properties that theirs has added, without those that ours turns out to have, too. A property
  /// is only taken once if both sides have added it, or one side has added it and the other has
  /// changed another property to be equal.
  private struct AddedProperties {
    private var rest: Set<NodeIndex> = []
    /// The properties by hash, and (`byValue`) by the hash of their value; the last ones first.
    private var byHash: [UInt64: [CardContent.Property]] = [:]
    private var byValue: [UInt64: [CardContent.Property]] = [:]
    /// How many old properties theirs has changed to have a hash.
    private var changed: [UInt64: Int] = [:]

    /// - Parameter properties: Those of theirs, with what they were in the base and with the hash
    ///   of their value.
    init(
      _ properties: [(property: CardContent.Property, old: CardContent.Property?, value: UInt64)]
    ) {
      for (property, old, value) in properties.reversed() {
        if let old {
          if old.hash != property.hash { changed[property.hash, default: 0] += 1 }
          continue
        }
        rest.insert(property.value)
        byHash[property.hash, default: []].append(property)
        byValue[value, default: []].append(property)
      }
    }

    /// The merge of a property that ours has added; `nil` if theirs has changed another one to be
    /// equal.
    mutating func merged(_ own: CardContent.Property, value: UInt64) -> MergedProperty? {
      if let count = changed[own.hash], count > 0 {
        changed[own.hash] = count - 1
        return nil
      }
      if let same = take(own.hash) {
        return MergedProperty(old: nil, versions: [own, same], outcome: .kept(.ours))
      }
      let similar = take(value: value)
      return MergedProperty(
        old: nil, versions: [own, similar],
        outcome: similar == nil ? .kept(.ours) : .conflict(.changed))
    }

    func contains(_ property: CardContent.Property) -> Bool { rest.contains(property.value) }

    mutating func take(_ hash: UInt64) -> CardContent.Property? { take(hash, of: \.byHash) }

    private mutating func take(value hash: UInt64) -> CardContent.Property? {
      take(hash, of: \.byValue)
    }

    private mutating func take(
      _ hash: UInt64, of all: WritableKeyPath<Self, [UInt64: [CardContent.Property]]>
    ) -> CardContent.Property? {
      while let property = self[keyPath: all][hash]?.popLast() {
        if rest.remove(property.value) != nil { return property }
      }
      return nil
    }
  }

  /// The members of a property from a side, and their heads.
  private struct WrittenProperty {
    var values: [MergedValue] = []
    var heads: [MergedValue] = []
  }

  /// The members of a merged card and of its dictionary of heads.
  private struct CardMembers {
    /// The members, each with the node of ours in whose place it belongs, if any.
    var values: [(place: NodeIndex?, value: MergedValue)] = []
    var heads: [(place: NodeIndex?, value: MergedValue)] = []

    mutating func append(_ written: WrittenProperty, of property: MergedProperty) {
      let isMoved = property.place != property.version(.ours)?.value
      values += written.values.map { (isMoved ? property.place : $0.ours, $0) }
      heads += written.heads.map { ($0.ours, $0) }
    }

    /// The values in the order of ours, then the values without a place in ours.
    static func inOrder(_ all: [(place: NodeIndex?, value: MergedValue)]) -> [MergedValue] {
      let placed = all.compactMap { entry in entry.place.map { (place: $0, value: entry.value) } }
      return placed.sorted { $0.place < $1.place }.map(\.value)
        + all.filter { $0.place == nil }.map(\.value)
    }
  }

  /// Appends the merge of a card, property by property, each with its details and its head.
  ///
  /// - Returns: False, without appending anything, if the value is not a card in all versions.
  mutating func mergeCard(
    _ old: NodeIndex, _ ours: NodeIndex, _ theirs: NodeIndex, into values: inout [MergedValue]
  ) -> Bool {
    guard let before = CardContent(old, base), let own = CardContent(ours, tree(.ours)),
      let other = CardContent(theirs, tree(.theirs))
    else { return false }
    let sides = [own, other]
    var members = CardMembers()
    let saved = lastSaved(sides)
    let single = self.members(
      of: old, own.single.filter { node in !saved.contains { $0.ours == node } },
      other.single.filter { node in !saved.contains { $0.theirs == node } })
    members.values = (saved + single.values).map { ($0.ours, $0) }
    let heads = self.members(of: before.heads, own.singleHeads, other.singleHeads)
    members.heads = heads.values.map { ($0.ours, $0) }
    appendProperties(before, sides, to: &members)
    var dict = value(own.heads, .ours)
    dict.content = .container(.ours, CardMembers.inOrder(members.heads))
    members.values.append((own.heads, dict))
    var result = value(ours, .ours)
    result.content = .container(.ours, CardMembers.inOrder(members.values))
    values.append(result)
    return true
  }

  /// The time and the program that saved the card, where both sides have these: the later time, and
  /// ours' program.
  private func lastSaved(_ sides: [CardContent]) -> [MergedValue] {
    var values: [MergedValue] = []
    for key in CardContent.savedKeys {
      let found = zip(Side.allCases, sides).map { side, card in
        tree(side).document.value(of: key, in: card.card)
      }
      guard let own = found[0], let other = found[1] else { continue }
      let texts = [
        tree(.ours).document.plainText(of: own), tree(.theirs).document.plainText(of: other),
      ]
      // Times are compared by their digits, since dashes and colons are optional.
      let times = texts.map { ($0 ?? "").filter(\.isNumber) }
      let isLater = key == "REV" && times[0].lexicographicallyPrecedes(times[1])
      let side: Side = isLater ? .theirs : .ours
      values.append(
        MergedValue(ours: own, theirs: other, content: .kept(side), keySide: .ours))
    }
    return values
  }

  // MARK: Properties

  private mutating func appendProperties(
    _ before: CardContent, _ sides: [CardContent], to members: inout CardMembers
  ) {
    let lists = [before.lists, sides[0].lists, sides[1].lists]
    var names: [String] = []
    var known: Set<String> = []
    for card in sides + [before] {
      for property in card.properties where known.insert(property.name).inserted {
        names.append(property.name)
      }
    }
    var all: [MergedProperty] = []
    for name in names {
      func properties(_ index: Int, _ card: CardContent) -> [CardContent.Property] {
        (lists[index][name] ?? []).map { card.properties[$0] }
      }
      let list = merged(
        properties(0, before), [properties(1, sides[0]), properties(2, sides[1])])
      for (var property, place) in zip(list, places(of: list)) {
        property.place = place
        all.append(property)
      }
    }
    for (var property, keys) in zip(all, keys(of: all, besides: sides)) {
      property.keys = keys
      append(property, sides, to: &members)
    }
  }

  /// The properties of a name that either side has, those of ours first.
  private func merged(
    _ olds: [CardContent.Property], _ lists: [[CardContent.Property]]
  ) -> [MergedProperty] {
    let before = Dictionary(uniqueKeysWithValues: olds.map { ($0.value, $0) })
    let others = Dictionary(uniqueKeysWithValues: lists[1].map { ($0.value, $0) })
    func old(_ property: CardContent.Property, _ side: Side) -> CardContent.Property? {
      base(property.value, side).flatMap { before[$0] }
    }
    var added = AddedProperties(
      lists[1].map { ($0, old($0, .theirs), hash($0.value, .theirs)) })
    var result: [MergedProperty] = []
    for own in lists[0] {
      guard let old = old(own, .ours) else {
        if let merged = added.merged(own, value: hash(own.value, .ours)) { result.append(merged) }
        continue
      }
      let other = node(old.value, .theirs).flatMap { others[$0] }
      if own.hash != old.hash { _ = added.take(own.hash) }
      result.append(
        MergedProperty(
          old: old, versions: [own, other], outcome: outcome(old, own, other, .ours)))
    }
    let kept = Set(lists[0].map(\.value))
    for other in lists[1] {
      guard let old = old(other, .theirs) else {
        if added.contains(other) {
          result.append(
            MergedProperty(old: nil, versions: [nil, other], outcome: .kept(.theirs)))
        }
        continue
      }
      if node(old.value, .ours).map(kept.contains) ?? false { continue }
      result.append(
        MergedProperty(
          old: old, versions: [nil, other], outcome: outcome(old, other, nil, .theirs)))
    }
    return result
  }

  /// - Parameters:
  ///   - own: The property in a side.
  ///   - other: The property in the other side.
  private func outcome(
    _ old: CardContent.Property, _ own: CardContent.Property, _ other: CardContent.Property?,
    _ side: Side
  ) -> MergedProperty.Outcome {
    guard let other else {
      if own.hash == old.hash { return .gone }
      return .conflict(side == .ours ? .deletedByTheirs : .deletedByOurs)
    }
    if other.hash == old.hash || own.hash == other.hash { return .kept(side) }
    if own.hash == old.hash { return .kept(side.other) }
    // A head is not merged by itself, since its parameters describe the value.
    if own.head != old.head || other.head != old.head { return .conflict(.changed) }
    var sides: [String: Side] = [:]
    let roles = [old, own, other].map { property in
      Dictionary(
        property.members.dropFirst().map { (CardContent.role(of: $0), $0.value) },
        uniquingKeysWith: { first, _ in first })
    }
    for role in Set(roles.flatMap(\.keys)) {
      let hashes = [
        roles[0][role].map { base.hashes[$0] }, roles[1][role].map { hash($0, side) },
        roles[2][role].map { hash($0, side.other) },
      ]
      if hashes[1] == hashes[0] {
        sides[role] = side.other
      } else if hashes[2] == hashes[0] || hashes[1] == hashes[2] {
        sides[role] = side
      } else {
        return .conflict(.changed)
      }
    }
    return .merged(sides)
  }

  /// The places of properties, as nodes of ours. If only theirs has changed the order of the common
  /// properties, they get the order of theirs.
  private func places(of list: [MergedProperty]) -> [NodeIndex?] {
    var places = list.map { $0.version(.ours)?.value }
    let both = list.indices.filter {
      list[$0].old != nil && !list[$0].versions.contains { $0 == nil }
    }
    func isInOrder(_ node: (MergedProperty) -> NodeIndex?) -> Bool {
      let nodes = both.compactMap { node(list[$0]) }
      return zip(nodes, nodes.dropFirst()).allSatisfy { $0 < $1 }
    }
    // The list is in the order of ours.
    if isInOrder({ $0.version(.theirs)?.value }) || !isInOrder({ $0.old?.value }) { return places }
    let slots = both.map { places[$0] }
    let sorted = both.sorted {
      list[$0].version(.theirs)?.value ?? .root < list[$1].version(.theirs)?.value ?? .root
    }
    for (slot, index) in zip(slots, sorted) { places[index] = slot }
    return places
  }

  // MARK: Keys

  /// For each property its keys by side. No key is used for two properties of the card.
  private func keys(of all: [MergedProperty], besides sides: [CardContent]) -> [[String]] {
    var taken = Set(
      zip(Side.allCases, sides).flatMap { side, card in
        card.single.compactMap { tree(side).document.key(before: $0) }.compactMap {
          tree(side).document.scalar($0).map(tree(side).document.text)
        }
      })
    taken.insert(VCardMapping.headsKey)
    var keys = Array(repeating: ["", ""], count: all.count)
    var lastNumbers: [String: Int] = [:]
    for (index, property) in all.enumerated() {
      if case .gone = property.outcome { continue }
      if case .kept(.theirs) = property.outcome, let own = property.version(.ours),
        let other = property.version(.theirs), own.stem != other.stem
      {
        continue
      }
      if let own = property.version(.ours) {
        keys[index][0] = own.key
        taken.insert(own.key)
      }
    }
    for (index, property) in all.enumerated() {
      if case .gone = property.outcome { continue }
      guard let other = property.version(.theirs) else { continue }
      if let own = property.version(.ours), own.stem == other.stem, !keys[index][0].isEmpty {
        keys[index][1] = keys[index][0]
        continue
      }
      var key = other.key
      var number = lastNumbers[other.stem] ?? 1
      while !taken.insert(key).inserted {
        number += 1
        key = "\(other.stem)\(number)"
      }
      lastNumbers[other.stem] = number
      keys[index][1] = key
    }
    return keys
  }

  // MARK: Members

  private mutating func append(
    _ property: MergedProperty, _ cards: [CardContent], to members: inout CardMembers
  ) {
    switch property.outcome {
    case .gone: break
    case .kept(let side): members.append(written(property, side, cards), of: property)
    case .merged(let roles): appendMerged(property, roles, cards, to: &members)
    case .conflict(let kind):
      if let deciding {
        members.append(written(property, deciding, cards), of: property)
      } else {
        appendConflict(kind, property, cards, to: &members)
      }
    }
  }

  /// Appends a merged value with details from both sides.
  private mutating func appendMerged(
    _ property: MergedProperty, _ roles: [String: Side], _ cards: [CardContent],
    to members: inout CardMembers
  ) {
    guard let old = property.old, let own = property.version(.ours),
      let other = property.version(.theirs)
    else { return }
    var value: [MergedValue] = []
    merge(old.value, own.value, other.value, into: &value)
    var (ours, theirs) = (
      written(property, .ours, cards), written(property, .theirs, cards)
    )
    ours.values = value + ours.values.dropFirst()
    ours.values.removeAll { isOf(.theirs, $0, property, roles) }
    theirs.values = theirs.values.dropFirst().filter { isOf(.theirs, $0, property, roles) }
    theirs.heads = []
    members.append(ours, of: property)
    members.append(theirs, of: property)
  }

  private mutating func appendConflict(
    _ kind: MergeConflict.Kind, _ property: MergedProperty, _ cards: [CardContent],
    to members: inout CardMembers
  ) {
    let number = conflicts.count
    conflicts.append(
      MergeConflict(
        kind: kind, base: property.old?.value, ours: property.version(.ours)?.value,
        theirs: property.version(.theirs)?.value))
    let versions = Side.allCases.map { written(property, $0, cards) }
    let union = versions[property.version(.ours) == nil ? 1 : 0]
    func conflict(
      _ values: [[MergedValue]], _ bases: [NodeIndex]
    ) -> (place: NodeIndex?, value: MergedValue)? {
      if values.allSatisfy(\.isEmpty) { return nil }
      let (own, other) = (values[0].first?.ours, values[1].first?.theirs)
      let versions = MergedVersions(number: number, bases: bases, values: values)
      return (
        own, MergedValue(ours: own, theirs: other, content: .conflict(versions), keySide: .ours)
      )
    }
    let olds = property.old?.members ?? []
    if let found = conflict(versions.map(\.values) + [union.values], olds.map(\.value)) {
      members.values.append((property.place ?? found.place, found.value))
    }
    if let found = conflict(versions.map(\.heads) + [union.heads], olds.compactMap(\.head)) {
      members.heads.append(found)
    }
  }

  /// Whether a value is a detail that is taken from a side.
  private func isOf(
    _ side: Side, _ value: MergedValue, _ property: MergedProperty, _ roles: [String: Side]
  ) -> Bool {
    roles.contains { role, owner in
      owner == side
        && (property.member(role, .ours)?.value == value.ours && value.ours != nil
          || property.member(role, .theirs)?.value == value.theirs && value.theirs != nil)
    }
  }

  /// The members of a property from a side, under their new keys; none if the side has not got it.
  private func written(
    _ property: MergedProperty, _ side: Side, _ cards: [CardContent]
  ) -> WrittenProperty {
    guard let own = property.version(side) else { return WrittenProperty() }
    let (key, version) = (property.keys[side.rawValue], cards[side.rawValue].version)
    var written = WrittenProperty()
    for (index, member) in own.members.enumerated() {
      let role = index == 0 ? nil : CardContent.role(of: member)
      let other = property.member(role, side.other)
      let new = index == 0 ? key : own.key(of: member, with: key)
      func merged(_ node: NodeIndex, _ otherNode: NodeIndex?) -> MergedValue {
        MergedValue(
          ours: side == .ours ? node : otherNode, theirs: side == .ours ? otherNode : node,
          content: .kept(side), keySide: side, key: new == member.key ? nil : new)
      }
      written.values.append(merged(member.value, other?.value))
      if let head = member.head {
        written.heads.append(merged(head, other?.head))
      } else if new != member.key {
        // The usual head for the new key would have its number in the name of the property.
        let head = VCardMapping.defaultHead(ofKey: member.key, version: version)
        if head != VCardMapping.defaultHead(ofKey: new, version: version) {
          written.heads.append(
            MergedValue(ours: nil, theirs: nil, content: .text(head), keySide: .ours, key: new))
        }
      }
    }
    return written
  }
}
