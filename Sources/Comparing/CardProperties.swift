import PropertyLists

/// The properties of vCards that a merge has as a whole: what precedes a value in the file, its group above
/// all, its label, and the value have no meaning without each other, and keys may have got other numbers.
struct CardProperties {
  /// The values of a property, by side.
  private struct Property {
    var nodes: [[NodeIndex]] = [[], []]
    /// Whether both sides have changed it, and not only its value and its label.
    var isConfined = false
  }

  private var properties: [Property] = []

  /// - Complexity: O(*n*) in the number of members of cards that have changed.
  init(_ versions: MergeVersions) {
    guard let base = versions.base?.document, base.source.format == .vcard else { return }
    for card in versions.touched where base.kind(of: card) == .dict {
      let sides = Side.allCases.compactMap { versions.node(ofBase: card, $0) }
      guard let heads = base.value(of: VCardMapping.headsKey, in: card), base.holdsHeads(heads),
        sides.count == 2
      else { continue }
      addProperties(of: [card] + sides, versions, base)
    }
  }

  /// By side, values that are, in each outcome, what the deciding side has made of them.
  var confined: [Set<NodeIndex>] {
    Side.allCases.map { side in
      Set(properties.filter(\.isConfined).flatMap { $0.nodes[side.rawValue] })
    }
  }

  /// Values with all others of properties that they are in.
  func completed(_ values: [Set<NodeIndex>]) -> [Set<NodeIndex>] {
    var values = values
    for property in properties
    where zip(values, property.nodes).contains(where: { !$0.isDisjoint(with: $1) }) {
      for side in Side.allCases { values[side.rawValue].formUnion(property.nodes[side.rawValue]) }
    }
    return values
  }

  /// - Parameter cards: The same card of the base, of ours and of theirs.
  private mutating func addProperties(
    of cards: [NodeIndex], _ versions: MergeVersions, _ base: PropertyListDocument
  ) {
    let documents = [base] + Side.allCases.map { versions.tree($0).document }
    let members = zip(documents, cards).map(CardProperties.members)
    let keys = Set(members.flatMap(\.values.keys))
    for key in keys where !(key.hasSuffix("Label") && keys.contains(String(key.dropLast(5)))) {
      let label = key + "Label"
      // The value, its label, and their heads.
      let parts = members.map {
        [$0.values[key], $0.values[label], $0.heads[key], $0.heads[label]]
      }
      var property = Property()
      var changed: [Set<Int>] = [[], []]
      for side in Side.allCases {
        let own = parts[side.rawValue + 1]
        property.nodes[side.rawValue] = own.compactMap(\.self)
        changed[side.rawValue] = Set(
          own.indices.filter { index in
            own[index].map { !versions.isUnchanged($0, side) } ?? (parts[0][index] != nil)
          })
      }
      let all = changed[0].union(changed[1])
      // A value that has got the key of another one, which the other side has deleted, is new, but what is
      // around it is known.
      let isDivided = Side.allCases.contains { side in
        let own = parts[side.rawValue + 1]
        return own[0].map { versions.base(of: $0, side) == nil } == true
          && own.contains { $0.map { versions.isRenamed($0, side) } ?? false }
      }
      property.isConfined =
        isDivided || !changed.contains([]) && all.count > 1 && !all.isSubset(of: [0, 1])
      properties.append(property)
    }
  }

  private static func members(
    of document: PropertyListDocument, _ card: NodeIndex
  ) -> (values: [String: NodeIndex], heads: [String: NodeIndex]) {
    guard document.kind(of: card) == .dict else { return ([:], [:]) }
    func values(_ dict: NodeIndex) -> [String: NodeIndex] {
      Dictionary(
        document.members(of: dict).map { (document.text(of: $0.key), $0.value) },
        uniquingKeysWith: { first, _ in first })
    }
    var members = values(card)
    let heads = members.removeValue(forKey: VCardMapping.headsKey)
    return (members, heads.map { document.kind(of: $0) == .dict ? values($0) : [:] } ?? [:])
  }
}
